// An independent way to compute a person's days, for comparison: it knows no pairs. It walks through every minute of
// the year, notes the check-in that the minute would count for, and takes that back if no check-out comes in time.

import { createHash } from 'node:crypto';
import type { Punch } from '../../../support/people/randomPunches.ts';

export interface Event extends Punch {
  id: number;
}

export interface OracleRules {
  zone: string;
  /** 'HH:MM', on a quarter of an hour. */
  startsAt: string;
  repeatSeconds: number;
  now: number;
  employedUntil: string;
}

interface OracleDay {
  worked: number;
  break: number;
  firstIn: number | undefined;
  lastOut: number | undefined;
  isOpen: boolean;
  /** Exceptions such as 'repeated 17', in alphabetical order. */
  exceptions: string[];
}

export const firstMinute = Date.UTC(2025, 11, 25) / 60_000;
export const minutesInAll = 390 * 24 * 60;

/** The result of the walk. Events are identified by their place in the list, from 1. */
export interface Walked {
  /** A hash over the check-in that each minute counts for; 0 for none. */
  readonly digest: string;
  /** Minutes by check-in. */
  readonly minutes: ReadonlyMap<number, number>;
  readonly breaks: { after: number; before: number; minutes: number }[];
  /** For each event, the check-in that it ends or the event that it repeats. */
  readonly belongsTo: Map<number, number>;
  readonly exceptions: { kind: string; place: number }[];
  readonly ends: Set<number>;
  readonly begins: Set<number>;
  readonly openAtEnd: number;
}

/** Walks through the year; `events` are in order. */
export function walkMinutes(events: readonly Event[], rules: OracleRules): Walked {
  const repetitions = repetitionsIn(events, rules);
  const worked = new Int16Array(minutesInAll);
  const exceptions = [...repetitions.keys()].map((place) => ({ kind: 'repeated', place }));
  const belongsTo = new Map(repetitions);
  const breaks: Walked['breaks'] = [];
  const [begins, ends] = [new Set<number>(), new Set<number>()];
  const at = (place: number) => events[place - 1]?.at ?? 0;
  const say = (kind: string, place: number) => exceptions.push({ kind, place });
  let inside = 0;
  let left: { after: number; minutes: number } | undefined;

  /** Discards the minutes of a check-in that nothing ended in time. */
  function takeBack(until: number, kind: string | undefined): void {
    for (let minute = until - 1; worked[minute] === inside; minute--) worked[minute] = 0;
    if (kind) say(kind, inside);
  }

  function checkIn(place: number, minute: number): void {
    if (inside) takeBack(minute, 'no_check_out');
    if (left) breaks.push({ ...left, before: place });
    left = undefined;
    inside = place;
    begins.add(place);
  }

  function checkOut(place: number, minute: number): void {
    const hours = inside ? (at(place) - at(inside)) / 3_600_000 : Infinity;
    left = undefined;
    if (hours <= 24) belongsTo.set(place, inside);
    if (hours <= (events[inside - 1]?.isLongShift ? 24 : 16)) left = { after: inside, minutes: 0 };
    else if (hours <= 24) takeBack(minute, 'open_too_long');
    else {
      if (inside) takeBack(minute, 'no_check_out');
      say('no_check_in', place);
    }
    if (left || hours > 24) ends.add(place);
    inside = 0;
  }

  const counted = events
    .map((event, index) => ({ place: index + 1, minute: minuteOf(event.at), isCheckIn: event.direction === 'in' }))
    .filter(({ place }) => counts(events[place - 1], rules) && !repetitions.has(place));
  let next = 0;
  for (let minute = 0; minute < minutesInAll; minute++) {
    for (let event = counted[next]; event?.minute === minute; event = counted[++next]) {
      if (event.isCheckIn) checkIn(event.place, minute);
      else checkOut(event.place, minute);
    }
    if (inside) worked[minute] = inside;
    else if (left) left.minutes++;
  }
  const openAtEnd = rules.now - at(inside) <= 16 * 3_600_000 ? inside : 0;
  if (inside) takeBack(minutesInAll, openAtEnd ? undefined : 'no_check_out');

  const minutes = new Map<number, number>();
  for (const place of worked) if (place) minutes.set(place, (minutes.get(place) ?? 0) + 1);
  return { digest: digestOf(worked), minutes, breaks, belongsTo, exceptions, begins, ends, openAtEnd };
}

