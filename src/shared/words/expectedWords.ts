// The words for expected time: in timesheets, in a person's sheet and in exported files.

import type { ExpectedDay } from '../contract/expectedTime.ts';
import { hoursAndMinutes } from './workedTime.ts';

/** '+0:31', '−8:00', '0:00' */
export const signedHours = (minutes: number): string =>
  `${minutes > 0 ? '+' : minutes < 0 ? '−' : ''}${hoursAndMinutes(Math.abs(minutes))}`;

const names: Readonly<Record<string, string>> = {
  late: 'Late',
  left_early: 'Left early',
  absent: 'Absent',
  not_seen: 'Not seen',
  free_day: 'Free day',
  leave: 'Leave',
  not_employed: 'Not employed',
};

/** A newer server may know more. */
export const expectedName = (mark: string): string => names[mark] ?? mark;

/** 'Free day', 'Late' */
export const expectedNotes = (day: Pick<ExpectedDay, 'marks' | 'excused'> | undefined): string[] =>
  day ? [...(day.excused ? [day.excused] : []), ...day.marks].map(expectedName) : [];

/** Minutes of '8', '8:30' or '-3:30'; undefined for anything else. */
export function readHours(text: string): number | undefined {
  const [, sign, hours, minutes = '00'] = /^\s*([-−+]?)(\d{1,5})(?::([0-5]\d))?\s*$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const total = Number(hours) * 60 + Number(minutes);
  return sign === '-' || sign === '−' ? -total : total;
}
