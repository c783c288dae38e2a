// Runs the HR sync by schedule: each slot once per business date over all processes, and retries when due.

import { randomUUID } from 'node:crypto';
import { createFailureLogger, type Job, startRepeating } from '../../../platform/concurrency/repeating.ts';
import { sql } from '../../../platform/db/db.ts';
import { describeError } from '../../../platform/log/log.ts';
import { type Clock, instantOf, timeIn } from '../../../platform/time/clock.ts';
import { currentClocks } from '../../settings/clocks.ts';
import { listHrCompanies } from '../connection/connectionQueries.ts';
import { companiesWithDueDeliveries } from '../delivery/deliveryQueries.ts';
import { readDueLeave } from '../leave/readLeave.ts';
import {
  claimOccurrence,
  daysOfRun,
  dueOccurrences,
  forgetFutureRuns,
  lateOccurrences,
  listSlots,
  type Occurrence,
  recordMissed,
} from '../slots.ts';
import { type SyncCause, type SyncTools, syncCompanies } from '../syncCompany.ts';
import { companiesToCatchUp, forgetFutureTimes, requestCatchUp } from '../syncState.ts';

const pauseMs = 30_000;

/**
 * Stopping finishes the current batches and leaves the rest to the next process. Checks may overlap, because one can
 * take as long as the slowest HR system.
 */
export function startScheduler(tools: SyncTools): Job {
  const { db, clock, log } = tools;
  const worker = randomUUID();
  const checks = new Set<Promise<void>>();
  const logged = createFailureLogger('HR sync', log);
  let isFirst = true;
  const job = startRepeating('HR sync', pauseMs, log, async (isStopping) => {
    // Slots that passed before the first start on this database do not count as missed.
    if (isFirst)
      await db.run(sql`update hr_sync_slots set runs_since = ${instantOf(clock())} where runs_since is null`);
    isFirst = false;
    const check = logged(tick({ ...tools, isStopping }, worker)).finally(() => checks.delete(check));
    checks.add(check);
  });
  return {
    async stop() {
      await job.stop();
      await Promise.all(checks);
    },
  };
}

/** One check of the schedule: runs everything that is due. */
export async function tick(tools: SyncTools, worker: string): Promise<void> {
  const { db, clock } = tools;
  const { ofInstallation, of } = await currentClocks(db);
  const slots = await listSlots(db);
  await forgetFutureRuns(db, clock());
  await forgetFutureTimes(db, clock());
  // A slot is a time of day, so it runs once for the companies of each time zone.
  const all = (await listHrCompanies(db, sql`true`)).map(({ id }) => id);
  const byZone = new Map([[ofInstallation.zone, []], ...Map.groupBy(all, (id) => of(id).zone)]);
  for (const [zone, ids] of byZone) {
    const time = timeIn(zone);
    const own = zone === ofInstallation.zone ? slots : slots.map((slot) => ({ ...slot, name: `${slot.name} ${zone}` }));
    for (const occurrence of lateOccurrences(own, time, clock())) await recordMissed(db, occurrence, clock());
    for (const occurrence of dueOccurrences(own, time, clock())) {
      if (await claimOccurrence(db, occurrence, worker, clock())) await runSlot(tools, occurrence, worker, ids);
    }
  }
  const days = recentDays(clock());
  await syncAgain(tools, await companiesToCatchUp(db, clock()), 'schedule, after a running sync', { days });
  await syncAgain(tools, await companiesWithDueDeliveries(db, clock()), 'retry', {});
  await readDueLeave(tools);
}

async function runSlot(
  tools: SyncTools,
  occurrence: Occurrence,
  worker: string,
  companyIds: readonly number[],
): Promise<void> {
  const { db, clock, log } = tools;
  const { slot, day } = occurrence;
  const isThisRun = sql`slot = ${slot} and run_on = ${day} and worker = ${worker}`;
  const cause: SyncCause = { caller: null, requestId: `schedule ${slot} ${day}` };
  const companies = await listHrCompanies(db, sql`companies.id in (${companyIds})`);
  const undone: number[] = [];
  const request = { days: recentDays(clock()), cause };
  const { success, failed, errors } = await syncCompanies(tools, companies, request, async (id, isUndone) => {
    if (isUndone) undone.push(id);
    const heartbeat = sql`update slot_run set heartbeat_at = ${instantOf(clock())} where ${isThisRun}`;
    await db
      .run(heartbeat)
      .catch((error: unknown) => log.warn('HR sync heartbeat failed', { error: describeError(error) }));
  });
  if (tools.isStopping?.()) {
    // Leaves the run to the process that checks the schedule next.
    await db.run(sql`delete from slot_run where ${isThisRun} and finished_at is null`);
    return;
  }
  // If this also fails, another process runs the whole slot again once this one has been silent for long enough.
  for (const id of undone) await requestCatchUp(db, id);
  const result = `Success: ${success}, Failed: ${failed}`;
  await db.run(sql`update slot_run set finished_at = ${instantOf(clock())}, result = ${result} where ${isThisRun}`);
  log.info('HR sync ran', { slot, day, success, failed, errors: errors.length });
}

const recentDays = (now: Date) => (clock: Clock) => daysOfRun(clock, now);

async function syncAgain(
  tools: SyncTools,
  ids: readonly number[],
  requestId: string,
  what: { readonly days?: ReturnType<typeof recentDays> },
): Promise<void> {
  if (ids.length === 0) return;
  const companies = await listHrCompanies(tools.db, sql`companies.id in (${ids})`);
  await syncCompanies(tools, companies, { ...what, cause: { caller: null, requestId }, resumesCancelled: false });
}
