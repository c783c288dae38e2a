// Recent activity: events of the last 24 hours, and 14 days as bars, if the server counts them. On a server that does
// not, the specification's placeholder, marked as a sample; a failure is not one.

import { useState } from 'react';
import { Link } from 'wouter';
import type { AttendanceStatistics } from '../../shared/contract/attendance.ts';
import { useResource, type Resource } from '../../platform/hooks/useResource.ts';
import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';
import { today } from '../../shared/words/days.ts';
import { BarChart } from '../../platform/ui/data/BarChart.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { dateTitle, shortDate } from '../../shared/words/dates.ts';

interface ActivityState {
  recent: number | undefined;
  note: string | undefined;
  failed: boolean;
  statistics: Resource<AttendanceStatistics>;
}

const chartDays = 14;
const sampleFigure = () => 10 + Math.floor(Math.random() * 50);

export function useActivity(): ActivityState {
  const [period] = useState(() => ({ start_date: today(1 - chartDays), end_date: today() }));
  const [sample] = useState(sampleFigure);
  const statistics = useResource('GET /attendance/statistics', { query: period });
  const { data, error } = statistics;
  const recent = data?.last_24_hours ?? data?.days.at(-1)?.total;
  const isUncounted = error?.kind === 'notFound' || (data && recent === undefined);
  if (isUncounted) return { recent: sample, note: 'Sample figure', failed: false, statistics };
  const note = data && (data.last_24_hours === null ? 'Events today' : 'Events in the last 24 hours');
  return { recent, note, failed: error !== undefined, statistics };
}

export function Activity({ statistics: { data, error } }: { statistics: Resource<AttendanceStatistics> }) {
  if (error || data?.days.every(({ total }) => total === 0)) return null;
  return (
    <Panel title={`Events, last ${chartDays} days`}>
      {data ? (
        <BarChart
          label={`Events per day, last ${chartDays} days`}
          unit={['event', 'events']}
          points={data.days.map(({ date, total }) => ({
            label: shortDate(date),
            value: total,
            detail: dateTitle(date),
            day: date,
          }))}
          link={({ day }, name, bar) => (
            <Link href={addressOf(paths.attendance, { start_date: day, end_date: day })} aria-label={name}>
              {bar}
            </Link>
          )}
        />
      ) : (
        <LineSkeleton label="Loading events…" lines={6} />
      )}
    </Panel>
  );
}
