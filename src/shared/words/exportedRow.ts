// A record as a row of an exported file, and how rows are hashed. The server repeats both before it signs an export.

import type { AttendanceRecord } from '../contract/attendance.ts';
import { attendanceText } from './attendanceText.ts';

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

export const cellsOf = (record: AttendanceRecord): string[] => columns.map(({ text }) => wellFormed(text(record)));

/** No file can store half a surrogate pair, so the hash must not cover it either. */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** As UTF-8, each row is hashed as a JSON array of its cells and a line feed, which other programs can repeat. */
export const hashedLine = (cells: readonly string[]) => `${JSON.stringify(cells)}\n`;
