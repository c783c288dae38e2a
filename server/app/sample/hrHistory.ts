// Adds what earlier HR syncs would have left: accepted records, and the last days' undelivered records of HR systems
// that stopped answering or reject them.

import { defaultRules } from '../../features/hr/configQueries.ts';
import { type DeliveryUpdate, recordAttempt, updateDeliveries } from '../../features/hr/delivery/attempts.ts';
import { enqueue, waitingDeliveries } from '../../features/hr/delivery/deliveryQueries.ts';
import { loadHrDay } from '../../features/hr/plan/loadDay.ts';
import { planDay, plannedRecords } from '../../features/hr/plan/planDay.ts';
import { idempotencyKey } from '../../features/hr/plan/queued.ts';
import { acquireLease, releaseLease } from '../../features/hr/syncState.ts';
import type { Queries } from '../../platform/db/db.ts';
import { type Clock, dateOf, daysAfter, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import type { HrBehaviour } from './companies.ts';
import { rejection } from './sampleSystems.ts';

const daysOfTrouble = 3;
const taken: DeliveryUpdate = { state: 'accepted', evidence: 'answer', remote_id: '', person_id: '' };
/** Stores it as the sync does. */
const sentTo = 'rollcall 127.0.0.1';
const noAnswer = 'The HR system did not answer: The connection was closed';

export async function addHrHistory(
  queries: Queries,
  { id: companyId, identifier, hr }: { id: number; identifier: string; hr: HrBehaviour },
  days: number,
  { now, clock }: { now: Date; clock: Clock },
): Promise<void> {
  const today = clock.dayOf(instantOf(now));
  const pastDays = Array.from({ length: days }, (_, index) => daysAfter(today, index - days));
  for (const day of pastDays) {
    const at = plusMinutes(dateOf(clock.endOf(day)), -30);
    const plan = planDay(await loadHrDay(queries, companyId, day, clock, at), defaultRules);
    const sent = plannedRecords(plan)
      .filter(({ decision }) => decision.kind === 'send')
      .map(({ record }) => ({ id: record.id, key: idempotencyKey(identifier, record), pair_start_id: null }));
    await enqueue(queries, companyId, day, sent, at);
  }
  await analyze(queries, 'hr_deliveries');
  await settle(pastDays.slice(0, -daysOfTrouble), taken);
  await settle(pastDays.slice(-daysOfTrouble), outcomeOf(hr, now));
  await addLastRuns(queries, companyId, hr, plusMinutes(dateOf(clock.startOf(today)), -30));

  async function settle(days: readonly string[], update: DeliveryUpdate): Promise<void> {
    const deliveries = await waitingDeliveries(queries, companyId, { days }, sentTo);
    await recordAttempt(queries, deliveries, 'first', now, now);
    const updates = new Map(deliveries.map((delivery) => [delivery.attendance_id, update]));
    await updateDeliveries(queries, updates, sentTo, now);
  }
}

function outcomeOf(hr: HrBehaviour, now: Date): DeliveryUpdate {
  switch (hr) {
    case 'accepts':
      return taken;
    case 'rejects':
      return { state: 'retryNeeded', error: rejection, isClear: true };
    case 'isSilent':
      return { state: 'retry', error: noAnswer, nextTry: plusMinutes(now, 60) };
  }
}

/** Adds the result of the company's last run, half an hour before midnight. */
async function addLastRuns(queries: Queries, companyId: number, behaviour: HrBehaviour, at: Date): Promise<void> {
  const lease = { companyId, holder: 'sample' };
  const lastSuccess = behaviour === 'accepts' ? at : plusMinutes(at, -daysOfTrouble * 24 * 60);
  await acquireLease(queries, lease, lastSuccess);
  await releaseLease(queries, lease, { accepted: 1, error: undefined }, lastSuccess);
  if (behaviour === 'accepts') return;
  await acquireLease(queries, lease, at);
  const error = behaviour === 'rejects' ? rejection : noAnswer;
  await releaseLease(queries, lease, { accepted: 0, error }, at);
}

/**
 * Lets PostgreSQL look at what a long transaction has added to a table. It does so by itself only after the
 * transaction: until then it takes the table for small, and statements read the whole of it.
 */
export async function analyze(queries: Queries, table: 'attendance' | 'hr_deliveries'): Promise<void> {
  if (queries.dialect === 'postgres') await queries.exec(`analyze ${table}`);
}
