// Lists a device's events as sent, each with its outcome.

import { useMemo } from 'react';
import { Link } from 'wouter';
import { listCall, type Widened } from '../../../platform/hooks/searchParams.ts';
import type { ChangeParams } from '../../../platform/hooks/useListParams.ts';
import { PagedList } from '../../../platform/lists/PagedList.tsx';
import { useList } from '../../../platform/lists/useList.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { DottedLine } from '../../../platform/ui/data/DottedLine.tsx';
import { OpenRow } from '../../../platform/ui/data/OpenRow.tsx';
import { type Column, idOf, Table } from '../../../platform/ui/data/Table.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { Chip } from '../../../platform/ui/filters/Chip.tsx';
import { FilterDate } from '../../../platform/ui/filters/FilterDate.tsx';
import { SelectChip } from '../../../platform/ui/filters/SelectChip.tsx';
import { SearchBox } from '../../../platform/ui/forms/SearchBox.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import { type DeviceEvent, calls as deviceEventsCalls } from '../../../shared/contract/deviceEvents.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { outcomeName } from '../../../shared/words/deviceWords.ts';
import { dayTitle } from '../../../shared/words/time.ts';
import type { DeviceTabProps } from '../addresses.ts';
import { ReinterpretPart } from '../reinterpret/reinterpretPart.ts';
import { outcomeOptions, outcomeTone } from '../words.ts';
import { eventName, personOf, receivedTime, recordAddress, sentTime } from './eventText.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './EventsTab.module.css';

const FilePart = lazyPart('The dialog', () => import('../file/FileDialog.tsx'));
const EventDialog = lazyPart('The event', () => import('./EventDialog.tsx'));

export default function EventsTab({ setup }: DeviceTabProps) {
  const { list, pages, params, change } = useList(eventsOf(setup.controller.id));
  const { page, event: opened } = params;
  const canCall = useCanCall();
  const mayReadAgain = canCall('POST /access-controllers/{id}/device/reinterpret');
  const mayUpload = canCall('POST /access-controllers/{id}/device/file') && setup.rules !== null;
  // Some devices number their events.
  const hasNumbers = list.data?.data.some(({ number }) => number !== null) ?? false;
  const columns = useMemo(
    () => columnsFor((id) => change({ event: String(id), page })).filter(({ id }) => hasNumbers || id !== 'number'),
    [hasNumbers, change, page],
  );
  const event = list.data?.data.find(({ id }) => String(id) === opened);

  return (
    <div className={layout.page}>
      <div className={`${layout.row} ${s.tools}`}>
        <EventFilters params={params} onChange={change} />
        {mayUpload && (
          <DialogButton label="Upload File">{(close) => <FilePart setup={setup} onClose={close} />}</DialogButton>
        )}
        {mayReadAgain && (
          <DialogButton label="Read Again">
            {(close) => <ReinterpretPart controllerId={setup.controller.id} day={params.day} onClose={close} />}
          </DialogButton>
        )}
      </div>
      <PagedList
        {...pages}
        loading="Loading events…"
        rows={12}
        empty={<NoEvents isFiltered={isFiltered(params)} onAll={() => change({ day: '', outcome: '', code: '' })} />}
      >
        {({ data }) => (
          <Table dense caption="Events of the device" rows={data} rowKey={idOf} columns={columns} busy={list.loading} />
        )}
      </PagedList>
      {event && (
        <EventDialog
          event={event}
          company={setup.company}
          onClose={() => change({ event: '', page }, { replace: true })}
        />
      )}
    </div>
  );
}

const NoEvents = ({ isFiltered: isNarrow, onAll }: { isFiltered: boolean; onAll(): void }) =>
  isNarrow ? (
    <EmptyState
      icon="filter"
      title="No events found"
      hint="The device sent none that match the filters."
      action={<Button onClick={onAll}>Show All Events</Button>}
    />
  ) : (
    <EmptyState
      icon="attendance"
      title="No events yet"
      hint="Each event of the device will appear here as it was sent."
    />
  );

