// Turns a date and a wall-clock time into an instant. A time that clocks skip means the moment of the skip; a time
// that occurs twice means the first.

import type { BusinessTime } from './businessTime.ts';
import { dateOf, instantOf, plusMinutes } from './instants.ts';

/** `timeOfDay` is 'HH:MM'. Returns the end of the day if the clock never shows that time on it. */
export function instantAt(businessTime: BusinessTime, day: string, timeOfDay: string): string {
  const end = businessTime.endOf(day);
  const wanted = minutesOf(timeOfDay);
  // Offsets change only at full quarters of an hour, and by less than two hours.
  const quarter = Math.max(0, Math.floor(wanted / 15) - 8) * 15;
  for (let start = later(businessTime.startOf(day), quarter); start < end; start = later(start, 15)) {
    const shown = minutesOf(businessTime.wallClock(start).slice(11, 16));
    if (shown >= wanted) return start;
    if (shown + 15 > wanted) return later(start, wanted - shown);
  }
  return end;
}

/** Whether the text is a time of day, 'HH:MM'. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const later = (instant: string, minutes: number) => instantOf(plusMinutes(dateOf(instant), minutes));

const minutesOf = (timeOfDay: string) => Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5));
