// A day whose hours go from its first check-in to its last check-out: what lies between the two counts for nothing.

import { beginOf, type Paired, type Stretch } from './stretches.ts';
import type { DayEvent } from './types.ts';

/** Of pairs, what the days come to where only the first and the last event of each count. */
export function fromFirstToLast<E extends DayEvent>({ stretches, between, repeats }: Paired<E>): Paired<E> {
  const days = Map.groupBy(stretches, (stretch) => beginOf(stretch).day);
  const kept = [...days.values()].flatMap(firstAndLast);
  const counting = new Set(kept.flatMap(eventsOf));
  const others = stretches.flatMap(eventsOf).filter((event) => !counting.has(event));
  return { stretches: kept, between: new Set([...between, ...others]), repeats };
}

const eventsOf = <E extends DayEvent>(stretch: Stretch<E>): E[] =>
  [stretch.in, stretch.out].filter((event) => event !== undefined);

/**
 * A check-out before the first check-in still has none, and a check-in after the last check-out may be a person who came
 * back: neither is between.
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
