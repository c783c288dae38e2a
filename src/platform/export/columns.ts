// The rows and columns of exported files.

import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { cellsOf, titles } from '../../shared/words/exportedRow.ts';

/** Title of the sheet. */
export const recordsTitle = 'Attendance Records';

/** The PDF has all columns but the last, Created At. */
export const pdfTitles: readonly string[] = titles.slice(0, -1);

export interface Row {
  readonly id: number;
  readonly cells: readonly string[];
  /** The ID that the controller sent, where no employee has it. */
  readonly unknownId?: string;
  /** Change that a person made to the record. */
  readonly mark?: 'manual' | 'setAside';
}

export function rowOf(record: AttendanceRecord): Row {
  const row: Row = { id: record.id, cells: cellsOf(record), ...markOf(record) };
  return record.employee || !record.employee_code ? row : { ...row, unknownId: record.employee_code };
}

/** Set aside comes first: a record that was added and then set aside does not count. */
function markOf({ is_manual, is_set_aside }: AttendanceRecord): Pick<Row, 'mark'> {
  if (is_set_aside) return { mark: 'setAside' };
  return is_manual ? { mark: 'manual' } : {};
}
