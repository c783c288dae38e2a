// The moment at which a day's clocks on the wall show a time, true when clocks change: a time that is skipped
// comes with the skip, one that is repeated comes the first time.

import type { BusinessTime } from './businessTime.ts';
import { dateOf, instantOf, plusMinutes } from './instants.ts';

/** `clock` is 'HH:MM'. Answers the day's end where the clock never shows it that day. */
export function instantAt(time: BusinessTime, day: string, clock: string): string {
  const end = time.endOf(day);
  const wanted = minutesOf(clock);
  // Offsets change only at full quarters of an hour, and by less than two hours.
  const quarter = Math.max(0, Math.floor(wanted / 15) - 8) * 15;
  for (let start = later(time.startOf(day), quarter); start < end; start = later(start, 15)) {
    const shown = minutesOf(time.wallClock(start).slice(11, 16));
    if (shown >= wanted) return start;
    if (shown + 15 > wanted) return later(start, wanted - shown);
  }
  return end;
}

export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const later = (instant: string, minutes: number) => instantOf(plusMinutes(dateOf(instant), minutes));

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}
