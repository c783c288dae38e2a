// The records of one page, to look through and to select.

import { useMemo } from 'react';
import type { AttendanceRecord } from '../../contract/entities.ts';
import { formatTime } from '../../time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { clockDoubt } from './clock.ts';
import { companyName, controllerName, employeeId, employeeName, eventWord, statusWord } from './words.ts';
import * as s from './AttendanceTable.module.css';

interface AttendanceTableProps {
  records: readonly AttendanceRecord[];
  busy: boolean;
  selected: ReadonlySet<number>;
  onSelect(selected: ReadonlySet<number>): void;
  onView(id: number): void;
}

export function AttendanceTable({ records, busy, selected, onSelect, onView }: AttendanceTableProps) {
  const columns = useMemo(() => columnsWith(onView), [onView]);
  return (
    <Table
      caption="Attendance records"
      rows={records}
      rowKey={(record) => record.id}
      columns={columns}
      busy={busy}
      selection={{
        selected,
        toggle(id) {
          const next = new Set(selected);
          if (!next.delete(id)) next.add(id);
          onSelect(next);
        },
        toggleAll: () => onSelect(selected.size === records.length ? new Set() : new Set(records.map(({ id }) => id))),
        allLabel: `Select all ${records.length} records on this page`,
        label: (record) => `Select ${eventWord(record)} of ${employeeName(record)} at ${formatTime(record.timestamp)}`,
      }}
    />
  );
}

const columnsWith = (onView: (id: number) => void): readonly Column<AttendanceRecord>[] => [
  {
    id: 'employee',
    header: 'Employee',
    cell: (record) => (
      <>
        <span className={s.name}>{employeeName(record)}</span>
        <span className={s.id}>{employeeId(record)}</span>
      </>
    ),
  },
  {
    id: 'event',
    narrow: true,
    header: 'Event',
    cell: (record) => (
      <Badge tone={record.event_type === 'check-in' ? 'accent' : 'neutral'}>{eventWord(record)}</Badge>
    ),
  },
  {
    id: 'time',
    narrow: true,
    header: 'Time',
    cell: (record) => {
      const doubt = clockDoubt(record, Date.now());
      return (
        <>
          <time className={s.time}>{formatTime(record.timestamp)}</time>
          {doubt && <Badge tone="warning">{doubt}</Badge>}
        </>
      );
    },
  },
  { id: 'controller', header: 'Controller', cell: controllerName },
  { id: 'company', header: 'Company', cell: companyName },
  {
    id: 'status',
    narrow: true,
    header: 'Status',
    cell: (record) => <Badge tone={record.is_processed ? 'good' : 'warning'}>{statusWord(record)}</Badge>,
  },
  {
    id: 'actions',
    narrow: true,
    header: 'Actions',
    cell: (record) => (
      <Button
        size="small"
        aria-label={`View ${eventWord(record)} of ${employeeName(record)} at ${formatTime(record.timestamp)}`}
        onClick={() => onView(record.id)}
      >
        View
      </Button>
    ),
  },
];
