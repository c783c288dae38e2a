// Shows one attendance record with all its fields and, if the server tells, its HR sync and corrections. Buttons and
// arrow keys step to its neighbours, also from page to page.

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { describeFailure } from '../../platform/api/errors.ts';
import { paths } from '../../platform/boot/paths.ts';
import { afterPaint } from '../../platform/hooks/afterPaint.ts';
import { type Resource, useResource } from '../../platform/hooks/useResource.ts';
import { doorAddress, sheetDayAddress } from '../../platform/records/recordLinkTo.ts';
import { useCanCall, useHasFeature } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { Facts } from '../../platform/ui/data/CardGrid.tsx';
import { RawText } from '../../platform/ui/data/RawText.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../platform/ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { VisuallyHidden } from '../../platform/ui/layout/VisuallyHidden.tsx';
import { lazyPart } from '../../platform/ui/lazyPart.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import type { AttendanceRecord, RecordDeviceEvent as DeviceEvent } from '../../shared/contract/attendance.ts';
import type { Page } from '../../shared/contract/decode.ts';
import { addressOf } from '../../shared/words/address.ts';
import { attendanceText } from '../../shared/words/attendanceText.ts';
import { formatDay, formatTime } from '../../shared/words/time.ts';
import { AssignCodeButton } from '../devices/codes/codeParts.tsx';
import { recordName } from './AttendanceTable.tsx';
import { clockDoubt } from './clockDoubt.ts';
import { HrDelivery } from './HrDelivery.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './RecordDialog.module.css';

const RecordCorrections = lazyPart('The corrections', () => import('../corrections/RecordCorrections.tsx'));

interface RecordDialogProps {
  /** An id, or 'first' or 'last' for that record of the page being loaded. */
  record: string;
  list: Resource<Page<AttendanceRecord>>;
  page: number;
  onOpen(record: string, page: number): void;
  onClose(): void;
}

export default function RecordDialog({ record: opened, list, page, onOpen, onClose }: RecordDialogProps) {
  const hasCorrections = useHasFeature('corrections');
  const steps = useRecordSteps({ record: opened, list, page, onOpen });
  const id = Number(opened) || undefined;
  const { data, error, failed, reload } = useResource('GET /attendance/{id}', id ? { id } : null);
  // Show the list's record while the full one loads, and on servers without a call for one record.
  const listed = list.data?.data.find((each) => each.id === id);
  const record = data ?? listed;
  const problem = id ? error : list.error;
  const isMissing = problem && (!record || problem.kind !== 'notFound');

  function close() {
    onClose();
    if (steps.hasMoved) afterPaint(() => document.querySelector<HTMLElement>(`[data-opens][value="${id}"]`)?.focus());
  }
  return (
    <Dialog title="Attendance Record" size="side" onClose={close} footer={<RecordSteps {...steps} record={record} />}>
      {record && <Fields record={record} />}
      {data?.device_event && <RecordDeviceEvent event={data.device_event} />}
      {hasCorrections && record?.working_day && (
        <RecordCorrections key={record.id} record={record} workingDay={record.working_day} />
      )}
      {!record && !problem && <LineSkeleton label="Loading record…" lines={8} />}
      {isMissing && (
        <LoadFailed message={describeFailure(problem, id ? failed : list.failed)} onRetry={id ? reload : list.reload} />
      )}
    </Dialog>
  );
}

function Fields({ record }: { record: AttendanceRecord }) {
  const doubt = clockDoubt(record, Date.now());
  return (
    <>
      {doubt && <Banner tone="warning">{doubt}: the controller&apos;s clock may be wrong.</Banner>}
      <Facts
        items={[
          { label: 'Employee', value: <Person record={record} /> },
          { label: 'Employee ID', value: attendanceText.employeeId(record) },
          { label: 'Badge ID', value: record.employee ? undefined : record.employee_code },
          { label: 'Event', value: attendanceText.event(record) },
          { label: 'Time', value: attendanceText.time(record) },
          { label: 'Controller', value: attendanceText.controller(record) },
          { label: 'Company', value: attendanceText.company(record) },
          { label: 'Mark', value: attendanceText.mark(record) },
          {
            label: 'Status',
            value: <Badge tone={record.is_processed ? 'good' : 'warning'}>{attendanceText.status(record)}</Badge>,
          },
          { label: 'Received', value: attendanceText.createdAt(record) },
          { label: 'Record ID', value: record.id },
          { label: 'HR sync', value: (record.hr_sync || record.hr_state) && <HrDelivery record={record} /> },
        ]}
      />
      {!record.employee && record.employee_code && (
        <UnknownPerson code={record.employee_code} company={record.company} />
      )}
    </>
  );
}

/** Links to the person's sheet, unless the server tells only the name. */
function Person({ record }: { record: AttendanceRecord }) {
  const name = attendanceText.employee(record);
  const id = record.employee?.id;
  const day = record.working_day?.day ?? formatDay(record.timestamp);
  return id === undefined ? name : <Link href={sheetDayAddress(id, day)}>{name}</Link>;
}

