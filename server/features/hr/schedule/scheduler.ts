// Runs the HR sync by schedule: each slot once per business date over all processes, and retries when due.

import { randomUUID } from 'node:crypto';
import { type Job, startRepeating } from '../../../platform/concurrency/repeating.ts';
import { sql } from '../../../platform/db/sql.ts';
import { describeError } from '../../../platform/log/log.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { listHrCompanies } from '../connection/connectionQueries.ts';
import { companiesWithDueDeliveries } from '../delivery/deliveryQueries.ts';
import { syncCompanies } from '../syncCompanies.ts';
import type { SyncCause, SyncTools } from '../syncCompany.ts';
import { companiesToCatchUp } from '../syncState.ts';
import {
  claimOccurrence,
  daysOfRun,
  dueOccurrences,
  finishOccurrence,
  lateOccurrences,
  listSlots,
  noteFirstStart,
  type Occurrence,
  recordHeartbeat,
  recordMissed,
  releaseOccurrence,
} from './slots.ts';

const pauseMs = 30_000;

/**
 * Stopping finishes the current batches and leaves the rest to the next process. Checks overlap, because one may take
 * as long as the slowest HR system.
 */
export function startScheduler(tools: SyncTools): Job {
  const { db, clock, log } = tools;
  const worker = randomUUID();
  const checks = new Set<Promise<void>>();
  let isFirst = true;
  const job = startRepeating('HR sync', pauseMs, log, async (isStopping) => {
    if (isFirst) await noteFirstStart(db, clock());
    isFirst = false;
    const check = tick({ ...tools, isStopping }, worker)
      .catch((error: unknown) => log.error('HR sync failed', { error: describeError(error) }))
      .finally(() => checks.delete(check));
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
  const businessTime = await currentBusinessTime(db);
  const slots = await listSlots(db);
  for (const occurrence of lateOccurrences(slots, businessTime, clock())) await recordMissed(db, occurrence, clock());
  for (const occurrence of dueOccurrences(slots, businessTime, clock())) {
    if (await claimOccurrence(db, occurrence, worker, clock())) await runSlot(tools, occurrence, worker, businessTime);
  }
  await catchUp(tools, businessTime);
  await retryDue(tools);
}

async function runSlot(
  tools: SyncTools,
  occurrence: Occurrence,
  worker: string,
  businessTime: BusinessTime,
): Promise<void> {
  const { db, clock, log } = tools;
  const { slot, day } = occurrence;
  const cause: SyncCause = { caller: null, requestId: `schedule ${slot} ${day}` };
  const companies = await listHrCompanies(db, sql`true`);
  const { success, failed, errors } = await syncCompanies(
    tools,
    companies,
    { days: daysOfRun(businessTime, clock()), cause },
    () =>
      recordHeartbeat(db, occurrence, worker, clock()).catch((error: unknown) =>
        log.warn('HR sync heartbeat failed', { error: describeError(error) }),
      ),
  );
  if (tools.isStopping?.()) return releaseOccurrence(db, occurrence, worker);
  await finishOccurrence(db, occurrence, worker, `Success: ${success}, Failed: ${failed}`, clock());
  log.info('HR sync ran', { slot, day, success, failed, errors: errors.length });
}

async function catchUp(tools: SyncTools, businessTime: BusinessTime): Promise<void> {
  const owed = await companiesToCatchUp(tools.db, tools.clock());
  if (owed.length === 0) return;
  const companies = await listHrCompanies(tools.db, sql`companies.id in (${owed})`);
  const cause: SyncCause = { caller: null, requestId: 'schedule, after a running sync' };
  await syncCompanies(tools, companies, {
    days: daysOfRun(businessTime, tools.clock()),
    cause,
    resumesCancelled: false,
  });
}

async function retryDue(tools: SyncTools): Promise<void> {
  const due = await companiesWithDueDeliveries(tools.db, tools.clock());
  if (due.length === 0) return;
  const companies = await listHrCompanies(tools.db, sql`companies.id in (${due})`);
  await syncCompanies(tools, companies, {
    cause: { caller: null, requestId: 'retry' },
    resumesCancelled: false,
  });
}
