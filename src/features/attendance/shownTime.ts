// A record's time as the table shows it: its day stands above the rows, the clock in each of them.

import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { attendanceText } from '../../shared/words/attendanceText.ts';
import { dayTitle } from '../../shared/words/days.ts';

const dayAndClock = /^(\d{4}-\d{2}-\d{2}) (.+)$/;

export function dayOf(record: AttendanceRecord): string {
  const [, day] = dayAndClock.exec(attendanceText.time(record)) ?? [];
  return day ? dayTitle(day) : 'Unknown day';
}

/** Of '2026-03-08 18:01:02'. */
export const clockOf = (time: string): string => dayAndClock.exec(time)?.[2] ?? time;
