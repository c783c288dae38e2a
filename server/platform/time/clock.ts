// The only way from an instant to a day. A `Clock` belongs to a company: the wall clock and calendar of its time zone,
// and its working days. `Clocks` has those of all companies. Neither depends on the time zones of server and viewer.
//
// Zones change their offset only at quarter hours of UTC (all of them, since 2012), so the offset of each quarter hour
// is cached, as are the text of each minute and the start of each day: a page of records then costs next to nothing.

import { isCalendarDay } from '../../../src/shared/contract/calendarDay.ts';
import { signedOffset } from '../../../src/shared/words/timeZones.ts';

const minute = 60_000;
const quarter = 15 * minute;
const day = 24 * 60 * minute;

/** Calendar days, or days that begin some hours after midnight, for night shifts. */
export interface WorkingDays {
  /** '2026-11-21 20:00:00' -> '2026-11-22' */
  dayOf(instant: string): string;
  /** The first instant of a day 'YYYY-MM-DD', which is later than 00:00 where clocks skip midnight. */
  startOf(day: string): string;
  /** The first instant after the day. */
  endOf(day: string): string;
}

/** The wall clock and calendar of a time zone. */
export interface ZoneTime extends WorkingDays {
  readonly zone: string;
  /** '2026-11-21 03:29:12' -> '2026-11-21T08:59:12+05:30' */
  wallClock(instant: string): string;
}

/** What days are computed with: made from a company, and passed to whatever computes them. */
export interface Clock extends ZoneTime {
  readonly workingDays: WorkingDays;
}

/** A moment, with the company's clock to show it by. */
export interface CompanyMoment {
  readonly clock: Clock;
  readonly now: Date;
}

/** The clocks of all companies at one moment. */
export interface Clocks {
  of(companyId: number): Clock;
  /** For anything that concerns no company, or all of them. */
  readonly ofInstallation: Clock;
  /** Clocks that differ from the installation's, by company. */
  readonly own: ReadonlyMap<number, Clock>;
  /** Names all time zones, so that it changes with any company's. */
  readonly zones: string;
}

/** A moment, with all companies' clocks to show it by. */
export interface CompaniesMoment {
  readonly clocks: Clocks;
  readonly now: Date;
}

/** Looks up known zones first: it is asked for each record of an HR system, and the platform answers slowly. */
export function isTimeZone(zone: string): boolean {
  if (zone === '') return false;
  if (zones.has(zone)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Whether the text is a calendar date within reason. */
export const isDay = (text: string): boolean => /^(?:19|[2-8])/.test(text) && isCalendarDay(text);

/** Earlier events come from clocks that were never set. */
export const firstEventDay = '2000-01-01';

/** Caches answers, as long as there are not too many. */
export function memoized<K, V extends string | number | readonly string[] | null>(
  find: (key: K) => V,
  most = 50_000,
): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    if (known.size > most) known.clear();
    const found = find(key);
    known.set(key, found);
    return found;
  };
}

function createZoneTime(zone: string): ZoneTime {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const offsetOf = memoized((time: number): number => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return wall - time;
  });
  const offsetAt = (time: number) => offsetOf(Math.floor(time / quarter) * quarter);

  /** Text before and after the seconds, by 'YYYY-MM-DD HH:MM' in UTC: the seconds are the same in every zone. */
  const shownMinute = memoized((instant: string): readonly [string, string] => {
    const time = timeOf(`${instant}:00`);
    return [wall(time).slice(0, 16), signedOffset(offsetAt(time) / minute)];
  });

  const wall = (time: number) => new Date(time + offsetAt(time)).toISOString();
  const dayAt = (time: number) => wall(time).slice(0, 10);

  const startOf = memoized((date: string): string => {
    // Dates never run backwards, so the first quarter hour on or after the wanted date can be found by bisection.
    const midnight = Date.parse(date);
    let before = Math.floor((midnight - day) / quarter);
    let from = Math.ceil((midnight + day) / quarter);
    while (from - before > 1) {
      const middle = Math.floor((before + from) / 2);
      if (dayAt(middle * quarter) < date) before = middle;
      else from = middle;
    }
    return instantOf(new Date(from * quarter));
  });

  return {
    zone,
    wallClock(instant) {
      const [before, after] = shownMinute(instant.slice(0, 16));
      return before + instant.slice(16) + after;
    },
    dayOf: (instant) => dayAt(timeOf(instant)),
    startOf,
    endOf: (date) => startOf(daysAfter(date, 1)),
  };
}

/** Unbounded, as there are only a few hundred zones. */
const zones = new Map<string, ZoneTime>();

