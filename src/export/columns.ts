// The columns of exported files.

import type { AttendanceRecord } from '../contract/entities/attendance.ts';
import { attendanceText } from '../format/attendanceText.ts';

const columns = [
  { title: 'Employee Name', text: attendanceText.employee },
  { title: 'Employee ID', text: attendanceText.employeeId },
  { title: 'Event Type', text: attendanceText.event },
  { title: 'Timestamp', text: attendanceText.time },
  { title: 'Controller', text: attendanceText.controller },
  { title: 'Company', text: attendanceText.company },
  { title: 'Status', text: attendanceText.status },
  { title: 'Created At', text: attendanceText.createdAt },
];

export const titles: readonly string[] = columns.map(({ title }) => title);
/** The PDF has all but the last, Created At. */
export const pdfTitles: readonly string[] = titles.slice(0, -1);

export interface Row {
  readonly id: number;
  readonly cells: readonly string[];
}

export function rowOf(record: AttendanceRecord): Row {
  return { id: record.id, cells: columns.map(({ text }) => wellFormed(text(record))) };
}

/** No file can store half a surrogate pair, so the hash must not cover it either. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');
