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

/** Replaces halves of surrogate pairs: no file can store them, so the hash must not cover them either. */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Line of a row for the hash: a JSON array of its cells and a line feed, as UTF-8, which other programs can repeat. */
export const hashedLine = (cells: readonly string[]) => `${JSON.stringify(cells)}\n`;
