// Words for a working day in timesheets, a person's sheet and exported files.

import type { DaySummary, ExpectedDay, ExpectedTime } from '../contract/timesheets.ts';
import { exceptionName } from './exceptionWords.ts';
import { shortClockOn } from './workedTime.ts';

type Marked = Pick<DaySummary, 'is_open'> & { exceptions: readonly string[] };

/** Mark of a day whose last event so far is a check-in. */
export const stillIn = 'Still in';

/** Lists the remarks about a day besides its times, each once: 'Check-out missing', 'Added by hand'. */
export const marksOf = ({ is_open, exceptions }: Marked): string[] => [
  ...(is_open ? [stillIn] : []),
  ...[...new Set(exceptions)].map(exceptionName),
];

const expectedNames: Readonly<Record<string, string>> = {
  late: 'Late',
  left_early: 'Left early',
  absent: 'Absent',
  not_seen: 'Not seen',
  free_day: 'Free day',
  leave: 'Leave',
  not_employed: 'Not employed',
};

/** Returns marks that only a newer server knows as they are. */
export const expectedName = (mark: string): string => expectedNames[mark] ?? mark;

/** 'Free day', 'Late' */
export const expectedNotes = (day: Pick<ExpectedDay, 'marks' | 'excused'> | undefined): string[] =>
  day ? [...(day.excused ? [day.excused] : []), ...day.marks].map(expectedName) : [];

/** Whether a day is not over. Sums of expected time leave it out, while the hours worked include it. */
export const hasUnfinishedDay = ({ days }: ExpectedTime): boolean =>
  days.some(({ difference_minutes }) => difference_minutes === null);
export const ofFinishedDays = 'of the days that are over';

/** Describes a whole day in words. */
export function describeDay(day: DaySummary): string {
  const [start, end] = [shortClockOn(day.day, day.first_in), shortClockOn(day.day, day.last_out)];
  return [...(start ? [`In ${start}`] : []), ...(end ? [`Out ${end}`] : []), ...marksOf(day)].join(', ');
}

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
