// Computes a person's working days from their events in any order: first in, last out, pairs, breaks, worked time and
// exceptions. Times are cut to the minute, as displayed, so that displayed times add up.

import type { ExceptionKind } from '../contract/workday.ts';
import {
  firstEventOf,
  inOrder,
  isOpen,
  type Paired,
  pairEvents,
  type Stretch,
  toleratedMinutesAhead,
} from './pairEvents.ts';
import type { Break, DayEvent, DayException, DayRules, Pair, WorkedDay } from './types.ts';
import { withWorkingTime } from './workingTime.ts';

/**
 * Hours before and after a period for which events must be known so that its days are exact: the day before may have 25
 * hours, and a repeated punch belongs to an earlier one.
 */
export const marginHours = 26;

export function workedDays<E extends DayEvent>(events: readonly E[], rules: DayRules): WorkedDay<E>[] {
  const paired = pairEvents(events, rules);
  const dayOf = daysOf(paired);
  const stretches = Map.groupBy(paired.stretches, (stretch) => firstEventOf(stretch).day);
  const days = [...Map.groupBy(inOrder(events), dayOf)]
    .map(([day, ofDay]) => workedDay(day, ofDay, stretches.get(day) ?? [], paired.repeats, rules))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  return rules.limits ? withWorkingTime(days, rules.limits) : days;
}

/** Assigns a check-out to the day of its check-in, and a repetition to the day of the event that it repeats. */
function daysOf<E extends DayEvent>({ stretches, repeats }: Paired<E>): (event: E) => string {
  const checkIns = new Map(
    stretches.flatMap((stretch) => (stretch.in && stretch.out ? [[stretch.out, stretch.in] as const] : [])),
  );
  return (event) => {
    const repeated = repeats.get(event) ?? event;
    return (checkIns.get(repeated) ?? repeated).day;
  };
}

function workedDay<E extends DayEvent>(
  day: string,
  events: readonly E[],
  stretches: readonly Stretch<E>[],
  repeats: Paired<E>['repeats'],
  rules: DayRules,
): WorkedDay<E> {
  const pairs = stretches.flatMap(pairOf);
  const breaks = stretches.flatMap((stretch, index) => breakBetween(stretches[index - 1], stretch));
  const questions = Map.groupBy(stretches.flatMap(questionOf), ({ event }) => event);
  return {
    day,
    events,
    firstIn: stretches.find((stretch) => stretch.in)?.in,
    // A check-out that came too late does not count unless somebody says so.
    lastOut: stretches.findLast(({ kind, out }) => out && kind !== 'tooLong')?.out,
    pairs,
    breaks,
    ...(stretches.some((stretch) => stretch.kind === 'pair' && stretch.isWhole) && { isWhole: true }),
    workedMinutes: sum(pairs),
    breakMinutes: sum(breaks),
    open: stretches.find(isOpen)?.in,
    exceptions: events.flatMap((event): DayException<E>[] => {
      const original = repeats.get(event);
      return [
        ...eventMarks(event, day, rules).map((kind) => ({ kind, event })),
        ...(original ? [{ kind: 'repeated' as const, event, other: original }] : []),
        ...(questions.get(event) ?? []),
      ];
    }),
  };
}

const pairOf = <E extends DayEvent>(stretch: Stretch<E>): Pair<E>[] =>
  stretch.kind === 'pair'
    ? [{ in: stretch.in, out: stretch.out, minutes: minutesBetween(stretch.in, stretch.out) }]
    : [];

/** Returns the break between two periods of work, but none next to a missing punch. */
export function breakBetween<E extends DayEvent>(before: Stretch<E> | undefined, after: Stretch<E>): Break<E>[] {
  if (before?.kind !== 'pair' || before.isWhole || !after.in) return [];
  return [{ out: before.out, in: after.in, minutes: minutesBetween(before.out, after.in) }];
}

function questionOf<E extends DayEvent>(stretch: Stretch<E>): DayException<E>[] {
  switch (stretch.kind) {
    case 'noCheckOut':
      return [{ kind: 'no_check_out', event: stretch.in }];
    case 'noCheckIn':
      return [{ kind: 'no_check_in', event: stretch.out }];
    case 'tooLong':
      return [{ kind: 'open_too_long', event: stretch.in, other: stretch.out }];
    case 'pair':
    case 'open':
    case 'firstCheckIn':
      return [];
  }
}

const minuteOf = ({ at }: DayEvent) => Math.floor(at / 60_000);
const minutesBetween = (from: DayEvent, until: DayEvent) => minuteOf(until) - minuteOf(from);
const sum = (spans: readonly { minutes: number }[]) => spans.reduce((total, { minutes }) => total + minutes, 0);

const minute = 60_000;
const longestDelay = 366 * 24 * 60 * minute;

/** Marks an event regardless of other events. `day` is the working day that it belongs to. */
function eventMarks(event: DayEvent, day: string, { employedFrom, employedUntil }: DayRules): ExceptionKind[] {
  if (event.isSetAside) return ['set_aside'];
  const marks: ExceptionKind[] = [];
  if (event.isManual) marks.push('manual');
  else if (isImplausible(event)) marks.push('implausible_time');
  if ((employedFrom && day < employedFrom) || (employedUntil && day > employedUntil)) marks.push('outside_employment');
  return marks;
}

/** Detects a wrong clock: terminals do not report the future, or events from years ago. */
function isImplausible({ at, arrivedAt }: DayEvent): boolean {
  if (arrivedAt === undefined) return false;
  return at > arrivedAt + toleratedMinutesAhead * minute || at < arrivedAt - longestDelay;
}

/** Returns an event's timestamp. */
type TimeOf<E> = (event: E) => string;

/** Converts a day to the contract's fields, for both server and console. */
export const figuresOf = <E extends DayEvent>(day: WorkedDay<E>, timeOf: TimeOf<E>) => ({
  day: day.day,
  first_in: day.firstIn ? timeOf(day.firstIn) : '',
  last_out: day.lastOut ? timeOf(day.lastOut) : '',
  worked_minutes: day.workedMinutes,
  break_minutes: day.breakMinutes,
  is_open: day.open !== undefined,
});

export function spansOf<E extends DayEvent>({ pairs, breaks }: WorkedDay<E>, timeOf: TimeOf<E>) {
  const span = (from: E, until: E, minutes: number) => ({ from: timeOf(from), until: timeOf(until), minutes });
  return {
    pairs: pairs.map((pair) => span(pair.in, pair.out, pair.minutes)),
    breaks: breaks.map((each) => span(each.out, each.in, each.minutes)),
  };
}

export const totalsOf = (days: readonly WorkedDay[]) => ({
  worked_minutes: days.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0),
  break_minutes: days.reduce((sum, { breakMinutes }) => sum + breakMinutes, 0),
  days_present: days.filter(({ firstIn, lastOut }) => firstIn ?? lastOut).length,
});
