// Which check-out and check-in of a person's day were a lunch break.

import type { BusinessTime } from '../../time/businessTime.ts';
import type { HrRecord, HrRules } from './types.ts';
import { dateOf } from '../../time/instants.ts';

export interface Break {
  readonly out: HrRecord;
  readonly back: HrRecord;
  readonly minutes: number;
}

/** Without auto detection a break is one that begins around noon. */
const noon = { from: '11:00', until: '15:00' };

/**
 * A check-out of somebody who was in, followed by their check-in, with a gap within the bounds (both
 * included). The gap is time that passed, whatever the clocks on the wall did meanwhile.
 */
export function findBreaks(
  events: readonly HrRecord[],
  cameInBefore: boolean,
  rules: HrRules,
  time: BusinessTime,
): Break[] {
  if (!rules.lunch_break_detection) return [];
  return events.flatMap((back, index) => {
    const out = events[index - 1];
    if (!out || back.event_type !== 'check-in' || out.event_type !== 'check-out') return [];
    const before = events[index - 2];
    const wasIn = before ? before.event_type === 'check-in' : cameInBefore;
    const minutes = minutesBetween(out.occurred_at, back.occurred_at);
    const fits = minutes >= rules.min_break_duration_minutes && minutes <= rules.max_break_duration_minutes;
    const isTimely = rules.auto_detect_breaks || beginsAroundNoon(out, time);
    return wasIn && fits && isTimely ? [{ out, back, minutes: Math.floor(minutes) }] : [];
  });
}

function beginsAroundNoon(out: HrRecord, time: BusinessTime): boolean {
  const clock = time.wallClock(out.occurred_at).slice(11, 16);
  return clock >= noon.from && clock < noon.until;
}

export const minutesBetween = (earlier: string, later: string): number =>
  (dateOf(later).getTime() - dateOf(earlier).getTime()) / 60_000;
