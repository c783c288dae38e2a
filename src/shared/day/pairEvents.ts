// Walks through one person's events in order and pairs each check-in with its check-out. docs/day.md has the rules.

import type { DayEvent, DayRules } from './types.ts';

/** A shift that ends within this time is one without any question. */
export const longestShiftHours = 16;
/** A shift that ends within this time may be one, if somebody says so. */
const longestOpenHours = 24;
/** Tolerates a controller's clock that is slightly fast. */
export const toleratedMinutesAhead = 5;

const minute = 60_000;
const hour = 60 * minute;

type PairingRules = Pick<DayRules, 'repeatSeconds' | 'now' | 'today' | 'hours'>;

export function pairEvents<E extends DayEvent>(events: readonly E[], rules: PairingRules): Paired<E> {
  const paired = eachPair(events, rules);
  return rules.hours === 'first_last' ? fromFirstToLast(paired) : paired;
}

function eachPair<E extends DayEvent>(events: readonly E[], rules: PairingRules): Paired<E> {
  const stretches: Stretch<E>[] = [];
  const repeats = new Map<E, E>();
  const between = new Set<E>();
  let open: E | undefined;
  /** The last event that counts, and the time of it or of its repetition. */
  let last: { event: E; direction: 'in' | 'out'; at: number } | undefined;

  for (const event of inOrder(events)) {
    if (!counts(event, rules)) continue;
    const isSoon = last !== undefined && event.at - last.at <= rules.repeatSeconds * 1_000;
    if (last && isSoon && (event.direction === last.direction || event.direction === 'unknown')) {
      repeats.set(event, last.event);
      last.at = event.at;
      continue;
    }
    const direction = event.direction === 'unknown' ? directionAfter(open, event) : event.direction;
    last = { event, direction, at: event.at };
    const former = stretches.at(-1);
    if (direction === 'in') {
      if (open && isOnlyFirstAndLast(open, event)) {
        between.add(event);
        continue;
      }
      if (open) stretches.push({ kind: 'noCheckOut', in: open });
      open = event;
    } else if (
      !open &&
      former?.in &&
      former.out &&
      former.in.day === event.day &&
      isOnlyFirstAndLast(former.out, event)
    ) {
      between.add(former.out);
      stretches.splice(-1, 1, ...ended(former.in, event));
    } else {
      stretches.push(...ended(open, event));
      open = undefined;
    }
  }
  if (open) stretches.push({ kind: rules.now - open.at <= longestShiftHours * hour ? 'open' : 'noCheckOut', in: open });
  const end = stretches.at(-1);
  if (end?.kind === 'pair' && end.out.guessedBy === 'first_last' && end.in.day === rules.today)
    stretches.splice(-1, 1, { ...end, mayMove: true });
  return { stretches, between, repeats };
}

/** Orders events by time; at the same second, a check-out comes before a check-in. */
export function inOrder<E extends DayEvent>(events: readonly E[]): E[] {
  const order = { out: 0, in: 1, unknown: 2 };
  return events.toSorted(
    (one, other) =>
      one.at - other.at ||
      order[one.direction] - order[other.direction] ||
      Number(one.isManual ?? false) - Number(other.isManual ?? false) ||
      one.id - other.id,
  );
}

/** Leaves out what was set aside, and what lies in the future and does not count yet. */
const counts = ({ at, isSetAside }: DayEvent, { now }: PairingRules): boolean =>
  !isSetAside && at <= now + toleratedMinutesAhead * minute;

/** Directions alternate within a working day, so that one mistake never reaches the next day. */
const directionAfter = (open: DayEvent | undefined, event: DayEvent): 'in' | 'out' =>
  open?.day === event.day ? 'out' : 'in';

/**
 * Tells a repetition by a reader that guesses first in and last out: of two check-ins, or check-outs, of a day one
 * counts for both.
 */
const isOnlyFirstAndLast = (one: DayEvent, other: DayEvent): boolean =>
  one.day === other.day && (one.guessedBy === 'first_last' || other.guessedBy === 'first_last');

