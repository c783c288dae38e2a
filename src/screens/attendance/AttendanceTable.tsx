import { useMemo } from 'react';
import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import { attendanceText } from '../../format/attendanceText.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Table, type Column, type Picks } from '../../ui/data/Table.tsx';
import { clockDoubt } from './clockDoubt.ts';
import * as s from './AttendanceTable.module.css';

interface AttendanceTableProps {
  records: readonly AttendanceRecord[];
  busy: boolean;
  /** Which are selected; undefined if none may be. */
  picks: Picks | undefined;
  onView(id: number): void;
}

export function AttendanceTable({ records, busy, picks, onView }: AttendanceTableProps) {
  const columns = useMemo(() => columnsWith(onView), [onView]);
  return (
    <Table
      caption="Attendance records"
      rows={records}
      rowKey={({ id }) => id}
      columns={columns}
      busy={busy}
      selection={picks && { picks, allLabel: `Select all ${records.length} records on this page`, label: selectLabel }}
    />
  );
}

const nameOf = (record: AttendanceRecord) =>
  `${attendanceText.event(record)} of ${attendanceText.employee(record)} at ${attendanceText.time(record)}`;

const selectLabel = (record: AttendanceRecord) => `Select ${nameOf(record)}`;

const columnsWith = (onView: (id: number) => void): readonly Column<AttendanceRecord>[] => [
  {
    id: 'employee',
    header: 'Employee',
    cell: (record) => (
      <>
        <span className={s.name}>{attendanceText.employee(record)}</span>
        <span className={s.id}>{attendanceText.employeeId(record)}</span>
      </>
    ),
  },
  {
    id: 'event',
    narrow: true,
    header: 'Event',
    cell: (record) => (
      <Badge tone={record.event_type === 'check-in' ? 'accent' : 'neutral'}>{attendanceText.event(record)}</Badge>
    ),
  },
  {
    id: 'time',
    narrow: true,
    header: 'Time',
    cell: (record) => {
      const doubt = clockDoubt(record, Date.now());
      if (!doubt) return attendanceText.time(record);
      return (
        <>
          <span className={s.time}>{attendanceText.time(record)}</span>
          <Badge tone="warning">{doubt}</Badge>
        </>
      );
    },
  },
  { id: 'controller', header: 'Controller', cell: attendanceText.controller },
  { id: 'company', header: 'Company', cell: attendanceText.company },
  {
    id: 'status',
    narrow: true,
    header: 'Status',
    cell: (record) => <Badge tone={record.is_processed ? 'good' : 'warning'}>{attendanceText.status(record)}</Badge>,
  },
  {
    id: 'actions',
    narrow: true,
    screenOnly: true,
    header: 'Actions',
    cell: (record) => (
      <Button size="small" className={s.view} aria-label={`View ${nameOf(record)}`} onClick={() => onView(record.id)}>
        View
      </Button>
    ),
  },
];
