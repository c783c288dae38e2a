// The rows and columns of exported files.

import type { AttendanceRecord } from '../contract/entities/attendance.ts';
import { cellsOf, titles } from '../format/exportedRow.ts';

/** The PDF has all columns but the last, Created At. */
export const pdfTitles: readonly string[] = titles.slice(0, -1);

export interface Row {
  readonly id: number;
  readonly cells: readonly string[];
}

export const rowOf = (record: AttendanceRecord): Row => ({ id: record.id, cells: cellsOf(record) });
