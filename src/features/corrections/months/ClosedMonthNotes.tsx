// Above a timesheet: which of its closed months were changed all the same, by events that came late for instance.

import type { ClosedMonthOfSheet } from '../../../shared/contract/timesheets.ts';
import { changeInWords } from '../../../shared/words/closedMonths.ts';
import { listed } from '../../../shared/words/listed.ts';
import { monthTitle } from '../../../shared/words/months.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';

export function ClosedMonthNotes({ months }: { months: readonly ClosedMonthOfSheet[] }) {
  const changed = months.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return null;
  return (
    <Banner tone="warning">
      {changed
        .map(
          ({ company, month, changes }) =>
            `${monthTitle(month)} of ${company.name} is closed, and has changed: ${listed(changes.map(changeInWords))}.`,
        )
        .join(' ')}
    </Banner>
  );
}
