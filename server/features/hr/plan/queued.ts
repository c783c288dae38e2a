// Queues the records of a plan, each with the start of its pair if it carries one; the start may belong to the day
// before.

import { createHash } from 'node:crypto';
import type { Queued } from '../delivery/deliveryQueries.ts';
import { type EmployeePlan, plannedRecords } from './planDay.ts';
import type { HrRecord } from './types.ts';

/** `company` is the unique identifier. */
export function recordsToQueue(plan: readonly EmployeePlan[], sent: readonly HrRecord[], company: string): Queued[] {
  const startOf = new Map(plan.flatMap(({ pairs }) => pairs.map(({ start, end }) => [end.id, start] as const)));
  const starts = sent.flatMap((record) => startOf.get(record.id) ?? []).filter(({ delivery }) => delivery === 'none');
  return [...new Set([...sent, ...starts])].map((record) => ({
    id: record.id,
    key: idempotencyKey(company, record),
    pair_start_id: startOf.get(record.id)?.id ?? null,
  }));
}

/** Leaves out starts of the next day's pairs, which are queued with their end. */
export const recordsToSend = (plan: readonly EmployeePlan[]): HrRecord[] =>
  plannedRecords(plan)
    .filter(({ record, decision }) => decision.kind === 'send' && record.pairedUntil === '')
    .map(({ record }) => record);

/** Records queued with a pair that no longer exists. */
export const recordsToWithdraw = (plan: readonly EmployeePlan[]): number[] =>
  plannedRecords(plan)
    .filter(({ record, decision }) => decision.kind === 'held' && record.delivery === 'waiting')
    .map(({ record }) => record.id);

type Event = Pick<HrRecord, 'employee_code' | 'event_type' | 'occurred_at'>;

/**
 * Lets an HR system recognize a repeated record. Derived from the content: a restored database reuses record numbers,
 * which would name somebody else's record. If two records have the same key, the plan holds one back as a duplicate.
 */
export function idempotencyKey(company: string, { employee_code, event_type, occurred_at }: Event): string {
  const content = JSON.stringify([company, employee_code, event_type, occurred_at]);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `${company}/${digest}/${event_type}`;
}
