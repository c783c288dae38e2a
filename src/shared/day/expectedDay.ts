// Computes what a person was expected to work on a day, and how the hours worked differ. docs/expected.md has the
// rules. Nobody is called absent where leave is unknown.

import { type Weekday, weekdays } from '../contract/expectedTime.ts';
import type { DaySummary, Excuse, ExpectedDay, ExpectedMark } from '../contract/timesheets.ts';
import { clockTime, formatDay } from '../words/time.ts';
import { hoursAndMinutes, signedHours } from '../words/workedTime.ts';
import type { WorkedDay } from './types.ts';

/** Facts known about a day in advance. */
export interface DayPlan {
  readonly day: string;
  /** Minutes by weekday, and clock times 'HH:MM' or ''. */
  readonly pattern: Readonly<Record<Weekday, number> & { latest_start: string; earliest_end: string }>;
  /** 'of Acme', for the explanation. */
  readonly whose: string;
  /** Time at which the company's working days begin, 'HH:MM'. */
  readonly startsAt: string;
  readonly isEmployed: boolean;
  readonly freeDay?: { readonly name: string; readonly isHalf: boolean } | undefined;
  readonly leave?: LeaveOfDay | undefined;
  /** Whether all leave on this day is known, so that people without leave who do not come are absent. */
  readonly isLeaveKnown: boolean;
  /** HR system that leave should come from, but has not been read since this day, or not for this person. */
  readonly unreadFrom?: string | undefined;
}

export interface LeaveOfDay {
  /** Number of half days off. */
  readonly halves: number;
  /** Further minutes off, from HR systems that count hours. */
  readonly minutes: number;
  /** HR system that it was read from; empty if it was entered by hand. */
  readonly source: string;
}

export type WorkedFigures = Pick<DaySummary, 'first_in' | 'last_out' | 'worked_minutes' | 'is_open'> &
  ReturnType<typeof knownEnds>;

/** Whether it is known when the person came and went: not if a check-in or check-out is missing there. */
export const knownEnds = ({ exceptions, firstIn, lastOut }: WorkedDay) => ({
  isStartKnown: exceptions.every(({ kind, event }) => kind !== 'no_check_in' || event.at > (firstIn?.at ?? 0)),
  isEndKnown: exceptions.every(
    ({ kind, event }) => !['no_check_out', 'open_too_long'].includes(kind) || event.at < (lastOut?.at ?? 0),
  ),
});

/** Subtracts half of the pattern's minutes for each half day off, rounds down, and subtracts leave in minutes. */
export function expectedMinutes(plan: DayPlan): number {
  const { day, pattern, isEmployed, leave } = plan;
  if (!isEmployed) return 0;
  const rest = Math.floor((pattern[weekdayOf(day)] * Math.max(0, 2 - halvesOff(plan))) / 2);
  return Math.max(0, rest - (leave?.minutes ?? 0));
}

const halvesOff = ({ freeDay, leave }: DayPlan): number =>
  (freeDay ? (freeDay.isHalf ? 1 : 2) : 0) + (leave?.halves ?? 0);

const weekdayOf = (day: string): Weekday => weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? 'monday';

interface Expected extends Omit<ExpectedDay, 'explanation'> {
  readonly marks: ExpectedMark[];
}

/** `worked` is undefined for a day without events. */
export function expectedDay(plan: DayPlan, worked: WorkedFigures | undefined, isOver: boolean): Expected {
  const expected_minutes = expectedMinutes(plan);
  const isCounted = isOver && !worked?.is_open;
  return {
    day: plan.day,
    expected_minutes,
    difference_minutes: isCounted ? (worked?.worked_minutes ?? 0) - expected_minutes : null,
    marks: expected_minutes > 0 ? marksOf(plan, worked, isCounted) : [],
    excused: excuseOf(plan),
  };
}

function marksOf(plan: DayPlan, worked: WorkedFigures | undefined, isCounted: boolean): ExpectedMark[] {
  if (!worked?.first_in && !worked?.last_out) return isCounted ? [plan.isLeaveKnown ? 'absent' : 'not_seen'] : [];
  const { first_in, last_out, isStartKnown, isEndKnown } = worked;
  const { start, end } = limitsOf(plan);
  const isLate = first_in && isStartKnown && start !== undefined && minuteOf(plan, first_in) > start;
  const hasLeftEarly = isCounted && last_out && isEndKnown && end !== undefined && minuteOf(plan, last_out) < end;
  return [...(isLate ? ['late' as const] : []), ...(hasLeftEarly ? ['left_early' as const] : [])];
}

