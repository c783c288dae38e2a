import { useMemo } from 'react';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { Table, type Picks } from '../../platform/ui/data/Table.tsx';
import { columnsFor, recordName } from './columns.tsx';
import { dayOf } from './shownTime.ts';

interface AttendanceTableProps {
  records: readonly AttendanceRecord[];
  busy: boolean;
  /** All are of one company, which is chosen. */
  isOneCompany: boolean;
  /** Which are selected; undefined if none may be. */
  picks: Picks | undefined;
  onView(id: number): void;
}

export function AttendanceTable({ records, busy, isOneCompany, picks, onView }: AttendanceTableProps) {
  const hasHrState = records.some(({ hr_state }) => hr_state);
  const columns = useMemo(
    () => columnsFor({ hasCompany: !isOneCompany, hasHrState, onView }),
    [isOneCompany, hasHrState, onView],
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

const idOf = ({ id }: AttendanceRecord) => id;
const selectLabel = (record: AttendanceRecord) => `Select ${recordName(record)}`;
