// Working days: those of the calendar, or those that begin some hours after midnight, for night shifts.

import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { daysAfter } from '../../platform/time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { instantAt } from '../../platform/time/localTime.ts';

export interface WorkingDays {
  /** 'YYYY-MM-DD' */
  dayOf(instant: string): string;
  /** The first instant of a day. */
  startOf(day: string): string;
  /** The first instant after the day. */
  endOf(day: string): string;
}

/** A day, and those next to it. */
interface Bounds {
  readonly before: string;
  readonly start: string;
  readonly end: string;
  readonly after: string;
}

/** `startsAt` is 'HH:MM', before noon. */
export function createWorkingDays(businessTime: BusinessTime, startsAt: string): WorkingDays {
  const known = new Map<string, Bounds>();
  function boundsOf(day: string): Bounds {
    const [before, after] = [daysAfter(day, -1), daysAfter(day, 1)];
    const start = known.get(before)?.end ?? instantAt(businessTime, day, startsAt);
    const end = known.get(after)?.start ?? instantAt(businessTime, after, startsAt);
    const bounds = { before, start, end, after };
    known.set(day, bounds);
    return bounds;
  }
  const bounds = (day: string) => known.get(day) ?? boundsOf(day);
  return {
    dayOf(instant) {
      // The day of UTC is next to it, if not the same.
      let day = instant.slice(0, 10);
      while (instant < bounds(day).start) day = bounds(day).before;
      while (instant >= bounds(day).end) day = bounds(day).after;
      return day;
    },
    startOf: (day) => bounds(day).start,
    endOf: (day) => bounds(day).end,
  };
}

/** A working day may begin as late as noon. */
const latestStartHour = 12;

/** All of these days, whenever the working day of a company begins. */
export function instantsAround(days: { from: string; until: string }, businessTime: BusinessTime) {
  const end = dateOf(businessTime.endOf(days.until));
  return { from: businessTime.startOf(days.from), until: instantOf(plusMinutes(end, latestStartHour * 60)) };
}
