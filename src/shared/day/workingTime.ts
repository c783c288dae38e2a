// Checks for possible breaches of working time laws: too little rest between days, long days, short breaks, many days
// in a row. They only inform, and change no hours. docs/working-time.md has the rules, with an example of each.

import type { WorkingTimeLimits } from '../contract/timesheets.ts';
import type { ExceptionKind } from '../contract/workday.ts';
import type { DayEvent, DayException, WorkedDay } from './types.ts';

const msOfDay = 24 * 60 * 60_000;

/** Returns the number of days before a period that must be known for exact checks of its days. */
export const checkedDaysBefore = ({ rest_minutes, days_in_row }: WorkingTimeLimits): number =>
  Math.max(days_in_row, rest_minutes > 0 ? 2 : 0);

/** Adds the exceptions that follow from the limits. Days must be sorted by date. */
export function withWorkingTime<E extends DayEvent>(
  days: readonly WorkedDay<E>[],
  limits: WorkingTimeLimits,
): WorkedDay<E>[] {
  let lastOut: E | undefined;
  let inRow = 0;
  let lastDay = '';
  return days.map((day) => {
    const first = day.pairs[0]?.in ?? day.open;
    if (first) {
      inRow = Date.parse(day.day) - Date.parse(lastDay) === msOfDay ? inRow + 1 : 1;
      lastDay = day.day;
    }
    const exceptions = first ? checksOf(day, first, { lastOut, inRow }, limits) : [];
    lastOut = day.pairs.at(-1)?.out ?? lastOut;
    return exceptions.length === 0 ? day : { ...day, exceptions: [...day.exceptions, ...exceptions] };
  });
}

function checksOf<E extends DayEvent>(
  day: WorkedDay<E>,
  first: E,
  { lastOut, inRow }: { lastOut: E | undefined; inRow: number },
  limits: WorkingTimeLimits,
): DayException<E>[] {
  const { rest_minutes, longest_day_minutes, days_in_row } = limits;
  const rest = lastOut ? minuteOf(first) - minuteOf(lastOut) : Number.POSITIVE_INFINITY;
  const [taken, due] = [breakTaken(day, limits), breakDue(day, limits)];
  const check = (kind: ExceptionKind, isBroken: boolean, value: number, limit: number, other?: E) =>
    isBroken ? [{ kind, event: first, ...(other && { other }), value, limit }] : [];
  return [
    ...check('short_rest', rest < rest_minutes, rest, rest_minutes, lastOut),
    ...check('long_day', isOver(day.workedMinutes, longest_day_minutes), day.workedMinutes, longest_day_minutes),
    ...check('short_break', taken < due, taken, due),
    // The number beyond the limit would depend on how many earlier days are known.
    ...check('days_in_row', isOver(inRow, days_in_row), days_in_row + 1, days_in_row),
  ];
}

/** A limit of 0 means no limit. */
const isOver = (value: number, limit: number): boolean => limit > 0 && value > limit;

/** No break is due on days counted from first to last, since breaks are unknown. */
const breakDue = (day: WorkedDay, { breaks }: WorkingTimeLimits): number =>
  day.isWhole
    ? 0
    : Math.max(0, ...breaks.map((rule) => (day.workedMinutes > rule.over_minutes ? rule.break_minutes : 0)));

const breakTaken = ({ breaks }: WorkedDay, { break_part_minutes }: WorkingTimeLimits): number =>
  breaks.reduce((sum, { minutes }) => sum + (minutes >= break_part_minutes ? minutes : 0), 0);

const minuteOf = ({ at }: DayEvent) => Math.floor(at / 60_000);
