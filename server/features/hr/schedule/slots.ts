// When the slots of the schedule are due. A slot runs once on each business date, whatever the clocks do; if the
// server was down it runs late, within limits.

import { type BusinessTime, daysAfter } from '../../../platform/time/businessTime.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { instantAt } from '../../../platform/time/localTime.ts';

export interface Slot {
  readonly name: string;
  /** 'HH:MM' in business time. */
  readonly clock: string;
  readonly is_enabled: boolean;
  /** Occurrences before the first start on this database are not run. */
  readonly runs_since?: string | null;
}

/** A slot on one date. */
export interface Occurrence {
  readonly slot: string;
  readonly day: string;
  /** Its start. */
  readonly instant: string;
}

/** Also sends the records of a controller that was offline for some days. */
export const daysPerRun = 7;

/** Those that a run of the schedule plans, until today. */
export function daysOfRun(businessTime: BusinessTime, now: Date): string[] {
  const today = businessTime.dayOf(instantOf(now));
  return Array.from({ length: daysPerRun }, (_, index) => daysAfter(today, index + 1 - daysPerRun));
}

/** An occurrence that is later than this is skipped; the next one sends its records. */
const catchUpHours = 4;

/** Those that should be running or have run by now, the earliest first. */
export function dueOccurrences(slots: readonly Slot[], businessTime: BusinessTime, now: Date): Occurrence[] {
  return started(slots, businessTime, now).filter(({ instant }) => instant > oldest(now));
}

/** Those of yesterday and today that are too late to run. */
export function lateOccurrences(slots: readonly Slot[], businessTime: BusinessTime, now: Date): Occurrence[] {
  return started(slots, businessTime, now).filter(({ instant }) => instant <= oldest(now));
}

/** Those that are still to come, the earliest first. */
export function upcomingOccurrences(slots: readonly Slot[], businessTime: BusinessTime, now: Date): Occurrence[] {
  return occurrences(slots, businessTime, now, [0, 1, 2]).filter(({ instant }) => instant > instantOf(now));
}

function started(slots: readonly Slot[], businessTime: BusinessTime, now: Date): Occurrence[] {
  return occurrences(slots, businessTime, now, [-1, 0]).filter(({ instant }) => instant <= instantOf(now));
}

function occurrences(
  slots: readonly Slot[],
  businessTime: BusinessTime,
  now: Date,
  daysFromToday: readonly number[],
): Occurrence[] {
  const today = businessTime.dayOf(instantOf(now));
  return slots
    .filter((slot) => slot.is_enabled)
    .flatMap(({ name, clock, runs_since }) =>
      daysFromToday
        .map((days) => daysAfter(today, days))
        .map((day) => ({ slot: name, day, instant: instantAt(businessTime, day, clock) }))
        .filter(({ instant }) => instant >= (runs_since ?? '')),
    )
    .sort((one, other) => (one.instant < other.instant ? -1 : 1));
}

const oldest = (now: Date) => instantOf(plusMinutes(now, -catchUpHours * 60));
