// The wall clock and calendar of the business, whatever the time zones of server and viewer; correct across clock
// changes. Zones change their offset only at quarter hours of UTC (all of them, since 2012), so one offset is
// cached for each quarter hour, and how each minute is shown: then a page of records costs next to nothing.

import { instantOf, timeOf } from './instants.ts';

const minute = 60_000;
const quarter = 15 * minute;
const day = 24 * 60 * minute;

export interface BusinessTime {
  readonly zone: string;
  /** '2026-11-21 03:29:12' -> '2026-11-21T08:59:12+05:30' */
  wallClock(instant: string): string;
  /** '2026-11-21 20:00:00' -> '2026-11-22' */
  dayOf(instant: string): string;
  /** The first instant of a day 'YYYY-MM-DD', which is later than 00:00 where clocks skip midnight. */
  startOf(day: string): string;
  /** The first instant after the day. */
  endOf(day: string): string;
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Whether the text is a calendar date within reason; '2026-02-30' is not. */
export function isDay(text: string): boolean {
  return (
    /^(?:19|[2-8]\d)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && daysAfter(text, 0) === text
  );
}

export function createBusinessTime(zone: string): BusinessTime {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const offsets = new Map<number, number>();
  /** Keeps, by 'YYYY-MM-DD HH:MM' in UTC, the text before and after the seconds, which are the same in every zone. */
  const minutes = new Map<string, readonly [string, string]>();

  function measuredOffset(time: number): number {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return wall - time;
  }

  function offsetAt(time: number): number {
    const start = Math.floor(time / quarter) * quarter;
    const cached = offsets.get(start);
    if (cached !== undefined) return cached;
    if (offsets.size > 50_000) offsets.clear();
    const offset = measuredOffset(start);
    offsets.set(start, offset);
    return offset;
  }

  function shownMinute(instant: string): readonly [string, string] {
    const cached = minutes.get(instant);
    if (cached) return cached;
    if (minutes.size > 50_000) minutes.clear();
    const time = timeOf(`${instant}:00`);
    const shown = [wall(time).slice(0, 16), signed(offsetAt(time))] as const;
    minutes.set(instant, shown);
    return shown;
  }

  const wall = (time: number) => new Date(time + offsetAt(time)).toISOString();
  const dayAt = (time: number) => wall(time).slice(0, 10);

  function startOf(date: string): string {
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
  }

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

export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
}

function signed(offset: number): string {
  const minutes = Math.abs(offset) / minute;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