const counts = (event: Event | undefined, { now }: OracleRules): boolean =>
  event !== undefined && !event.isSetAside && event.at <= now + 5 * 60_000;

/** Maps each repeating event to the one it repeats. */
function repetitionsIn(events: readonly Event[], rules: OracleRules): Map<number, number> {
  const repetitions = new Map<number, number>();
  let before: { event: Event; place: number } | undefined;
  for (const [index, event] of events.entries()) {
    if (!counts(event, rules)) continue;
    const place = index + 1;
    if (before?.event.direction === event.direction && event.at - before.event.at <= rules.repeatSeconds * 1_000) {
      repetitions.set(place, repetitions.get(before.place) ?? before.place);
    }
    before = { event, place };
  }
  return repetitions;
}

export const digestOf = (minutes: Int16Array): string => createHash('sha1').update(minutes).digest('hex');

export function daysOf(events: readonly Event[], walked: Walked, rules: OracleRules): Map<string, OracleDay> {
  const days = new Map<string, OracleDay>();
  const dayOf = (place: number): string => {
    const next = walked.belongsTo.get(place);
    return next === undefined ? localDay(events[place - 1]?.at ?? 0, rules) : dayOf(next);
  };
  const at = (place: number): OracleDay => {
    const day = dayOf(place);
    const known = days.get(day);
    if (known) return known;
    const fresh = { worked: 0, break: 0, firstIn: undefined, lastOut: undefined, isOpen: false, exceptions: [] };
    days.set(day, fresh);
    return fresh;
  };

  for (const [place, count] of walked.minutes) at(place).worked += count;
  for (const pause of walked.breaks)
    if (dayOf(pause.after) === dayOf(pause.before)) at(pause.before).break += pause.minutes;
  for (const { kind, place } of walked.exceptions) at(place).exceptions.push(`${kind} ${events[place - 1]?.id}`);
  for (const [index, event] of events.entries()) {
    const place = index + 1;
    const day = at(place);
    if (walked.begins.has(place)) day.firstIn ??= event.id;
    if (walked.ends.has(place)) day.lastOut = event.id;
    if (walked.openAtEnd === place) day.isOpen = true;
    const marks = event.isSetAside
      ? ['set_aside']
      : [
          event.isManual && 'manual',
          !event.isManual && isImplausible(event) && 'implausible_time',
          dayOf(place) > rules.employedUntil && 'outside_employment',
        ];
    for (const mark of marks) if (mark) day.exceptions.push(`${mark} ${event.id}`);
  }
  for (const { exceptions } of days.values()) exceptions.sort();
  return days;
}

function isImplausible({ at, arrivedAt }: Event): boolean {
  const minutes = (arrivedAt - at) / 60_000;
  return minutes < -5 || minutes > 366 * 24 * 60;
}

const minuteOf = (time: number) => Math.floor(time / 60_000) - firstMinute;

const known = new Map<string, string>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** The local date, or the previous one before the day begins. Clocks change only at quarters of an hour. */
function localDay(time: number, { zone, startsAt }: OracleRules): string {
  const quarter = Math.floor(time / 900_000) * 900_000;
  const key = `${zone} ${startsAt} ${quarter}`;
  const day = known.get(key) ?? measuredDay(quarter, zone, startsAt);
  known.set(key, day);
  return day;
}

function measuredDay(time: number, zone: string, startsAt: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  formats.set(zone, format);
  const [date = '', clock = ''] = format.format(time).split(' ');
  if (clock >= startsAt) return date;
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day - 1)).toISOString().slice(0, 10);
}
