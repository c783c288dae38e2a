// Local times of any zone, and the instants at which a clock shows them.

import { type BusinessTime, createBusinessTime } from './businessTime.ts';
import { dateOf, instantOf, plusMinutes } from './instants.ts';

/**
 * The instant at which the clock shows `timeOfDay`, 'HH:MM': the moment of the skip for a time that clocks skip, and
 * the first for one that occurs twice. The end of the day if the clock never shows that time on it.
 */
export function instantAt(businessTime: BusinessTime, day: string, timeOfDay: string): string {
  const end = businessTime.endOf(day);
  const target = minutesOf(timeOfDay);
  // Offsets change only at full quarters of an hour, and by less than two hours.
  const quarter = Math.max(0, Math.floor(target / 15) - 8) * 15;
  for (let start = later(businessTime.startOf(day), quarter); start < end; start = later(start, 15)) {
    const shown = minutesOf(businessTime.wallClock(start).slice(11, 16));
    if (shown >= target) return start;
    if (shown + 15 > target) return later(start, target - shown);
  }
  return end;
}

/** Whether the text is a time of day, 'HH:MM'. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const later = (instant: string, minutes: number) => instantOf(plusMinutes(dateOf(instant), minutes));

const minutesOf = (timeOfDay: string) => Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5));

const minute = 60_000;
const day = 24 * 60 * minute;

export interface LocalInstants {
  /** Milliseconds since 1970; two values, the earlier first, where the clock shows the time twice. */
  of(localTime: string): readonly [number] | readonly [number, number];
}

/** Most days have one offset all day, which is found once, so that thousands of times cost next to nothing. */
export function createLocalInstants(time: BusinessTime): LocalInstants {
  /** The offsets of days on which it does not change, nor on those beside them. */
  const offsets = new Map<string, number | undefined>();
  const offsetAt = (instant: number) => offsetMinutes(time, instantOf(new Date(instant))) * minute;

  function offsetOf(date: string): number | undefined {
    if (offsets.has(date)) return offsets.get(date);
    const start = Date.parse(date);
    const [before, after] = [offsetAt(start - day), offsetAt(start + 2 * day)];
    const offset = before === after ? before : undefined;
    if (offsets.size > 10_000) offsets.clear();
    offsets.set(date, offset);
    return offset;
  }

  return {
    of(localTime) {
      const shown = Date.parse(`${localTime.replace(' ', 'T')}Z`);
      const offset = offsetOf(localTime.slice(0, 10));
      if (offset !== undefined) return [shown - offset];
      // The greater offset gives the earlier instant.
      const [least, greatest] = [offsetAt(shown - day), offsetAt(shown + day)].sort((one, other) => one - other);
      const candidates = [greatest, least].flatMap((each) =>
        each !== undefined && offsetAt(shown - each) === each ? [shown - each] : [],
      );
      const [first, second] = candidates;
      if (first === undefined) return [momentOfSkip(time, localTime)];
      return second === undefined || second === first ? [first] : [first, second];
    },
  };
}

function momentOfSkip(time: BusinessTime, localTime: string): number {
  return Date.parse(`${instantAt(time, localTime.slice(0, 10), localTime.slice(11, 16)).replace(' ', 'T')}Z`);
}

/** Unbounded, as there are a few hundred zones. */
const zones = new Map<string, BusinessTime>();

/** The wall clock of any zone: doors may be in other zones than the business. */
export function timeIn(zone: string): BusinessTime {
  const time = zones.get(zone) ?? createBusinessTime(zone);
  zones.set(zone, time);
  return time;
}

/** Minutes east of UTC. */
export function offsetMinutes(time: BusinessTime, instant: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time.wallClock(instant)) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}
