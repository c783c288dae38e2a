// The days that corrections change, before and after: for the preview and for the audit.

import type { CorrectedDay } from '../../../src/shared/contract/corrections.ts';
import { daySummary } from '../workday/daySummary.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import type { DayChange } from './triedDays.ts';

export const changedDays = (changes: readonly DayChange[], businessTime: BusinessTime): Omit<CorrectedDay, 'hr'>[] =>
  changes.map(({ target: { person }, day, before, after }) => ({
    employee: person?.employee ?? null,
    day,
    before: daySummary(before, businessTime),
    after: daySummary(after, businessTime),
  }));

/** For the two sides of an audit entry. */
export function auditedDays(changes: readonly DayChange[], businessTime: BusinessTime) {
  const days = changedDays(changes, businessTime);
  return {
    before: days.map(({ after: _, ...day }) => day),
    after: days.map(({ before: _, ...day }) => day),
  };
}
