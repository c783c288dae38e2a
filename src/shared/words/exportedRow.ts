// Turns records into rows of exported files, and hashes rows. The server repeats both before it signs an export.

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

/** Adds the zone next to the time, for companies in several time zones. */
const zonedColumns = columns.toSpliced(4, 0, { title: 'Time Zone', text: attendanceText.zone });

const titlesOf = (of: typeof columns): readonly string[] => of.map(({ title }) => title);
export const titles = titlesOf(columns);
export const zonedTitles = titlesOf(zonedColumns);

export const cellsOf = (record: AttendanceRecord, hasZones: boolean): string[] =>
  (hasZones ? zonedColumns : columns).map(({ text }) => wellFormed(text(record)));

/** Replaces lone surrogates. Files cannot store them, so the hash must not cover them either. */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Returns a row's text for the hash: a JSON array of its cells and a line feed, which other programs can reproduce. */
export const hashedLine = (cells: readonly string[]) => `${JSON.stringify(cells)}\n`;
