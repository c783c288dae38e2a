// The months of which leave is read: whole ones, since a month is closed as a whole.

import { lastDayOf, monthsBefore } from '../../../../src/shared/words/months.ts';
import { type Clock, daysAfter, instantOf } from '../../../platform/time/clock.ts';

const [daysBack, daysAhead] = [31, 92];

/** 'YYYY-MM', from the oldest. */
export function monthsOfReading(clock: Pick<Clock, 'dayOf'>, now: Date): string[] {
  const today = clock.dayOf(instantOf(now));
  const end = daysAfter(lastDayOf(daysAfter(today, daysAhead).slice(0, 7)), 1);
  const first = daysAfter(today, -daysBack).slice(0, 7);
  return monthsBefore(end, 12)
    .filter((month) => month >= first)
    .reverse();
}
