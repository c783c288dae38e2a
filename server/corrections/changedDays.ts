// The days that corrections change, before and after: for the preview and for the audit.

import type { CorrectedDay } from '../../src/contract/entities/corrections.ts';
import { figuresOf } from '../../src/day/figures.ts';
import { timeIn } from '../day/storedEvents.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import type { Day, DayChange } from './triedDays.ts';

export const changedDays = (changes: readonly DayChange[], businessTime: BusinessTime): Omit<CorrectedDay, 'hr'>[] =>
  changes.map(({ target: { person }, day, before, after }) => ({
    employee: person?.employee ?? null,
    day,
    before: summaryOf(before, businessTime),
    after: summaryOf(after, businessTime),
  }));

/** For the two sides of an audit entry. */
export function auditedDays(changes: readonly DayChange[], businessTime: BusinessTime) {
  const days = changedDays(changes, businessTime);
  return {
    before: days.map(({ after: _, ...day }) => day),
    after: days.map(({ before: _, ...day }) => day),
  };
}

function summaryOf(day: Day | undefined, businessTime: BusinessTime): CorrectedDay['before'] {
  if (!day) return { first_in: '', last_out: '', worked_minutes: 0 };
  const { first_in, last_out, worked_minutes } = figuresOf(day, timeIn(businessTime));
  return { first_in, last_out, worked_minutes };
}
