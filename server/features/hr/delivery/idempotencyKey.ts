// The key by which an HR system recognises a record that it receives again. It is made of what the record says: record
// numbers are given out again by a restored database, and would name somebody else's record.

import { createHash } from 'node:crypto';
import type { EventType } from '../../../../src/shared/contract/queries.ts';

interface Event {
  readonly employee_code: string;
  readonly event_type: EventType;
  readonly occurred_at: string;
}

/** `company` is the unique identifier. Of two records with the same key, the plan holds one back as a duplicate. */
export function idempotencyKey(company: string, { employee_code, event_type, occurred_at }: Event): string {
  const content = JSON.stringify([company, employee_code, event_type, occurred_at]);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `${company}/${digest}/${event_type}`;
}
