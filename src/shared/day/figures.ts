// What working days come to, in the terms of the contract, whoever computes them. `timeOf` gives an event's timestamp.

import type { DayEvent, WorkedDay } from './types.ts';

type TimeOf<E> = (event: E) => string;

export const figuresOf = <E extends DayEvent>(day: WorkedDay<E>, timeOf: TimeOf<E>) => ({
  day: day.day,
  first_in: day.firstIn ? timeOf(day.firstIn) : '',
  last_out: day.lastOut ? timeOf(day.lastOut) : '',
  worked_minutes: day.workedMinutes,
  break_minutes: day.breakMinutes,
  is_open: day.open !== undefined,
});

export function spansOf<E extends DayEvent>({ pairs, breaks }: WorkedDay<E>, timeOf: TimeOf<E>) {
  const span = (from: E, until: E, minutes: number) => ({ from: timeOf(from), until: timeOf(until), minutes });
  return {
    pairs: pairs.map((pair) => span(pair.in, pair.out, pair.minutes)),
    breaks: breaks.map((each) => span(each.out, each.in, each.minutes)),
  };
}

export const totalsOf = (days: readonly WorkedDay[]) => ({
  worked_minutes: days.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0),
  break_minutes: days.reduce((sum, { breakMinutes }) => sum + breakMinutes, 0),
  days_present: days.filter(({ firstIn, lastOut }) => firstIn ?? lastOut).length,
});
