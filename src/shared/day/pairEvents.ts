// Walks through one person's events in order and pairs each check-in with its check-out. docs/day.md has the rules.

import type { DayEvent, DayRules } from './types.ts';

/** A shift that ends within this time raises no question. */
export const longestShiftHours = 16;
/** A shift that ends within this time counts if somebody says so. */
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
  /** The last event that counts, with its time or that of its latest repetition. */
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
      if (open && onlyOneCounts(open, event)) {
        between.add(event);
        continue;
      }
      if (open) stretches.push({ kind: 'noCheckOut', in: open });
      open = event;
    } else if (!open && former?.in && former.out && former.in.day === event.day && onlyOneCounts(former.out, event)) {
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

/** Orders events by time. Within a second, check-outs come before check-ins. */
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

/** Leaves out events that were set aside or are still in the future. */
const counts = ({ at, isSetAside }: DayEvent, { now }: PairingRules): boolean =>
  !isSetAside && at <= now + toleratedMinutesAhead * minute;

/** Alternates directions within a working day only, so that a mistake never reaches the next day. */
const directionAfter = (open: DayEvent | undefined, event: DayEvent): 'in' | 'out' =>
  open?.day === event.day ? 'out' : 'in';

/** Whether a reader that guesses first in and last out makes only one of a day's two check-ins or check-outs count. */
const onlyOneCounts = (one: DayEvent, other: DayEvent): boolean =>
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
      /** Whether the end was guessed while the day is not over, so that a later passage would replace it. */
      readonly mayMove?: boolean;
      /** Whether it spans from a day's first to its last event, so that the gap to another pair is no break. */
      readonly isWhole?: boolean;
    }
  /** The first check-in of a day counted from first to last, if the last check-in has no end either. */
  | { readonly kind: 'firstCheckIn'; readonly in: E; readonly out?: undefined }
  /** The check-out may still come. */
  | { readonly kind: 'open'; readonly in: E; readonly out?: undefined }
  | { readonly kind: 'noCheckOut'; readonly in: E; readonly out?: undefined }
  | { readonly kind: 'noCheckIn'; readonly in?: undefined; readonly out: E }
  /** The check-out came so late that it is questionable whether it belongs to the check-in. */
  | { readonly kind: 'tooLong'; readonly in: E; readonly out: E };

export interface Paired<E extends DayEvent> {
  /** Sorted by time. They contain each event that counts unless it repeats another or is in `between`. */
  readonly stretches: readonly Stretch<E>[];
  /** Events between a day's first and last, where only those two count. */
  readonly between: ReadonlySet<E>;
  /** Maps each repetition to the event that it repeats. */
  readonly repeats: ReadonlyMap<E, E>;
}

/** Returns its first event, which determines its day. */
export const firstEventOf = <E extends DayEvent>(stretch: Stretch<E>): E =>
  stretch.kind === 'noCheckIn' ? stretch.out : stretch.in;

/** Whether the person may still be in. */
export const isOpen = <E extends DayEvent>(stretch: Stretch<E>): stretch is Stretch<E> & { readonly in: E } =>
  stretch.kind === 'open' || (stretch.kind === 'pair' && stretch.mayMove === true);

/** Keeps each day's first and last event, ignoring everything in between. */
function fromFirstToLast<E extends DayEvent>({ stretches, between, repeats }: Paired<E>): Paired<E> {
  const days = Map.groupBy(stretches, (stretch) => firstEventOf(stretch).day);
  const kept = [...days.values()].flatMap(firstAndLast);
  const counting = new Set(kept.flatMap(eventsOf));
  const others = stretches.flatMap(eventsOf).filter((event) => !counting.has(event));
  return { stretches: kept, between: new Set([...between, ...others]), repeats };
}

const eventsOf = <E extends DayEvent>(stretch: Stretch<E>): E[] =>
  [stretch.in, stretch.out].filter((event) => event !== undefined);

/**
 * Keeps a check-out before the first check-in, as it still lacks one, and a check-in after the last check-out, as the
 * person may have come back.
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

/** Keeps the last one for whether the check-out may still come, and the first check-in for when the person came. */
function withoutEnd<E extends DayEvent>(ofDay: readonly Stretch<E>[], first: E | undefined): Stretch<E>[] {
  const last = ofDay.slice(-1);
  return ofDay.length > 1 && first ? [{ kind: 'firstCheckIn', in: first }, ...last] : last;
}
