// The rows and columns of exported files.

import type { AttendanceRecord } from '../contract/entities/attendance.ts';
import { cellsOf, titles } from '../format/exportedRow.ts';

/** The PDF has all columns but the last, Created At. */
export const pdfTitles: readonly string[] = titles.slice(0, -1);

export interface Row {
  readonly id: number;
  readonly cells: readonly string[];
  /** The ID that the controller sent, where no employee has it. */
  readonly unknownId?: string;
}

export function rowOf(record: AttendanceRecord): Row {
  const row = { id: record.id, cells: cellsOf(record) };
  return record.employee || !record.employee_code ? row : { ...row, unknownId: record.employee_code };
}
