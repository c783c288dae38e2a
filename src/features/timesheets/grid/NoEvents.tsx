// Above a grid without events, as on a Monday morning: that there are none, and the way to last week.

import { Link } from 'wouter';
import { today } from '../../../shared/words/days.ts';
import { namedPeriods } from '../../../shared/words/periods.ts';
import type { Days } from '../../../shared/words/periodSteps.ts';

interface NoEventsProps {
  period: Days;
  isOnePage: boolean;
  addressOfDays(days: Days): string;
}

export function NoEvents({ period, isOnePage, addressOfDays }: NoEventsProps) {
  const lastWeek = namedPeriods(today()).find(({ label }) => label === 'Last Week');
  return (
    <p>
      Nobody {isOnePage ? '' : 'on this page '}has events in this period.
      {lastWeek && lastWeek.start_date !== period.start_date && (
        <>
          {' '}
          <Link href={addressOfDays({ start_date: lastWeek.start_date, end_date: lastWeek.end_date })}>Last Week</Link>
        </>
      )}
    </p>
  );
}
