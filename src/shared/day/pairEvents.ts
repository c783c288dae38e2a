// Walks through one person's events in order and pairs each check-in with its check-out. docs/day.md has the rules.

import { fromFirstToLast } from './firstToLast.ts';
import type { Paired, Stretch } from './stretches.ts';
import type { DayEvent, DayRules } from './types.ts';

/** What ends within this time is a shift, without any question. */
export const longestShiftHours = 16;
/** What ends within this time may be a shift, if somebody says so. */
export const longestOpenHours = 24;
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
  /** The last event that counts, and when it or a repetition of it was. */
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

/** By time; at the same second, a check-out ends what a check-in then begins. */
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

/** What was set aside never counts, and what lies in the future does not count yet. */
const counts = ({ at, isSetAside }: DayEvent, { now }: PairingRules): boolean =>
  !isSetAside && at <= now + toleratedMinutesAhead * minute;

/** Directions alternate within a working day, so that one mistake never reaches the next day. */
const directionAfter = (open: DayEvent | undefined, event: DayEvent): 'in' | 'out' =>
  open?.day === event.day ? 'out' : 'in';

/** Of two check-ins or two check-outs of a day, a reader that guesses first in and last out makes one count for both. */
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
