// What the HR sync knows of attendance: one record with its person and with what became of its delivery.

import type { EventType } from '../../../src/contract/entities/attendance.ts';
import type { HrSyncConfig } from '../../../src/contract/entities/hr.ts';
import type { BusinessTime } from '../../time/businessTime.ts';

/** none: never given to the delivery. Whatever else it is, it stays in the delivery's hands. */
export type DeliveryState = 'none' | 'waiting' | 'accepted' | 'failed';

export interface HrRecord {
  readonly id: number;
  /** Null where nobody has the code that the controller sent. */
  readonly employee: { readonly id: number; readonly employee_id: string; readonly name: string } | null;
  readonly employee_code: string;
  readonly event_type: EventType;
  readonly occurred_at: string;
  readonly delivery: DeliveryState;
  readonly last_error: string;
}

/** All that a plan depends on: the same day gives the same plan. */
export interface HrDay {
  /** 'YYYY-MM-DD' in the zone of the business. */
  readonly date: string;
  readonly time: BusinessTime;
  readonly now: string;
  readonly records: readonly HrRecord[];
  /** Those of the hours before the day, for shifts that run past midnight. */
  readonly eve: readonly HrRecord[];
}

/** What the plan needs of a configuration; the secret is not for it. */
export type HrRules = Omit<HrSyncConfig, 'signing_secret' | 'has_signing_secret'>;

/** By time; what happened in the same second stays in the order of arrival. */
export function inOrder(records: readonly HrRecord[]): HrRecord[] {
  return [...records].sort((one, other) =>
    one.occurred_at === other.occurred_at ? one.id - other.id : one.occurred_at < other.occurred_at ? -1 : 1,
  );
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
