// Explains what the HR sync does with one attendance record and why, using the sync's own plan.

import type { AttendanceRecord } from '../../../src/shared/contract/attendance.ts';
import type { Queries } from '../../platform/db/db.ts';
import { asUtc, type Clock, daysAfter, instantOf } from '../../platform/time/clock.ts';
import { clockOf } from '../settings/clocks.ts';
import { findHrUrl, nameOfSystem } from './connection/connectionQueries.ts';
import { findDelivery, type RecordDelivery } from './delivery/deliveryQueries.ts';
import { describeDecision } from './dryRun.ts';
import { planOfDay } from './plan/loadDay.ts';
import { plannedRecords } from './plan/planDay.ts';
import { daysPerRun, listSlots } from './slots.ts';
import { wallClockOf } from './syncResult.ts';
import { findPause } from './syncState.ts';

type Explanation = NonNullable<AttendanceRecord['hr_sync']>;

export async function explainRecord(queries: Queries, recordId: number, now: Date): Promise<Explanation | null> {
  const delivery = await findDelivery(queries, recordId);
  if (!delivery) return null;
  const clock = await clockOf(queries, delivery.company_id);
  const date = clock.workingDays.dayOf(delivery.occurred_at);
  const plan = await planOfDay(queries, delivery.company_id, date, { clock, now });
  const planned = plannedRecords(plan).find(({ record }) => record.id === recordId);
  if (!planned) return null;

  const { decision } = planned;
  const { attempts } = delivery;
  const decided = describeDecision(decision);
  const explained = (state: string, reason: string, sentence: string, next_try = ''): Explanation => ({
    state,
    reason,
    sentence,
    attempts,
    next_try,
  });
  if (decision.kind === 'sent') {
    const differences = plan.flatMap((employee) => employee.differences);
    const difference = differences.find(({ delivered }) => delivered.id === recordId);
    const sentence = difference ? `Sent. ${difference.sentence}` : decided;
    return { ...explained('sent', '', sentence), evidence: describeEvidence(delivery, clock) };
  }
  if (delivery.company_is_deleted) return explained('held', 'company_deleted', 'Not sent. The company was deleted');
  if ((await findHrUrl(queries, delivery.company_id)) === undefined) {
    return explained('held', 'no_hr_system', 'Not sent. The company has no active HR system URL');
  }
  const today = clock.dayOf(instantOf(now));
  if (decision.kind === 'held') {
    const { reason } = decision;
    const isStuck = reason === 'unknown_employee' && isTooOld(date, today);
    const advice = isStuck ? `. The record is too old for the schedule: then run a sync for ${date}` : '';
    return explained(reason === 'delivery_failed' ? 'failed' : 'held', reason, decided + advice);
  }
  const isQueued = planned.record.delivery === 'waiting';
  const obstacle = delivery.company_is_active
    ? !isQueued && (await scheduleObstacle(queries, date, today))
    : { reason: 'company_inactive', sentence: 'The company is inactive' };
  if (obstacle) return explained('held', obstacle.reason, `Not sent. ${obstacle.sentence}: run a sync for ${date}`);
  const pause = await findPause(queries, delivery.company_id, now);
  if (pause && isQueued) {
    const nextTry = [instantOf(pause.until), delivery.next_try_at ?? ''].sort().at(-1) ?? '';
    return explained('waiting', 'delivery_waiting', `Will retry. ${pause.reason}`, asUtc(nextTry));
  }
  if (attempts > 0) {
    return explained('waiting', 'delivery_waiting', `Will retry. ${delivery.last_error}`, asUtc(delivery.next_try_at));
  }
  return explained('waiting', '', isQueued ? 'Not sent yet. It is queued and will be sent soon' : decided);
}

/** Reason why the schedule sends no new records of the day. */
export async function scheduleObstacle(queries: Queries, date: string, today: string) {
  if (isTooOld(date, today)) return { reason: 'too_old', sentence: `Older than ${daysPerRun} days` };
  const slots = await listSlots(queries);
  return slots.some((slot) => slot.is_enabled)
    ? undefined
    : { reason: 'nothing_scheduled', sentence: 'No sync is scheduled' };
}

const isTooOld = (date: string, today: string) => date <= daysAfter(today, -daysPerRun);

function describeEvidence({ accepted_at, remote_id, evidence, sent_to }: RecordDelivery, clock: Clock): string {
  const words = wordsFor[evidence](nameOfSystem(sent_to), remote_id && ` as ${remote_id}`);
  return accepted_at === null ? words : `${words}, on ${wallClockOf(accepted_at, clock)}`;
}

const wordsFor: Readonly<Record<RecordDelivery['evidence'], (system: string, as: string) => string>> = {
  answer: (system, as) => `${system} said that it took it${as}`,
  duplicate: (system, as) => `${system} said that it has it already${as}`,
  found: (system, as) => `${system} was searched and has it${as}`,
  // Delivered before evidence was stored.
  '': (system) => `${system} said that it has it`,
};
