import { useMemo } from 'react';
import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import { Table, type Picks } from '../../ui/data/Table.tsx';
import { columnsFor, recordName } from './columns.tsx';
import { dayOf } from './shownTime.ts';
import * as s from './AttendanceTable.module.css';

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
    <div className={s.ledger}>
      <Table
        dense
        caption="Attendance records"
        rows={records}
        rowKey={idOf}
        columns={columns}
        groupOf={dayOf}
        busy={busy}
        selection={
          picks && { picks, allLabel: `Select all ${records.length} records on this page`, label: selectLabel }
        }
      />
      {!isOneCompany && <p className={s.hint}>Open a record to see its company and controller.</p>}
    </div>
  );
}

const idOf = ({ id }: AttendanceRecord) => id;
const selectLabel = (record: AttendanceRecord) => `Select ${recordName(record)}`;
