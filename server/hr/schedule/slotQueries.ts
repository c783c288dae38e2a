// The slots of the schedule, and which of them ran on which business date.

import type { BusinessTime } from '../../time/businessTime.ts';
import { comingOccurrences, type Occurrence, type Slot } from './slots.ts';
import { instantOf, plusMinutes } from '../../time/instants.ts';
import { maybeOne, type Queries } from '../../db/db.ts';
import { lockRow } from '../../db/rowLocks.ts';
import { sql } from '../../db/sql.ts';

export const listSlots = (queries: Queries): Promise<Slot[]> =>
  queries.all(sql`select name, clock, is_enabled from hr_sync_slots order by clock, name`);

/** To change it: until the transaction ends nobody else does. */
export async function findSlot(queries: Queries, name: string): Promise<Slot | undefined> {
  const row = sql`hr_sync_slots where name = ${name}`;
  await lockRow(queries, row, 'change');
  return maybeOne(queries, sql`select name, clock, is_enabled from ${row}`);
}

/** Adds it where there is none of that name. */
export async function saveSlot(queries: Queries, { name, clock, is_enabled }: Slot): Promise<void> {
  await queries.run(
    sql`insert into hr_sync_slots (name, clock, is_enabled) values (${name}, ${clock}, ${is_enabled})
      on conflict (name) do update set clock = excluded.clock, is_enabled = excluded.is_enabled`,
  );
}

/** A worker that was not heard of for so long has died, and another one takes its place. */
const silenceMinutes = 10;

/** Whether this worker is the one to run it. It may be open again after a miss, at a time that was put later. */
export async function claimOccurrence(
  queries: Queries,
  { slot, day }: Occurrence,
  worker: string,
  at: Date,
): Promise<boolean> {
  const row = await maybeOne(
    queries,
    sql`insert into slot_run (slot, run_on, worker, started_at, heartbeat_at)
      values (${slot}, ${day}, ${worker}, ${instantOf(at)}, ${instantOf(at)})
      on conflict (slot, run_on) do update
        set worker = excluded.worker, heartbeat_at = excluded.heartbeat_at, finished_at = null, result = null
        where slot_run.worker = ''
          or slot_run.finished_at is null
            and slot_run.heartbeat_at < ${instantOf(plusMinutes(at, -silenceMinutes))}
      returning slot`,
  );
  return row !== undefined;
}

/** That it was missed is worth a note only where the slot ran before. */
export async function noteMissed(queries: Queries, { slot, day }: Occurrence, at: Date): Promise<void> {
  const moment = instantOf(at);
  const ran = await maybeOne(queries, sql`select slot from slot_run where slot = ${slot} and run_on < ${day} limit 1`);
  if (!ran) return;
  await queries.run(
    sql`insert into slot_run (slot, run_on, worker, started_at, heartbeat_at, finished_at, result)
      values (${slot}, ${day}, '', ${moment}, ${moment}, ${moment}, 'Missed: it did not begin within four hours')
      on conflict (slot, run_on) do nothing`,
  );
}

export async function beat(queries: Queries, { slot, day }: Occurrence, worker: string, at: Date): Promise<void> {
  await queries.run(
    sql`update slot_run set heartbeat_at = ${instantOf(at)}
      where slot = ${slot} and run_on = ${day} and worker = ${worker}`,
  );
}

/** Whoever looks at the clock next runs it. */
export async function giveOccurrenceBack(queries: Queries, { slot, day }: Occurrence, worker: string): Promise<void> {
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
  at: Date,
): Promise<void> {
  await queries.run(
    sql`update slot_run set finished_at = ${instantOf(at)}, result = ${result}
      where slot = ${slot} and run_on = ${day} and worker = ${worker}`,
  );
}

interface SlotRun {
  slot: string;
  run_on: string;
  result: string | null;
}

/** The last one of each slot. */
export const lastRuns = (queries: Queries): Promise<SlotRun[]> =>
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

/** The next one that will run: a slot whose time was put later after it ran waits for the next date. */
export async function findNext(
  queries: Queries,
  slots: readonly Slot[],
  time: BusinessTime,
  now: Date,
): Promise<Occurrence | undefined> {
  for (const occurrence of comingOccurrences(slots, time, now)) {
    if (!(await hasRun(queries, occurrence))) return occurrence;
  }
  return undefined;
}
