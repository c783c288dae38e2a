import clsx from 'clsx';
import { useMemo } from 'react';
import { hasSeveralZones } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { type Column, idOf, type Picks, Table } from '../../platform/ui/data/Table.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { VisuallyHidden } from '../../platform/ui/layout/VisuallyHidden.tsx';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { attendanceText } from '../../shared/words/attendanceText.ts';
import { dayTitle } from '../../shared/words/time.ts';
import { hrStateText } from '../hr/hrStates.ts';
import { clockDoubt } from './clockDoubt.ts';
import * as s from './AttendanceTable.module.css';

interface AttendanceTableProps {
  records: readonly AttendanceRecord[];
  busy: boolean;
  /** True if a company is chosen. */
  isOneCompany: boolean;
  /** The selection; undefined if nothing may be selected. */
  picks: Picks | undefined;
  onView(id: number): void;
}

export function AttendanceTable({ records, busy, isOneCompany, picks, onView }: AttendanceTableProps) {
  const hasHrState = records.some(({ hr_state }) => hr_state);
  const hasZones = hasSeveralZones(useUser()) && !isOneCompany;
  const columns = useMemo(
    () => columnsFor({ hasCompany: !isOneCompany, hasZones, hasHrState, onView }),
    [isOneCompany, hasZones, hasHrState, onView],
  );
  return (
    <Table
      dense
      caption="Attendance records"
      rows={records}
      rowKey={idOf}
      columns={columns}
      groupOf={dayOf}
      busy={busy}
      selection={picks && { picks, allLabel: `Select all ${records.length} records on this page`, label: selectLabel }}
    />
  );
}

const selectLabel = (record: AttendanceRecord) => `Select ${recordName(record)}`;

interface Shown {
  /** False while one company is chosen. */
  hasCompany: boolean;
  /** The companies are in several time zones. */
  hasZones: boolean;
  /** The server tells what became of the records in the HR sync. */
  hasHrState: boolean;
  onView(id: number): void;
}

const columnsFor = ({ hasCompany, hasZones, hasHrState, onView }: Shown): readonly Column<AttendanceRecord>[] => [
  {
    id: 'employee',
    header: 'Employee',
    rowHeader: true,
    className: s.employee,
    cell: (record) => (
      <>
        {`${attendanceText.employee(record)} `}
        <bdi className={s.muted}>{attendanceText.employeeId(record)}</bdi>
        {hasCompany && markBesideName(record)}
      </>
    ),
  },
  {
    id: 'event',
    header: 'Event',
    className: s.event,
    phone: 'end',
    cell: (record) => (
      <Badge tone={record.event_type === 'check-in' ? 'accent' : 'neutral'}>
        {struck(record, attendanceText.event(record))}
      </Badge>
    ),
  },
  {
    id: 'time',
    header: 'Time',
    narrow: true,
    className: s.time,
    phone: 'below',
    cell: (record) => <Time record={record} hasZones={hasZones} />,
  },
  {
    id: 'controller',
    header: 'Controller',
    className: clsx(hasCompany && s.spare),
    phone: 'belowMiddle',
    cell: markedController,
  },
  ...(hasCompany
    ? [
        {
          id: 'company',
          header: 'Company',
          className: clsx(s.company, hasHrState && s.crowded),
          phone: 'hidden' as const,
          cell: attendanceText.company,
        },
      ]
    : []),
  {
    id: 'status',
    header: 'Status',
    className: s.status,
    phone: 'belowEnd',
    cell: (record) => <Badge tone={record.is_processed ? 'good' : 'warning'}>{attendanceText.status(record)}</Badge>,
  },
  ...(hasHrState ? [{ id: 'hr', header: 'HR Sync', className: s.hr, phone: 'last' as const, cell: hrState }] : []),
  {
    id: 'actions',
    screenOnly: true,
    header: 'Actions',
    className: s.actions,
    cell: (record) => (
      <Button
        size="small"
        className={s.view}
        aria-label={`View ${recordName(record)}`}
        value={record.id}
        data-opens
        onClick={() => onView(record.id)}
      >
        View
      </Button>
    ),
  },
];

export const recordName = (record: AttendanceRecord) =>
  `${attendanceText.event(record)} of ${attendanceText.employee(record)} at ${attendanceText.time(record)}`;

/** A record added by hand has no controller, only its mark. */
function markedController(record: AttendanceRecord): string {
  const mark = attendanceText.mark(record);
  const controller = attendanceText.controller(record);
  return mark && mark !== controller ? `${mark} · ${controller}` : controller;
}

/** Shows the mark where the controller column is hidden. */
function markBesideName(record: AttendanceRecord) {
  const mark = attendanceText.mark(record);
  return (
    mark && (
      <span aria-hidden className={s.mark}>
        {` · ${mark}`}
      </span>
    )
  );
}

/** Strikes out a record that is set aside. The mark says so in words. */
const struck = ({ is_set_aside }: AttendanceRecord, text: string) => (is_set_aside ? <s>{text}</s> : text);

const hrState = ({ hr_state = '' }: AttendanceRecord) => (
  <span className={hr_state === 'failed' ? s.rejected : s.muted}>{hrStateText(hr_state)}</span>
);

function Time({ record, hasZones }: { record: AttendanceRecord; hasZones: boolean }) {
  const doubt = clockDoubt(record, Date.now());
  const time = attendanceText.time(record);
  return (
    <>
      <time dateTime={time}>{struck(record, clockOf(time))}</time>
      {hasZones && <span className={s.muted}> {attendanceText.offset(record)}</span>}
      {doubt && (
        <span className={s.doubt} title={doubt}>
          <Icon name="warning" />
          <span className={`${s.muted} ${s.reason}`}>{doubt}</span>
        </span>
      )}
      {record.is_closed && (
        <span className={s.closed} title="Closed month">
          <Icon name="lock" />
          <VisuallyHidden>Closed month</VisuallyHidden>
        </span>
      )}
    </>
  );
}

const dayAndClock = /^(\d{4}-\d{2}-\d{2}) (.+)$/;

function dayOf(record: AttendanceRecord): string {
  const [, day] = dayAndClock.exec(attendanceText.time(record)) ?? [];
  return day ? dayTitle(day) : 'Unknown day';
}

/** Returns the time of day from '2026-03-08 18:01:02'. */
const clockOf = (time: string): string => dayAndClock.exec(time)?.[2] ?? time;
