// Slots of the schedule and when they are due. A slot runs once per business date, whatever the clocks do; after
// downtime it runs late, within limits.

import { exists, maybeOne, type Queries, sql } from '../../platform/db/db.ts';
import { daysAfter, instantAt, instantOf, plusMinutes, type ZoneTime } from '../../platform/time/clock.ts';

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
  readonly instant: string;
}

/** Covers controllers that were offline for some days. */
export const daysPerRun = 7;

/** Days planned by a scheduled run, up to today. */
export function daysOfRun(time: ZoneTime, now: Date): string[] {
  const today = time.dayOf(instantOf(now));
  return Array.from({ length: daysPerRun }, (_, index) => daysAfter(today, index + 1 - daysPerRun));
}

/** An occurrence later than this is skipped; the next one sends its records. */
const catchUpHours = 4;

/** Occurrences that should be running or finished by now, earliest first. */
export function dueOccurrences(slots: readonly Slot[], time: ZoneTime, now: Date): Occurrence[] {
  return started(slots, time, now).filter(({ instant }) => instant > oldest(now));
}

/** Occurrences of yesterday and today that are too late to run. */
export function lateOccurrences(slots: readonly Slot[], time: ZoneTime, now: Date): Occurrence[] {
  return started(slots, time, now).filter(({ instant }) => instant <= oldest(now));
}

/** Future occurrences, earliest first. */
export function upcomingOccurrences(slots: readonly Slot[], time: ZoneTime, now: Date): Occurrence[] {
  return occurrences(slots, time, now, [0, 1, 2]).filter(({ instant }) => instant > instantOf(now));
}

function started(slots: readonly Slot[], time: ZoneTime, now: Date): Occurrence[] {
  return occurrences(slots, time, now, [-1, 0]).filter(({ instant }) => instant <= instantOf(now));
}

function occurrences(
  slots: readonly Slot[],
  time: ZoneTime,
  now: Date,
  daysFromToday: readonly number[],
): Occurrence[] {
  const today = time.dayOf(instantOf(now));
  return slots
    .filter((slot) => slot.is_enabled)
    .flatMap(({ name, clock, runs_since }) =>
      daysFromToday
        .map((days) => daysAfter(today, days))
        .map((day) => ({ slot: name, day, instant: instantAt(time, day, clock) }))
        .filter(({ instant }) => instant >= (runs_since ?? '')),
    )
    .sort((one, other) => (one.instant < other.instant ? -1 : 1));
}

const oldest = (now: Date) => instantOf(plusMinutes(now, -catchUpHours * 60));

export const listSlots = (queries: Queries): Promise<Slot[]> =>
  queries.all(sql`select name, clock, is_enabled, runs_since from hr_sync_slots order by clock, name`, ['is_enabled']);

export const findSlot = (queries: Queries, name: string): Promise<Slot | undefined> =>
  maybeOne(queries, sql`select name, clock, is_enabled from hr_sync_slots where name = ${name}`, ['is_enabled']);

/** A worker without a heartbeat for this long counts as dead, and another takes over its occurrence. */
const silenceMinutes = 10;

/** Returns true if this worker is to run it. A missed occurrence can be claimed if its slot was moved later. */
export const claimOccurrence = (
  queries: Queries,
  { slot, day }: Occurrence,
  worker: string,
  now: Date,
): Promise<boolean> =>
  exists(
    queries,
    sql`insert into slot_run (slot, run_on, worker, started_at, heartbeat_at)
      values (${slot}, ${day}, ${worker}, ${instantOf(now)}, ${instantOf(now)})
      on conflict (slot, run_on) do update
        set worker = excluded.worker, heartbeat_at = excluded.heartbeat_at, finished_at = null, result = null
        where slot_run.worker = ''
          or slot_run.finished_at is null
            and slot_run.heartbeat_at < ${instantOf(plusMinutes(now, -silenceMinutes))}
      returning slot`,
  );

/** Stored without a worker, and only if the slot has run before: a new one has missed nothing. */
export async function recordMissed(queries: Queries, { slot, day }: Occurrence, now: Date): Promise<void> {
  const instant = instantOf(now);
  if (!(await exists(queries, sql`select slot from slot_run where slot = ${slot} and run_on < ${day} limit 1`))) return;
  await queries.run(
    sql`insert into slot_run (slot, run_on, worker, started_at, heartbeat_at, finished_at, result)
      values (${slot}, ${day}, '', ${instant}, ${instant}, ${instant}, 'Missed: not started within four hours')
      on conflict (slot, run_on) do nothing`,
  );
}

/**
 * Forgets runs that were stored while the clock was ahead: they would keep slots still to come from running. A run less
 * far ahead may be right, since the clock may have been set back a little, and is not repeated.
 */
export async function forgetFutureRuns(queries: Queries, now: Date): Promise<void> {
  await queries.run(sql`delete from slot_run where started_at > ${instantOf(plusMinutes(now, catchUpHours * 60))}`);
}

export const hasRun = (queries: Queries, { slot, day }: Occurrence): Promise<boolean> =>
  exists(queries, sql`select slot from slot_run where slot = ${slot} and run_on = ${day} and worker <> ''`);

/** The next occurrence that will run: a slot that ran today and was then moved to a later time runs again tomorrow. */
export async function findNextOccurrence(
  queries: Queries,
  slots: readonly Slot[],
  time: ZoneTime,
  now: Date,
): Promise<Occurrence | undefined> {
  for (const occurrence of upcomingOccurrences(slots, time, now)) {
    if (!(await hasRun(queries, occurrence))) return occurrence;
  }
  return undefined;
}
