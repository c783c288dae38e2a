// Today in figures, each a link to what it counts, and as a curve of the people in the building.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { useOffered } from '../../platform/hooks/useOffered.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { FigureLinks } from '../../platform/ui/data/FigureLinks.tsx';
import { PlainTable } from '../../platform/ui/data/PlainTable.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import type { Attention } from '../../shared/contract/dashboard.ts';
import { trouble } from '../../shared/contract/devices.ts';
import type { PresenceCurve } from '../../shared/contract/presence.ts';
import { addressOf } from '../../shared/words/address.ts';
import { groupDigits, plural } from '../../shared/words/plural.ts';
import { presenceFigures } from '../presence/words.ts';
import { type AttentionReads, records, weekdayOf } from './Attention.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './laterParts.module.css';

export function TodayFigures({ exceptions }: Pick<AttentionReads, 'exceptions'>) {
  const presence = useOffered('GET /presence/summary', { query: {} });
  const counts = useOffered('GET /attention/counts', {});
  const figures = [
    ...presenceFigures(presence.data?.counts),
    { label: 'To answer', value: exceptions.data?.reduce((sum, { total }) => sum + total, 0), to: paths.exceptions },
    {
      label: 'Doors with trouble',
      value: counts.data?.controllers,
      to: addressOf(paths.accessControllers, { claim: trouble }),
    },
    { label: 'HR waiting', value: counts.data?.hr, to: paths.hrSync },
  ];
  return <FigureLinks label="Figures of today" figures={figures} reads={[presence, counts, exceptions]} />;
}

export function Building({ attention }: { attention: Attention | undefined }) {
  const curve = useResource('GET /presence/curve', {});
  const { data } = curve;
  if (data && !data.points.some((point) => point.in || point.usual)) return null;
  return (
    <Panel title="In the building today">
      <ResourceView resource={curve} loading="Loading who was in…" lines={9}>
        {(known) => <Curve curve={known} />}
      </ResourceView>
      {data && attention && (
        <p className={layout.muted}>
          <Link href={records({ start_date: attention.day, end_date: attention.day })}>
            {plural(attention.events, 'event')} today
          </Link>
          , {groupDigits(attention.events_week_before)} by this time last {weekdayOf(attention.day)}
        </p>
      )}
    </Panel>
  );
}

const height = 150;
const top = 20;
const bottom = 126;
/** Hours that are labelled below the curve. */
const marks = [0, 6, 12, 18];

function Curve({ curve: { day, usual_days, points } }: { curve: PresenceCurve }) {
  const weekday = weekdayOf(day);
  const highest = Math.max(1, ...points.map((point) => Math.max(point.in ?? 0, point.usual)));
  const lineOf = (values: readonly (number | null)[]) =>
    values
      .flatMap((value, step) => (value === null ? [] : `${step},${(100 - (value / highest) * 100).toFixed(1)}`))
      .join(' ');
  const now = points.findLast((point) => point.in !== null);
  const hasUsual = usual_days > 0;
  const summary = `${now?.in ?? 0} in at ${now?.time ?? '00:00'}${hasUsual ? `, usually ${now?.usual ?? 0}` : ''}`;
  return (
    <figure className={s.curve}>
      <svg role="img" aria-label={`People in the building: ${summary}`} width="100%" height={height}>
        <line className={s.guide} x1="0" x2="100%" y1={top} y2={top} />
        <text className={s.mark} x="0" y={top - 6}>
          {groupDigits(highest)}
        </text>
        <svg
          aria-hidden="true"
          y={top}
          width="100%"
          height={bottom - top}
          viewBox={`0 0 ${points.length} 100`}
          preserveAspectRatio="none"
          overflow="visible"
        >
          {hasUsual && <polyline className={s.usual} points={lineOf(points.map(({ usual }) => usual))} />}
          <polyline className={s.today} points={lineOf(points.map((point) => point.in))} />
        </svg>
        <line className={s.ground} x1="0" x2="100%" y1={bottom} y2={bottom} />
        {marks.map((hour) => (
          <text key={hour} className={s.mark} x={`${(hour / 24) * 100}%`} y={bottom + 16}>
            {String(hour).padStart(2, '0')}:00
          </text>
        ))}
      </svg>
      <figcaption className={s.legend}>
        <span>Today</span>
        {hasUsual && (
          <span className={s.usualKey}>
            Average of the last {usual_days === 1 ? weekday : `${usual_days} ${weekday}s`}
          </span>
        )}
      </figcaption>
      <details>
        <summary>As a table</summary>
        <PlainTable
          hasFigures
          className={s.hours}
          caption="People in the building, by the hour"
          titles={['Time', 'Today', `Usual ${weekday}`]}
          rows={points
            .filter(({ time }) => time.endsWith(':00'))
            .map((point, index) => ({
              key: index,
              header: point.time,
              cells: [point.in ?? '–', hasUsual ? point.usual : '–'],
            }))}
        />
      </details>
    </figure>
  );
}
