// The columns of the events: what the device sent, and beside it what became of it. On phones each row becomes two lines,
// see EventsTable.module.css.

import { Link } from 'wouter';
import type { DeviceEvent } from '../../../shared/contract/deviceEvents.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { OpenRow } from '../../../platform/ui/data/OpenRow.tsx';
import type { Column } from '../../../platform/ui/data/Table.tsx';
import { outcomeName, outcomeTone } from '../words.ts';
import { eventName, personOf, receivedTime, recordAddress, sentTime } from './eventText.ts';
import * as s from './EventsTable.module.css';

interface Shown {
  /** Some devices number their events. */
  hasNumbers: boolean;
  onOpen(id: number): void;
}

export const columnsFor = ({ hasNumbers, onOpen }: Shown): readonly Column<DeviceEvent>[] => [
  {
    id: 'person',
    header: 'Person and code',
    rowHeader: true,
    cut: true,
    className: s.person,
    cell: (event) => (
      <>
        {personOf(event)}
        {event.code && <span className={s.muted}> · {event.code}</span>}
      </>
    ),
  },
  {
    id: 'time',
    header: 'Time as sent',
    className: s.time,
    cell: (event) => (
      <OpenRow id={event.id} label={`View ${eventName(event)}`} onOpen={onOpen}>
        {sentTime(event)}
      </OpenRow>
    ),
  },
  {
    id: 'zone',
    header: 'Zone',
    cut: true,
    className: s.zone,
    cell: ({ zone }) => <span className={s.muted}>{zone}</span>,
  },
  {
    id: 'direction',
    header: 'Direction',
    cut: true,
    className: s.direction,
    cell: ({ direction }) => direction || <span className={s.muted}>none</span>,
  },
  {
    id: 'kind',
    header: 'Kind',
    cut: true,
    className: s.kind,
    cell: ({ kind }) => <span className={s.muted}>{kind}</span>,
  },
  ...(hasNumbers
    ? [
        {
          id: 'number',
          header: 'Number',
          align: 'end' as const,
          className: s.number,
          cell: ({ number }: DeviceEvent) => number ?? '',
        },
      ]
    : []),
  { id: 'received', header: 'Received', className: s.received, cell: receivedTime },
  { id: 'outcome', header: 'Read as', cut: true, className: s.outcome, cell: (event) => <Outcome event={event} /> },
];

function Outcome({ event }: { event: DeviceEvent }) {
  const record = recordAddress(event);
  return (
    <span className={s.read}>
      <Badge tone={outcomeTone(event.outcome)}>{outcomeName(event.outcome)}</Badge>
      {event.reason && (
        <span className={s.reason} title={event.reason}>
          {event.reason}
        </span>
      )}
      {record && !event.reason && (
        <Link href={record} className={s.record}>
          Record {event.record_id}
        </Link>
      )}
    </span>
  );
}
