// The slots of the schedule, and when each of them ran.

import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { lockRowsWhere } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { type Occurrence, type Slot, upcomingOccurrences } from './slots.ts';

export const listSlots = (queries: Queries): Promise<Slot[]> =>
  queries.all(sql`select name, clock, is_enabled, runs_since from hr_sync_slots order by clock, name`, ['is_enabled']);

/** On a new database, the slots that passed before its first start have missed nothing. */
export async function noteFirstStart(queries: Queries, now: Date): Promise<void> {
  await queries.run(sql`update hr_sync_slots set runs_since = ${instantOf(now)} where runs_since is null`);
}

/** For a change, until the transaction ends. */
export const lockSlot = (queries: Queries, name: string): Promise<void> =>
  lockRowsWhere(queries, 'hr_sync_slots', sql`name = ${name}`, 'change', sql`name`);

export const findSlot = (queries: Queries, name: string): Promise<Slot | undefined> =>
  maybeOne(queries, sql`select name, clock, is_enabled from hr_sync_slots where name = ${name}`, ['is_enabled']);

/** Adds or changes the slot. */
export async function saveSlot(queries: Queries, { name, clock, is_enabled }: Slot): Promise<void> {
  await queries.run(
    sql`insert into hr_sync_slots (name, clock, is_enabled) values (${name}, ${clock}, ${is_enabled})
      on conflict (name) do update set clock = excluded.clock, is_enabled = excluded.is_enabled`,
  );
}

/** A worker without a heartbeat for this long is taken for dead, and another one takes over its occurrence. */
const silenceMinutes = 10;

/** Returns whether this worker runs it. A missed occurrence can be claimed if its slot was moved to a later time. */
export async function claimOccurrence(
  queries: Queries,
  { slot, day }: Occurrence,
  worker: string,
  now: Date,
): Promise<boolean> {
  const row = await maybeOne(
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
  return row !== undefined;
}

/** Stored without a worker, and only if the slot has run before: a new one has missed nothing. */
export async function recordMissed(queries: Queries, { slot, day }: Occurrence, now: Date): Promise<void> {
  const instant = instantOf(now);
  const ran = await maybeOne(queries, sql`select slot from slot_run where slot = ${slot} and run_on < ${day} limit 1`);
  if (!ran) return;
  await queries.run(
    sql`insert into slot_run (slot, run_on, worker, started_at, heartbeat_at, finished_at, result)
      values (${slot}, ${day}, '', ${instant}, ${instant}, ${instant}, 'Missed: not started within four hours')
      on conflict (slot, run_on) do nothing`,
  );
}

export async function recordHeartbeat(
  queries: Queries,
  { slot, day }: Occurrence,
  worker: string,
  now: Date,
): Promise<void> {
  await queries.run(
    sql`update slot_run set heartbeat_at = ${instantOf(now)}
      where slot = ${slot} and run_on = ${day} and worker = ${worker}`,
  );
}

/** Leaves it to the process that checks the schedule next. */
export async function releaseOccurrence(queries: Queries, { slot, day }: Occurrence, worker: string): Promise<void> {
  await queries.run(
    sql`delete from slot_run
      where slot = ${slot} and run_on = ${day} and worker = ${worker} and finished_at is null`,
  );
}

export async function finishOccurrence(
  queries: Queries,
  { slot, day }: Occurrence,
  worker: string,
  result: string,
  now: Date,
): Promise<void> {
  await queries.run(
    sql`update slot_run set finished_at = ${instantOf(now)}, result = ${result}
      where slot = ${slot} and run_on = ${day} and worker = ${worker}`,
  );
}

interface SlotRun {
  slot: string;
  run_on: string;
  result: string | null;
}

/** The latest run of each slot. */
export const latestRuns = (queries: Queries): Promise<SlotRun[]> =>
  queries.all(
    sql`select slot, run_on, result from slot_run
      where run_on = (select max(other.run_on) from slot_run other where other.slot = slot_run.slot)`,
  );

export async function hasRun(queries: Queries, { slot, day }: Occurrence): Promise<boolean> {
  const row = await maybeOne(
    queries,
    sql`select slot from slot_run where slot = ${slot} and run_on = ${day} and worker <> ''`,
  );
  return row !== undefined;
}

/** The next one that will run: a slot that ran today and was then moved to a later time runs again tomorrow. */
export async function findNextOccurrence(
  queries: Queries,
  slots: readonly Slot[],
  businessTime: BusinessTime,
  now: Date,
): Promise<Occurrence | undefined> {
  for (const occurrence of upcomingOccurrences(slots, businessTime, now)) {
    if (!(await hasRun(queries, occurrence))) return occurrence;
  }
  return undefined;
}
