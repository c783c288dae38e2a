// What the doors reported: the last day's figure and 14 days as bars where the server counts events,
// otherwise the specification's placeholder, marked as such.

import { useState } from 'react';
import type { AttendanceStatistics } from '../../contract/entities.ts';
import { useResource } from '../../hooks/useResource.ts';
import { today } from '../../time.ts';
import { BarChart } from '../../ui/BarChart.tsx';
import { Panel } from '../../ui/Panel.tsx';

interface ActivityState {
  recent: number | undefined;
  note: string | undefined;
  statistics: AttendanceStatistics | undefined;
}

const chartDays = 14;
const sampleFigure = () => 10 + Math.floor(Math.random() * 50);

export function useActivity(): ActivityState {
  const [period] = useState(() => ({ start_date: today(1 - chartDays), end_date: today() }));
  const [sample] = useState(sampleFigure);
  const { data, error } = useResource('GET /attendance/statistics', { query: period });
  if (error) return { recent: sample, note: 'Sample figure', statistics: undefined };
  const recent = data?.last_24_hours ?? data?.days.at(-1)?.total;
  const note = data && (data.last_24_hours === null ? 'Events today' : 'Events in the last 24 hours');
  return { recent, note, statistics: data };
}

export function Activity({ statistics }: { statistics: AttendanceStatistics | undefined }) {
  if (!statistics || statistics.days.length === 0) return null;
  return (
    <Panel title={`Events of the last ${chartDays} days`}>
      <BarChart
        label={`Events a day, the last ${chartDays} days`}
        points={statistics.days.map(({ date, total }) => ({ label: date.slice(5), value: total, detail: date }))}
      />
    </Panel>
  );
}
