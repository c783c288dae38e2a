// Runs the HR sync by itself: the slots of the schedule, each once a business date for any number of
// processes, and what is due for another try.

import { randomUUID } from 'node:crypto';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { listHrCompanies } from '../companyQueries.ts';
import { companiesWithDue } from '../delivery/deliveryQueries.ts';
import { beat, claimOccurrence, finishOccurrence, giveOccurrenceBack, listSlots, noteMissed } from './slotQueries.ts';
import { sql } from '../../db/sql.ts';
import { type BusinessTime, daysAfter } from '../../time/businessTime.ts';
import { lateOccurrences, type Occurrence, openOccurrences } from './slots.ts';
import { instantOf } from '../../time/instants.ts';
import { describeError } from '../../platform/log.ts';
import type { Cause } from '../syncCompany.ts';
import { syncAll, type SyncTools } from '../syncCompanies.ts';
import { type Job, startRepeating } from '../../platform/repeating.ts';

/** A controller that was cut off for some days brings its records late; they are sent all the same. */
const daysLookedBack = 7;
const pauseMs = 30_000;

/** Stopping ends it after the batch under way, and leaves the rest to whoever starts next. */
export function startScheduler(tools: SyncTools): Job {
  const worker = randomUUID();
  return startRepeating('HR sync', pauseMs, tools.log, (isStopping) => tick({ ...tools, isStopping }, worker));
}

/** One look at the clock. */
export async function tick(tools: SyncTools, worker: string): Promise<void> {
  const { db, clock } = tools;
  const time = await currentBusinessTime(db);
  const slots = await listSlots(db);
  for (const occurrence of lateOccurrences(slots, time, clock())) await noteMissed(db, occurrence, clock());
  for (const occurrence of openOccurrences(slots, time, clock())) {
    if (await claimOccurrence(db, occurrence, worker, clock())) await runSlot(tools, occurrence, worker, time);
  }
  await retryDue(tools);
}

async function runSlot(tools: SyncTools, occurrence: Occurrence, worker: string, time: BusinessTime): Promise<void> {
  const { db, clock, log } = tools;
  const today = time.dayOf(instantOf(clock()));
  const days = Array.from({ length: daysLookedBack }, (_, ago) => daysAfter(today, ago + 1 - daysLookedBack));
  const cause: Cause = { caller: null, requestId: `schedule ${occurrence.slot} ${occurrence.day}` };
  const companies = await listHrCompanies(db, sql`true`);
  const { success, failed, errors } = await syncAll(tools, companies, { days, cause }, () =>
    beat(db, occurrence, worker, clock()).catch((error: unknown) =>
      log.warn('HR sync gave no sign of life', { error: describeError(error) }),
    ),
  );
  if (tools.isStopping?.()) return giveOccurrenceBack(db, occurrence, worker);
  const result = `Success: ${success}, Failed: ${failed}`;
  await finishOccurrence(db, occurrence, worker, result, clock());
  log.info('HR sync ran', {
    slot: occurrence.slot,
    day: occurrence.day,
    success,
    failed,
    errors: errors.length,
  });
}

async function retryDue(tools: SyncTools): Promise<void> {
  const due = await companiesWithDue(tools.db, tools.clock());
  if (due.length === 0) return;
  const companies = await listHrCompanies(tools.db, sql`companies.id in (${due})`);
  await syncAll(tools, companies, { cause: { caller: null, requestId: 'retry' } });
}