/** The wall clock of any zone: doors and HR systems may have others than their company. */
export function timeIn(zone: string): ZoneTime {
  const time = zones.get(zone) ?? createZoneTime(zone);
  zones.set(zone, time);
  return time;
}

const clocks = new Map<string, Clock>();

/** `startsAt` is 'HH:MM', before noon. */
export function clockIn(zone: string, startsAt = '00:00'): Clock {
  const key = `${startsAt} ${zone}`;
  const time = timeIn(zone);
  const clock = clocks.get(key) ?? { ...time, workingDays: createWorkingDays(time, startsAt) };
  clocks.set(key, clock);
  return clock;
}

/** The clocks of an installation; companies without their own use its time zone. */
export function clocksIn(zone: string, own: ReadonlyMap<number, Clock> = new Map()): Clocks {
  const ofInstallation = clockIn(zone);
  const others = [...own].filter(([, clock]) => clock.zone !== zone).map(([id, clock]) => `${id} ${clock.zone}`);
  return {
    of: (companyId) => own.get(companyId) ?? ofInstallation,
    ofInstallation,
    own,
    zones: [zone, ...others].join(),
  };
}

/** The bounds of a day, and the days next to it. */
interface Bounds {
  readonly before: string;
  readonly start: string;
  readonly end: string;
  readonly after: string;
}

function createWorkingDays(time: ZoneTime, startsAt: string): WorkingDays {
  const computed = new Map<string, Bounds>();
  function boundsOf(day: string): Bounds {
    const [before, after] = [daysAfter(day, -1), daysAfter(day, 1)];
    const start = computed.get(before)?.end ?? instantAt(time, day, startsAt);
    const end = computed.get(after)?.start ?? instantAt(time, after, startsAt);
    const bounds = { before, start, end, after };
    if (computed.size > 10_000) computed.clear();
    computed.set(day, bounds);
    return bounds;
  }
  const bounds = (day: string) => computed.get(day) ?? boundsOf(day);
  return {
    dayOf(instant) {
      // The UTC date is this day or one next to it.
      let day = instant.slice(0, 10);
      while (instant < bounds(day).start) day = bounds(day).before;
      while (instant >= bounds(day).end) day = bounds(day).after;
      return day;
    },
    startOf: (day) => bounds(day).start,
    endOf: (day) => bounds(day).end,
  };
}

/**
 * The instant at which the clock shows `timeOfDay`, 'HH:MM': the moment of the skip for a time that clocks skip, and
 * the first of the two for one that occurs twice. The end of the day if the clock never shows that time on it.
 */
export function instantAt(time: ZoneTime, day: string, timeOfDay: string): string {
  const end = time.endOf(day);
  const target = minutesOf(timeOfDay);
  const minuteAt = (instant: string) => minutesOf(time.wallClock(instant).slice(11, 16));
  // On nearly all days, the clock has not changed since midnight.
  const likely = later(time.startOf(day), target);
  if (likely < end && minuteAt(likely) === target) return likely;
  // Offsets change only at full quarters of an hour, and by less than two hours.
  const quarter = Math.max(0, Math.floor(target / 15) - 8) * 15;
  for (let start = later(time.startOf(day), quarter); start < end; start = later(start, 15)) {
    const shown = minuteAt(start);
    if (shown >= target) return start;
    if (shown + 15 > target) return later(start, target - shown);
  }
  return end;
}

const later = (instant: string, minutes: number) => instantOf(plusMinutes(dateOf(instant), minutes));

const minutesOf = (timeOfDay: string) => Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5));

export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
}

// Instants are stored and compared as text: 'YYYY-MM-DD HH:MM:SS' in UTC.

export const instantOf = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

export const dateOf = (instant: string): Date => new Date(timeOf(instant));

/** Milliseconds since 1970, ten times as fast as parsing a date. */
export const timeOf = (instant: string): number =>
  Date.UTC(
    Number(instant.slice(0, 4)),
    twoDigits(instant, 5) - 1,
    twoDigits(instant, 8),
    twoDigits(instant, 11),
    twoDigits(instant, 14),
    twoDigits(instant, 17),
  );

const zero = 48;
const twoDigits = (text: string, at: number) => (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;

/** Whether this much time has passed. A moment ahead was noted by a clock that was ahead, and counts as passed. */
export const hasPassed = (ms: number, since: number, now: Date): boolean => Math.abs(now.getTime() - since) >= ms;

export const plusMinutes = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);

/** The API's form of an instant, except in attendance, which shows business time. Null becomes ''. */
export const asUtc = (instant: string | null): string => (instant === null ? '' : `${instant.replace(' ', 'T')}Z`);
