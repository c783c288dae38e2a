// When the slots of the schedule are due. A slot belongs to a business date: it runs once on it, whatever the
// clocks do, and late if the server was down, but not too late.

import { type BusinessTime, daysAfter } from '../../time/businessTime.ts';
import { instantOf, plusMinutes } from '../../time/instants.ts';
import { instantAt } from '../../time/wallClock.ts';

export interface Slot {
  readonly name: string;
  /** 'HH:MM' on the business's wall clock. */
  readonly clock: string;
  readonly is_enabled: boolean;
}

/** One slot on one day. */
export interface Occurrence {
  readonly slot: string;
  readonly day: string;
  /** When it begins. */
  readonly instant: string;
}

/** A slot that was missed by more is left out; the next one sends what it would have sent. */
const catchUpHours = 4;

/** Those that began by now and are not too old, the earliest first. */
export function openOccurrences(slots: readonly Slot[], time: BusinessTime, now: Date): Occurrence[] {
  return recent(slots, time, now).filter(({ instant }) => instant > oldest(now));
}

/** Those of yesterday and today for which it is too late. */
export function lateOccurrences(slots: readonly Slot[], time: BusinessTime, now: Date): Occurrence[] {
  return recent(slots, time, now).filter(({ instant }) => instant <= oldest(now));
}

/** Those whose time comes, the earliest first. */
export function comingOccurrences(slots: readonly Slot[], time: BusinessTime, now: Date): Occurrence[] {
  const at = instantOf(now);
  return occurrences(slots, time, now, [0, 1, 2]).filter(({ instant }) => instant > at);
}

function recent(slots: readonly Slot[], time: BusinessTime, now: Date): Occurrence[] {
  return occurrences(slots, time, now, [-1, 0]).filter(({ instant }) => instant <= instantOf(now));
}

function occurrences(
  slots: readonly Slot[],
  time: BusinessTime,
  now: Date,
  daysFromToday: readonly number[],
): Occurrence[] {
  const today = time.dayOf(instantOf(now));
  return slots
    .filter((slot) => slot.is_enabled)
    .flatMap(({ name, clock }) =>
      daysFromToday.map((days) => {
        const day = daysAfter(today, days);
        return { slot: name, day, instant: instantAt(time, day, clock) };
      }),
    )
    .sort((one, other) => (one.instant < other.instant ? -1 : 1));
}

const oldest = (now: Date) => instantOf(plusMinutes(now, -catchUpHours * 60));