function excuseOf(plan: DayPlan): Excuse | '' {
  const { day, pattern, isEmployed, freeDay, leave } = plan;
  if (pattern[weekdayOf(day)] === 0) return '';
  if (!isEmployed) return 'not_employed';
  if (freeDay && !(freeDay.isHalf && leave && leave.halves >= 2)) return 'free_day';
  return leave ? 'leave' : '';
}

/**
 * Returns the latest start and earliest end, in minutes after midnight of the working day. Undefined where the pattern
 * has none, and on partial days off, as it is unknown which part is off.
 */
export function limitsOf(plan: DayPlan): { start: number | undefined; end: number | undefined } {
  const { latest_start, earliest_end } = plan.pattern;
  if (plan.leave || plan.freeDay) return { start: undefined, end: undefined };
  const start = latest_start ? inDay(latest_start, plan.startsAt) : undefined;
  const end = earliest_end ? inDay(earliest_end, plan.startsAt) : undefined;
  // A night shift ends on the next day.
  return { start, end: end !== undefined && start !== undefined && end <= start ? end + minutesOfDay : end };
}

const minutesOfDay = 24 * 60;
const minutesAt = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
/** Counts a clock time before the start of the working day as one on the next calendar day. */
const inDay = (clock: string, startsAt: string): number => minutesAt(clock) + (clock < startsAt ? minutesOfDay : 0);

/** Returns a wall clock's minutes after midnight of the working day. */
export function minuteOf({ day }: Pick<DayPlan, 'day'>, wallClock: string): number {
  const msLater = wallClock.startsWith(day) ? 0 : Date.parse(formatDay(wallClock)) - Date.parse(day);
  return (msLater / 86_400_000) * minutesOfDay + minutesAt(clockTime(wallClock));
}

/** Explains where the expected time and the difference come from. */
export function explain(plan: DayPlan, worked: WorkedFigures | undefined, isOver: boolean): string[] {
  const { day, pattern, whose, isEmployed, freeDay, leave } = plan;
  const whole = pattern[weekdayOf(day)];
  const result = expectedDay(plan, worked, isOver);
  const sentences: Readonly<Record<ExpectedMark, string>> = {
    late: `Late: came at ${clockTime(worked?.first_in ?? '')}, latest start ${pattern.latest_start}.`,
    left_early: `Left early: went at ${clockTime(worked?.last_out ?? '')}, earliest end ${pattern.earliest_end}.`,
    absent: 'Absent: no events, and no leave.',
    not_seen: plan.unreadFrom
      ? `Not seen: no events. Whether it was leave was not read from ${plan.unreadFrom} since.`
      : 'Not seen: no events. Whether it was leave is not known.',
  };
  return [
    `Pattern ${whose}: ${hoursAndMinutes(whole)}.`,
    ...(isEmployed ? [] : ['Not employed on this day.']),
    ...(isEmployed && freeDay
      ? [`Free for ${freeDay.isHalf ? 'half a day' : 'the day'}: ${freeDay.name || 'free day'}.`]
      : []),
    ...(isEmployed && leave ? [leaveInWords(leave)] : []),
    ...result.marks.map((mark) => sentences[mark]),
    result.difference_minutes === null
      ? `Expected ${hoursAndMinutes(result.expected_minutes)}. It counts when the day is over.`
      : `Worked ${hoursAndMinutes(worked?.worked_minutes ?? 0)}, expected ${hoursAndMinutes(result.expected_minutes)}: ${signedHours(result.difference_minutes)}.`,
  ];
}

function leaveInWords({ halves, minutes, source }: LeaveOfDay): string {
  const days = halves >= 2 ? ['the day'] : halves === 1 ? ['half a day'] : [];
  const parts = [...days, ...(minutes > 0 ? [hoursAndMinutes(minutes)] : [])];
  return `Leave for ${parts.join(' and ')}${source && `, read from ${source}`}.`;
}
