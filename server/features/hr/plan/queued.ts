// Queues what a plan sends: records, each with the start of its pair if it carries one, which may be a record of the
// day before.

import { createHash } from 'node:crypto';
import type { EventType } from '../../../../src/shared/contract/queries.ts';
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

interface Event {
  readonly employee_code: string;
  readonly event_type: EventType;
  readonly occurred_at: string;
}

/**
 * An HR system recognises by it a record that it receives again. It is made of what the record says: record numbers are
 * given out again by a restored database, and would name somebody else's record. Of two records with the same key, the
 * plan holds one back as a duplicate.
 */
export function idempotencyKey(company: string, { employee_code, event_type, occurred_at }: Event): string {
  const content = JSON.stringify([company, employee_code, event_type, occurred_at]);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `${company}/${digest}/${event_type}`;
}