/** Offers to add the person, or to assign the code to an employee. */
function UnknownPerson({ code, company }: { code: string; company: AttendanceRecord['company'] }) {
  const known = company?.id !== undefined && { id: company.id, name: company.name };
  const [, navigate] = useLocation();
  const mayAdd = useCanCall()('POST /employees');
  const form = addressOf(paths.employees, { add: 1, employee_id: code, company_id: company?.id });
  return (
    <div className={`${layout.wrap} ${s.below}`}>
      {mayAdd && (
        <Button icon={<ActionIcon name="plus" />} onClick={() => navigate(form)}>
          Add Employee With This ID
        </Button>
      )}
      {known && <AssignCodeButton label="Assign to Employee" company={known} code={code} />}
    </div>
  );
}

/** Shows what the device sent, from which the record was made. */
function RecordDeviceEvent({ event }: { event: DeviceEvent }) {
  const { local_time, zone, is_ambiguous, direction, kind, number, raw, received_at } = event;
  return (
    <section aria-label="As the device sent it" className={`${layout.stack3} ${s.sent}`}>
      <h3>As the device sent it</h3>
      <Facts
        items={[
          { label: 'Device time', value: local_time },
          { label: 'Read in zone', value: zone },
          { label: 'Doubt', value: is_ambiguous && 'The clock showed this time twice. It was read as one of the two.' },
          { label: 'Direction', value: direction || 'None' },
          { label: 'Kind', value: kind },
          { label: 'Number', value: number },
          { label: 'Received', value: formatTime(received_at) },
        ]}
      />
      {raw && <RawText label="The line itself" text={raw} />}
      <Link href={eventsAddress(event)}>All events of the device on this day</Link>
    </section>
  );
}

const eventsAddress = ({ controller_id, local_time }: DeviceEvent) =>
  doorAddress(controller_id, 'events', { day: local_time.slice(0, 10) });

interface Steps {
  /** '12 of 50'; undefined if the record is not on this page. */
  place: string | undefined;
  /** Undefined if there is none. */
  toPrevious: (() => void) | undefined;
  toNext: (() => void) | undefined;
  hasMoved: boolean;
}

function useRecordSteps({ record: opened, list, page, onOpen }: Omit<RecordDialogProps, 'onClose'>): Steps {
  const [start] = useState(opened);
  const records = list.data?.data ?? [];
  const index = records.findIndex(({ id }) => String(id) === opened);

  const arrival = !list.loading && records.length > 0 && { first: 0, last: -1 }[opened];
  const arrive = useEffectEvent((position: number) => onOpen(String(records.at(position)?.id), page));
  useEffect(() => {
    if (typeof arrival === 'number') arrive(arrival);
  }, [arrival]);

  useEffect(() => {
    if (index >= 0) return markRow(opened);
  }, [opened, index]);

  const lastPage = list.data?.last_page ?? page;
  function step(by: 1 | -1): (() => void) | undefined {
    const neighbour = records[index + by];
    const otherPage = page + by;
    if (index < 0) return undefined;
    if (neighbour) return () => onOpen(String(neighbour.id), page);
    if (otherPage < 1 || otherPage > lastPage) return undefined;
    return () => onOpen(by > 0 ? 'first' : 'last', otherPage);
  }
  return {
    place: index < 0 ? undefined : `${index + 1} of ${records.length}`,
    toPrevious: step(-1),
    toNext: step(1),
    hasMoved: start !== opened,
  };
}

/** Marks the row in the list beside the sheet. */
function markRow(record: string): (() => void) | undefined {
  const row = document.querySelector(`[data-opens][value="${record}"]`)?.closest('tr');
  row?.setAttribute('data-open-record', '');
  row?.scrollIntoView({ block: 'nearest' });
  return () => row?.removeAttribute('data-open-record');
}

function RecordSteps({ place, toPrevious, toNext, record }: Steps & { record: AttendanceRecord | undefined }) {
  const frame = useRef<HTMLDivElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHere = event.target instanceof Node && frame.current?.closest('dialog')?.contains(event.target);
    if (!isHere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowLeft: toPrevious, ArrowRight: toNext }[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener('keydown', press, listening);
    return () => listening.abort();
  }, []);

  return (
    <div ref={frame} className={s.steps}>
      <Button
        icon={<ActionIcon name="chevronLeft" />}
        aria-keyshortcuts="ArrowLeft"
        aria-disabled={!toPrevious}
        onClick={toPrevious}
      >
        Previous Record
      </Button>
      <span role="status" className={layout.muted}>
        {place}
        {record && <VisuallyHidden>: {recordName(record)}</VisuallyHidden>}
      </span>
      <Button
        icon={<ActionIcon name="chevronRight" />}
        className={s.next}
        aria-keyshortcuts="ArrowRight"
        aria-disabled={!toNext}
        onClick={toNext}
      >
        Next Record
      </Button>
    </div>
  );
}
