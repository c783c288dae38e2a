// The days that corrections change, before and after: for the preview and for the audit.

import type { CorrectedDay } from '../../src/contract/entities/corrections.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import type { Day, DayChange } from './triedDays.ts';

export const changedDays = (changes: readonly DayChange[], businessTime: BusinessTime): Omit<CorrectedDay, 'hr'>[] =>
  changes.map(({ target: { person }, day, before, after }) => ({
    employee: person?.employee ?? null,
    day,
    before: figuresOf(before, businessTime),
    after: figuresOf(after, businessTime),
  }));

/** For the two sides of an audit entry. */
export function auditedDays(changes: readonly DayChange[], businessTime: BusinessTime) {
  const days = changedDays(changes, businessTime);
  return {
    before: days.map(({ after: _, ...day }) => day),
    after: days.map(({ before: _, ...day }) => day),
  };
}

function figuresOf(day: Day | undefined, businessTime: BusinessTime): CorrectedDay['before'] {
  const shown = (event: Day['firstIn']) => (event ? businessTime.wallClock(event.occurredAt) : '');
  return { first_in: shown(day?.firstIn), last_out: shown(day?.lastOut), worked_minutes: day?.workedMinutes ?? 0 };
}
