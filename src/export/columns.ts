// The columns of an export and the words in their cells; the table on the screen says the same ones.

import type { AttendanceRecord } from '../contract/entities/attendance.ts';
import { formatTime } from '../format/time.ts';

export const words = {
  employee: ({ employee }: AttendanceRecord) => employee?.name || 'Unknown Employee',
  employeeId: ({ employee }: AttendanceRecord) => employee?.employee_id || 'N/A',
  event: ({ event_type }: AttendanceRecord) => (event_type === 'check-in' ? 'Check In' : 'Check Out'),
  time: ({ timestamp }: AttendanceRecord) => formatTime(timestamp),
  controller: ({ access_controller }: AttendanceRecord) => access_controller?.name || 'Unknown Controller',
  company: ({ company }: AttendanceRecord) => company?.name || 'Unknown Company',
  status: ({ is_processed }: AttendanceRecord) => (is_processed ? 'Processed' : 'Pending'),
  createdAt: ({ created_at }: AttendanceRecord) => formatTime(created_at),
};

const columns = [
  { title: 'Employee Name', cell: words.employee },
  { title: 'Employee ID', cell: words.employeeId },
  { title: 'Event Type', cell: words.event },
  { title: 'Timestamp', cell: words.time },
  { title: 'Controller', cell: words.controller },
  { title: 'Company', cell: words.company },
  { title: 'Status', cell: words.status },
  { title: 'Created At', cell: words.createdAt },
];

export const titles: readonly string[] = columns.map(({ title }) => title);
/** The PDF has all but the last, Created At. */
export const pdfTitles: readonly string[] = titles.slice(0, -1);

export interface Row {
  readonly id: number;
  readonly cells: readonly string[];
}

export function rowOf(record: AttendanceRecord): Row {
  return { id: record.id, cells: columns.map(({ cell }) => wellFormed(cell(record))) };
}

/** Half of a surrogate pair cannot be stored in any file, so it must not be in what is hashed either. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');
