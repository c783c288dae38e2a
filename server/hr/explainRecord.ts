// Of one attendance record: what becomes of it in the HR sync, and why, by the very plan of the sync.

import type { AttendanceRecord } from '../../src/contract/entities/attendance.ts';
import { findHrConfig, findHrUrl } from './configQueries.ts';
import { findDelivery } from './delivery/deliveryQueries.ts';
import { loadHrDay } from './plan/loadDay.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { Queries } from '../db/db.ts';
import { decisionsOf, planDay } from './plan/planDay.ts';
import { inWords } from './plan/report.ts';
import { asUtc } from '../time/instants.ts';

type Explanation = NonNullable<AttendanceRecord['hr_sync']>;

/** Null for a record of a company without an HR system. */
export async function explainHrSync(queries: Queries, recordId: number, at: Date): Promise<Explanation | null> {
  const found = await findDelivery(queries, recordId);
  if (!found || (await findHrUrl(queries, found.company_id)) === undefined) return null;
  const time = await currentBusinessTime(queries);
  const { rules } = await findHrConfig(queries, found.company_id);
  const day = await loadHrDay(queries, found.company_id, time.dayOf(found.occurred_at), time, at);
  const decision = decisionsOf(planDay(day, rules)).find(({ record }) => record.id === recordId);
  if (!decision) return null;

  const { fate } = decision;
  const attempts = { attempts: found.attempts, next_try: '' };
  if (fate.kind === 'held') {
    const state = fate.reason === 'delivery_failed' ? 'failed' : 'held';
    return { state, reason: fate.reason, sentence: fate.sentence, ...attempts };
  }
  if (fate.kind === 'sent') return { state: 'sent', reason: '', sentence: inWords(fate), ...attempts };
  if (found.attempts === 0) return { state: 'waiting', reason: '', sentence: inWords(fate), ...attempts };
  return {
    state: 'waiting',
    reason: 'delivery_waiting',
    sentence: `It was not taken yet, and is tried again: ${found.last_error}`,
    attempts: found.attempts,
    next_try: asUtc(found.next_try_at),
  };
}
