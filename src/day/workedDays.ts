// The working days of one person, from their events in any order: first in, last out, pairs, breaks, worked time and
// exceptions. Times are cut to the minute, as they are shown, so that what is shown adds up.

import { inOrder, pairEvents, type Stretch } from './pairEvents.ts';
import type { Break, DayEvent, DayException, DayRules, Pair, WorkedDay } from './types.ts';

/** How far before and after a period events must be known, so that its days are exact. */
export const reachHours = 25;

export function workedDays<E extends DayEvent>(events: readonly E[], rules: DayRules): WorkedDay<E>[] {
  const { stretches, exceptions } = pairEvents(events, rules);
  const drafts = new Map<string, Draft<E>>();
  const draftOf = (day: string): Draft<E> => {
    const draft = drafts.get(day) ?? { events: [], stretches: [], exceptions: [] };
    drafts.set(day, draft);
    return draft;
  };

  /** Check-outs of another day than that of their own time. */
  const dayOfOut = new Map<E, string>();
  for (const stretch of stretches) {
    const day = dayOfStretch(stretch);
    if (stretch.kind === 'pair') dayOfOut.set(stretch.out, day);
    draftOf(day).stretches.push(stretch);
  }
  const dayOf = (event: E) => dayOfOut.get(event) ?? event.day;
  for (const event of inOrder(events)) draftOf(dayOf(event)).events.push(event);
  for (const exception of exceptions) draftOf(dayOf(exception.event)).exceptions.push(exception);

  return [...drafts].map(([day, draft]) => finished(day, draft)).sort((one, other) => (one.day < other.day ? -1 : 1));
}

interface Draft<E extends DayEvent> {
  readonly events: E[];
  readonly stretches: Stretch<E>[];
  readonly exceptions: DayException<E>[];
}

/** A check-out belongs to the day of its check-in. */
const dayOfStretch = <E extends DayEvent>(stretch: Stretch<E>): string =>
  stretch.kind === 'noCheckIn' ? stretch.out.day : stretch.in.day;

function finished<E extends DayEvent>(day: string, { events, stretches, exceptions }: Draft<E>): WorkedDay<E> {
  const pairs = stretches.flatMap(pairOf);
  const breaks = stretches.flatMap((stretch, index) => breakBetween(stretches[index - 1], stretch));
  return {
    day,
    events,
    firstIn: stretches.map(checkInOf).find((event) => event !== undefined),
    lastOut: stretches.map(checkOutOf).findLast((event) => event !== undefined),
    pairs,
    breaks,
    workedMinutes: sum(pairs),
    breakMinutes: sum(breaks),
    open: stretches.flatMap((stretch) => (stretch.kind === 'open' ? [stretch.in] : []))[0],
    exceptions: [...exceptions, ...stretches.flatMap(exceptionOf)],
  };
}

const pairOf = <E extends DayEvent>(stretch: Stretch<E>): Pair<E>[] =>
  stretch.kind === 'pair'
    ? [{ in: stretch.in, out: stretch.out, minutes: minutesBetween(stretch.in, stretch.out) }]
    : [];

function breakBetween<E extends DayEvent>(before: Stretch<E> | undefined, after: Stretch<E>): Break<E>[] {
  if (before?.kind !== 'pair' || after.kind === 'noCheckIn') return [];
  return [{ out: before.out, in: after.in, minutes: minutesBetween(before.out, after.in) }];
}

const checkInOf = <E extends DayEvent>(stretch: Stretch<E>): E | undefined =>
  stretch.kind === 'noCheckIn' ? undefined : stretch.in;

/** The check-out that came too late belongs to no day until somebody says to which. */
const checkOutOf = <E extends DayEvent>(stretch: Stretch<E>): E | undefined =>
  stretch.kind === 'pair' || stretch.kind === 'noCheckIn' ? stretch.out : undefined;

function exceptionOf<E extends DayEvent>(stretch: Stretch<E>): DayException<E>[] {
  switch (stretch.kind) {
    case 'noCheckOut':
      return [{ kind: 'no_check_out', event: stretch.in }];
    case 'noCheckIn':
      return [{ kind: 'no_check_in', event: stretch.out }];
    case 'tooLong':
      return [{ kind: 'open_too_long', event: stretch.in, other: stretch.out }];
    case 'pair':
    case 'open':
      return [];
  }
}

const minuteOf = ({ at }: DayEvent) => Math.floor(at / 60_000);
const minutesBetween = (from: DayEvent, until: DayEvent) => minuteOf(until) - minuteOf(from);
const sum = (spans: readonly { minutes: number }[]) => spans.reduce((total, { minutes }) => total + minutes, 0);
