// What is queued of a plan: records, each with the start of its pair if it carries one. The start of a pair
// may be a record of the day before.

import { idempotencyKey } from '../delivery/idempotencyKey.ts';
import type { Queued } from '../delivery/deliveryQueries.ts';
import { type EmployeePlan, plannedRecords } from './planDay.ts';
import type { HrRecord } from './types.ts';

/** `company` is the unique identifier. */
export function queuedOf(
  plan: readonly EmployeePlan[],
  sent: readonly HrRecord[],
  company: string,
): Required<Queued>[] {
  const startOf = new Map(plan.flatMap(({ pairs }) => pairs.map(({ start, end }) => [end.id, start] as const)));
  const starts = sent.flatMap((record) => startOf.get(record.id) ?? []).filter(({ delivery }) => delivery === 'none');
  return [...new Set([...sent, ...starts])].map((record) => ({
    id: record.id,
    key: idempotencyKey(company, record),
    pair_start_id: startOf.get(record.id)?.id ?? null,
  }));
}

/** Without those that are queued as the start of a pair of the next day. */
export const recordsToSend = (plan: readonly EmployeePlan[]): HrRecord[] =>
  plannedRecords(plan)
    .filter(({ record, decision }) => decision.kind === 'send' && record.pairedUntil === '')
    .map(({ record }) => record);

/** Queued with a pair that is none any more. */
export const recordsToWithdraw = (plan: readonly EmployeePlan[]): number[] =>
  plannedRecords(plan)
    .filter(({ record, decision }) => decision.kind === 'held' && record.delivery === 'waiting')
    .map(({ record }) => record.id);
