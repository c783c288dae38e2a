// Finds the lunch breaks in an employee's day.

import type { BusinessTime } from '../../time/businessTime.ts';
import { dateOf } from '../../time/instants.ts';
import type { HrRecord, HrRules } from './types.ts';

export interface Break {
  readonly out: HrRecord;
  readonly back: HrRecord;
  readonly minutes: number;
}

/** Without auto detection, a break must begin in this period. */
const noon = { from: '11:00', until: '15:00' };

/**
 * A break is a check-out while checked in, followed by a check-in, with a gap within the configured bounds (both
 * included). The gap is elapsed time, even across clock changes.
 */
export function findBreaks(
  events: readonly HrRecord[],
  isInAtStart: boolean,
  rules: HrRules,
  businessTime: BusinessTime,
): Break[] {
  if (!rules.lunch_break_detection) return [];
  return events.flatMap((back, index) => {
    const out = events[index - 1];
    if (!out || back.event_type !== 'check-in' || out.event_type !== 'check-out') return [];
    const before = events[index - 2];
    const wasIn = before ? before.event_type === 'check-in' : isInAtStart;
    const minutes = minutesBetween(out.occurred_at, back.occurred_at);
    const fits = minutes >= rules.min_break_duration_minutes && minutes <= rules.max_break_duration_minutes;
    const isTimely = rules.auto_detect_breaks || beginsAroundNoon(out, businessTime);
    return wasIn && fits && isTimely ? [{ out, back, minutes: Math.floor(minutes) }] : [];
  });
}

function beginsAroundNoon(out: HrRecord, businessTime: BusinessTime): boolean {
  const timeOfDay = businessTime.wallClock(out.occurred_at).slice(11, 16);
  return timeOfDay >= noon.from && timeOfDay < noon.until;
}

export const minutesBetween = (earlier: string, later: string): number =>
  (dateOf(later).getTime() - dateOf(earlier).getTime()) / 60_000;
