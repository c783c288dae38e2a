// Explains what the HR sync does with one attendance record and why, using the same plan as the sync itself.

import type { AttendanceRecord } from '../../src/contract/entities/attendance.ts';
import type { Queries } from '../db/db.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import { asUtc } from '../time/instants.ts';
import { findHrConfig } from './configQueries.ts';
import { findDelivery } from './delivery/deliveryQueries.ts';
import { findHrUrl } from './hrSystemQueries.ts';
import { loadHrDay } from './plan/loadDay.ts';
import { planDay, plannedRecords } from './plan/planDay.ts';
import { describeDecision } from './plan/report.ts';

type Explanation = NonNullable<AttendanceRecord['hr_sync']>;

/** Returns null if the record's company has no HR system. */
export async function explainRecord(queries: Queries, recordId: number, now: Date): Promise<Explanation | null> {
  const delivery = await findDelivery(queries, recordId);
  if (!delivery || (await findHrUrl(queries, delivery.company_id)) === undefined) return null;
  const businessTime = await currentBusinessTime(queries);
  const { rules } = await findHrConfig(queries, delivery.company_id);
  const date = businessTime.dayOf(delivery.occurred_at);
  const day = await loadHrDay(queries, delivery.company_id, date, businessTime, now);
  const planned = plannedRecords(planDay(day, rules)).find(({ record }) => record.id === recordId);
  if (!planned) return null;

  const { decision } = planned;
  const sentence = describeDecision(decision);
  const attempts = { attempts: delivery.attempts, next_try: '' };
  if (decision.kind === 'held') {
    const state = decision.reason === 'delivery_failed' ? 'failed' : 'held';
    return { state, reason: decision.reason, sentence, ...attempts };
  }
  if (decision.kind === 'sent') return { state: 'sent', reason: '', sentence, ...attempts };
  if (delivery.attempts === 0) return { state: 'waiting', reason: '', sentence, ...attempts };
  return {
    state: 'waiting',
    reason: 'delivery_waiting',
    sentence: `Not accepted yet, will be retried: ${delivery.last_error}`,
    attempts: delivery.attempts,
    next_try: asUtc(delivery.next_try_at),
  };
}