interface EventFiltersProps {
  params: EventParams;
  onChange: ChangeParams<EventParams>;
}

function EventFilters({ params: { day, outcome, code }, onChange }: EventFiltersProps) {
  return (
    <div role="search" aria-label="Filters" className={layout.row}>
      <Chip label="Day" value={day ? dayTitle(day) : 'All'} onRemove={day ? () => onChange({ day: '' }) : undefined}>
        {() => <FilterDate label="Day" value={day} onChange={(chosen) => onChange({ day: chosen })} />}
      </Chip>
      <SelectChip
        label="Outcome"
        value={outcome}
        options={outcomeOptions}
        onChange={(chosen) => onChange({ outcome: chosen })}
      />
      <Chip label="Code" value={code || 'All'} onRemove={code ? () => onChange({ code: '' }) : undefined}>
        {() => (
          <SearchBox
            label="Code, as the device sends it"
            value={code}
            onChange={(typed) => onChange({ code: typed }, { replace: true })}
          />
        )}
      </Chip>
    </div>
  );
}

// Columns: the event as sent, then its outcome.

const columnsFor = (onOpen: (id: number) => void): readonly Column<DeviceEvent>[] => [
  {
    id: 'person',
    header: 'Person and code',
    rowHeader: true,
    className: s.person,
    cell: (event) => <DottedLine parts={[personOf(event), event.code]} />,
  },
  {
    id: 'time',
    header: 'Time as sent',
    className: s.time,
    phone: 'below',
    cell: (event) => (
      <OpenRow id={event.id} label={`View ${eventName(event)}`} onOpen={onOpen}>
        {sentTime(event)}
      </OpenRow>
    ),
  },
  {
    id: 'zone',
    header: 'Zone',
    className: s.zone,
    phone: 'hidden',
    cell: ({ zone }) => <span className={layout.muted}>{zone}</span>,
  },
  {
    id: 'direction',
    header: 'Direction',
    className: s.direction,
    phone: 'belowMiddle',
    cell: ({ direction }) => direction || <span className={layout.muted}>none</span>,
  },
  {
    id: 'kind',
    header: 'Kind',
    className: s.kind,
    phone: 'hidden',
    cell: ({ kind }) => <span className={layout.muted}>{kind}</span>,
  },
  {
    id: 'number',
    header: 'Number',
    align: 'end',
    className: s.number,
    phone: 'hidden',
    cell: ({ number }) => number ?? '',
  },
  { id: 'received', header: 'Received', className: s.received, phone: 'hidden', cell: receivedTime },
  { id: 'outcome', header: 'Read as', phone: 'end', cell: (event) => <Outcome event={event} /> },
];

function Outcome({ event }: { event: DeviceEvent }) {
  const record = recordAddress(event);
  return (
    <span className={s.read}>
      <Badge tone={outcomeTone(event.outcome)}>{outcomeName(event.outcome)}</Badge>
      {event.reason && <span className={s.reason}>{event.reason}</span>}
      {record && !event.reason && (
        <Link href={record} className={s.record}>
          Record {event.record_id}
        </Link>
      )}
    </span>
  );
}

/** `event` is the id of the open event. */
const eventParams = { page: 1, day: '', outcome: '', code: '', event: '' };
type EventParams = Widened<typeof eventParams>;

/** The parameters of the events' address, and the query made from them. */
const eventsOf = (controllerId: number) =>
  listCall('GET /access-controllers/{id}/device/events', eventParams, ({ event: _, ...filters }) => ({
    id: controllerId,
    query: readQuery(deviceEventsCalls['GET /access-controllers/{id}/device/events'].query, filters),
  }));

const isFiltered = ({ day, outcome, code }: EventParams): boolean => [day, outcome, code].some(Boolean);
