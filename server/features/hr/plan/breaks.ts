// Finds the lunch breaks in an employee's day.

import { breakBetween } from '../../../../src/shared/day/workedDays.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import type { DayPairing } from './pairing.ts';
import type { HrRecord, HrRules } from './types.ts';

export interface Break {
  readonly out: HrRecord;
  readonly back: HrRecord;
  readonly minutes: number;
}

/** Without auto detection, a break must begin in this period. */
const noon = { from: '11:00', until: '15:00' };

/** A lunch break is a break within the configured bounds, both included; the clock may change during it. */
export function findBreaks({ stretches }: DayPairing, rules: HrRules, businessTime: BusinessTime): Break[] {
  if (!rules.lunch_break_detection) return [];
  return stretches
    .flatMap((stretch, index) => breakBetween(stretches[index - 1], stretch))
    .map((pause) => ({ out: pause.out.record, back: pause.in.record, minutes: pause.minutes }))
    .filter(
      ({ out, minutes }) =>
        minutes >= rules.min_break_duration_minutes &&
        minutes <= rules.max_break_duration_minutes &&
        (rules.auto_detect_breaks || beginsAroundNoon(out, businessTime)),
    );
}

/** Until when a check-out, which nothing follows yet, may still turn out to begin a lunch break; or empty. */
export function mayBeginBreakUntil(out: HrRecord, rules: HrRules, businessTime: BusinessTime): string {
  const isPossible = rules.lunch_break_detection && (rules.auto_detect_breaks || beginsAroundNoon(out, businessTime));
  return isPossible ? instantOf(plusMinutes(dateOf(out.occurred_at), rules.max_break_duration_minutes)) : '';
}

function beginsAroundNoon(out: HrRecord, businessTime: BusinessTime): boolean {
  const timeOfDay = businessTime.wallClock(out.occurred_at).slice(11, 16);
  return timeOfDay >= noon.from && timeOfDay < noon.until;
}