function ended<E extends DayEvent>(open: E | undefined, out: E): Stretch<E>[] {
  if (!open) return [{ kind: 'noCheckIn', out }];
  const hours = (out.at - open.at) / hour;
  if (hours <= (open.isLongShift ? longestOpenHours : longestShiftHours)) return [{ kind: 'pair', in: open, out }];
  if (hours <= longestOpenHours) return [{ kind: 'tooLong', in: open, out }];
  return [
    { kind: 'noCheckOut', in: open },
    { kind: 'noCheckIn', out },
  ];
}

/** Successive parts of a person's time. Only a pair is worked time. */
export type Stretch<E extends DayEvent> =
  | {
      readonly kind: 'pair';
      readonly in: E;
      readonly out: E;
      /** The end was guessed, and the day is not over: a later passage would be the end. */
      readonly mayMove?: boolean;
      /** Spans from the first to the last event of a day, so the gap to another one is no break. */
      readonly isWhole?: boolean;
    }
  /** The first check-in of a day whose hours go from first to last, when the last check-in has no end either. */
  | { readonly kind: 'begun'; readonly in: E; readonly out?: undefined }
  /** The check-out may still come. */
  | { readonly kind: 'open'; readonly in: E; readonly out?: undefined }
  | { readonly kind: 'noCheckOut'; readonly in: E; readonly out?: undefined }
  | { readonly kind: 'noCheckIn'; readonly in?: undefined; readonly out: E }
  /** The check-out came too late to belong to the check-in without a question. */
  | { readonly kind: 'tooLong'; readonly in: E; readonly out: E };

export interface Paired<E extends DayEvent> {
  /** Sorted by time. Each event that counts is in one of them, unless it repeats another or is between two others. */
  readonly stretches: readonly Stretch<E>[];
  /** Passages between the first and the last of a day, where only those two count. */
  readonly between: ReadonlySet<E>;
  /** Maps each event that repeats another to that one. */
  readonly repeats: ReadonlyMap<E, E>;
}

/** The event with which it begins, which says its day. */
export const beginOf = <E extends DayEvent>(stretch: Stretch<E>): E =>
  stretch.kind === 'noCheckIn' ? stretch.out : stretch.in;

/** Whether the person may still be there. */
export const isOpen = <E extends DayEvent>(stretch: Stretch<E>): stretch is Stretch<E> & { readonly in: E } =>
  stretch.kind === 'open' || (stretch.kind === 'pair' && stretch.mayMove === true);

/** Keeps the first and the last event of each day: what lies between the two counts for nothing. */
function fromFirstToLast<E extends DayEvent>({ stretches, between, repeats }: Paired<E>): Paired<E> {
  const days = Map.groupBy(stretches, (stretch) => beginOf(stretch).day);
  const kept = [...days.values()].flatMap(firstAndLast);
  const counting = new Set(kept.flatMap(eventsOf));
  const others = stretches.flatMap(eventsOf).filter((event) => !counting.has(event));
  return { stretches: kept, between: new Set([...between, ...others]), repeats };
}

const eventsOf = <E extends DayEvent>(stretch: Stretch<E>): E[] =>
  [stretch.in, stretch.out].filter((event) => event !== undefined);

/**
 * A check-out before the first check-in still has none, and a check-in after the last check-out may be a person who
 * came back: neither is between.
 */
function firstAndLast<E extends DayEvent>(ofDay: readonly Stretch<E>[]): Stretch<E>[] {
  const begin = ofDay.findIndex((stretch) => stretch.in);
  if (begin < 0) return [...ofDay];
  const end = ofDay.findLastIndex(({ kind }, index) => index >= begin && (kind === 'pair' || kind === 'noCheckIn'));
  const [first, last] = [ofDay[begin]?.in, ofDay[end]];
  const before = ofDay.slice(0, begin);
  if (end < 0 || !first || !last?.out) return [...before, ...withoutEnd(ofDay.slice(begin), first)];
  const mayMove = last.kind === 'pair' && last.mayMove;
  const whole = { kind: 'pair', in: first, out: last.out, isWhole: true, ...(mayMove && { mayMove }) } as const;
  return [...before, whole, ...ofDay.slice(end + 1).slice(-1)];
}

/** The last one tells whether the check-out may still come, and the first one when the person came. */
function withoutEnd<E extends DayEvent>(ofDay: readonly Stretch<E>[], first: E | undefined): Stretch<E>[] {
  const last = ofDay.slice(-1);
  return ofDay.length > 1 && first ? [{ kind: 'begun', in: first }, ...last] : last;
}
