// Working days: those of the calendar, or those that begin some hours after midnight, for night shifts.

import type { BusinessTime } from '../time/businessTime.ts';
import { daysAfter } from '../time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../time/instants.ts';
import { instantAt } from '../time/wallClock.ts';

export interface WorkingDays {
  /** 'YYYY-MM-DD' */
  dayOf(instant: string): string;
  /** The first instant of a day. */
  startOf(day: string): string;
  /** The first instant after the day. */
  endOf(day: string): string;
}

/** `startsAt` is 'HH:MM', before noon. */
export function createWorkingDays(businessTime: BusinessTime, startsAt: string): WorkingDays {
  if (startsAt === '00:00') return businessTime;
  const starts = new Map<string, string>();
  function startOf(day: string): string {
    const start = starts.get(day) ?? instantAt(businessTime, day, startsAt);
    starts.set(day, start);
    return start;
  }
  return {
    dayOf(instant) {
      const day = businessTime.dayOf(instant);
      return instant < startOf(day) ? daysAfter(day, -1) : day;
    },
    startOf,
    endOf: (day) => startOf(daysAfter(day, 1)),
  };
}

/** A working day may begin as late as noon. */
const latestStartHour = 12;

/** All of these days, whenever the working day of a company begins. */
export function instantsAround(days: { from: string; until: string }, businessTime: BusinessTime) {
  const end = dateOf(businessTime.endOf(days.until));
  return { from: businessTime.startOf(days.from), until: instantOf(plusMinutes(end, latestStartHour * 60)) };
}
