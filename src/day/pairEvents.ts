// Walks through one person's events in order and says of each what it is: one end of a pair, alone, or not counted.

import type { DayEvent, DayException, DayRules } from './types.ts';

/** What ends within this time is a shift, without any question. */
export const longestShiftHours = 16;
/** What ends within this time may be a shift, if somebody says so. */
export const longestOpenHours = 24;
/** Tolerates a controller's clock that is slightly fast. */
const toleratedMinutesAhead = 5;
const longestDelayDays = 366;

const minute = 60_000;
const hour = 60 * minute;

/** Successive parts of a person's time. Only a pair is worked time. */
export type Stretch<E extends DayEvent> =
  | { readonly kind: 'pair'; readonly in: E; readonly out: E }
  /** Its check-out may still come. */
  | { readonly kind: 'open'; readonly in: E }
  | { readonly kind: 'noCheckOut'; readonly in: E }
  | { readonly kind: 'noCheckIn'; readonly out: E }
  /** The check-out came too late to belong to the check-in without a question. */
  | { readonly kind: 'tooLong'; readonly in: E; readonly out: E };

export interface Paired<E extends DayEvent> {
  readonly stretches: readonly Stretch<E>[];
  /** About single events; those about stretches follow from their kind. */
  readonly exceptions: readonly DayException<E>[];
}

export function pairEvents<E extends DayEvent>(events: readonly E[], rules: DayRules): Paired<E> {
  const stretches: Stretch<E>[] = [];
  const exceptions: DayException<E>[] = [];
  let open: E | undefined;
  let last: { event: E; direction: 'in' | 'out' } | undefined;

  for (const event of inOrder(events)) {
    exceptions.push(...marksOf(event, rules));
    if (event.isSetAside || isInFuture(event, rules)) continue;
    const direction = event.direction === 'unknown' ? directionAfter(open, event) : event.direction;
    if (last && repeats(event, last, rules)) {
      exceptions.push({ kind: 'repeated', event, other: last.event });
      continue;
    }
    last = { event, direction };
    if (direction === 'in') {
      if (open) stretches.push({ kind: 'noCheckOut', in: open });
      open = event;
    } else {
      stretches.push(...ended(open, event));
      open = undefined;
    }
  }
  if (open) stretches.push({ kind: rules.now - open.at <= longestShiftHours * hour ? 'open' : 'noCheckOut', in: open });
  return { stretches, exceptions };
}

/** By time. The order in which events arrived makes no difference. */
export function inOrder<E extends DayEvent>(events: readonly E[]): E[] {
  const order = { out: 0, in: 1, unknown: 2 };
  return [...events].sort(
    (one, other) =>
      one.at - other.at ||
      order[one.direction] - order[other.direction] ||
      Number(one.isManual ?? false) - Number(other.isManual ?? false) ||
      one.id - other.id,
  );
}

/** Directions alternate within a working day, so that one mistake never reaches the next day. */
const directionAfter = (open: DayEvent | undefined, event: DayEvent): 'in' | 'out' =>
  open && open.day === event.day ? 'out' : 'in';

function repeats(event: DayEvent, last: { event: DayEvent; direction: 'in' | 'out' }, rules: DayRules): boolean {
  const isSame = event.direction === 'unknown' || event.direction === last.direction;
  return isSame && event.at - last.event.at <= rules.repeatSeconds * 1_000;
}

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

const isInFuture = ({ at }: DayEvent, { now }: DayRules) => at > now + toleratedMinutesAhead * minute;

function marksOf<E extends DayEvent>(event: E, { employedFrom, employedUntil }: DayRules): DayException<E>[] {
  if (event.isSetAside) return [{ kind: 'set_aside', event }];
  const marks: DayException<E>[] = [];
  if (event.isManual) marks.push({ kind: 'manual', event });
  if (isImplausible(event)) marks.push({ kind: 'implausible_time', event });
  if ((employedFrom && event.day < employedFrom) || (employedUntil && event.day > employedUntil)) {
    marks.push({ kind: 'outside_employment', event });
  }
  return marks;
}

/** A terminal reports what was, and not years later: otherwise its clock is wrong. What a person added is meant so. */
function isImplausible({ at, arrivedAt, isManual }: DayEvent): boolean {
  if (arrivedAt === undefined || isManual) return false;
  return at > arrivedAt + toleratedMinutesAhead * minute || at < arrivedAt - longestDelayDays * 24 * hour;
}
