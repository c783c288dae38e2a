// The events of the webhook as facts: those that became attendance, and those that were refused. One that is sent again
// is the same fact.

import { createHash } from 'node:crypto';
import type { Queries } from '../../../platform/db/db.ts';
import { type ControllerEvent, identityOf, rawOf } from '../drivers/webhook/readEvent.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { type FactRow, insertFacts } from '../intake/insertFacts.ts';
import type { EventResult } from './results.ts';

export interface SentEvent {
  readonly value: unknown;
  /** The event, or why it is refused. */
  readonly read: ControllerEvent | string;
  readonly result: EventResult | undefined;
}

export async function storeSent(
  queries: Queries,
  controllerId: number,
  sent: readonly SentEvent[],
  now: Date,
): Promise<void> {
  const rows = sent.flatMap(({ value, read, result }): FactRow[] => {
    const raw = cut(rawOf(value));
    const received_at = instantOf(now);
    if (result?.status === 'refused') {
      const key = keyOf('refused', [raw, result.reason]);
      return [
        {
          ...unread,
          received_at,
          ...(typeof read === 'string' ? {} : said(read)),
          ...key,
          raw,
          outcome: 'refused',
          reason: result.reason,
        },
      ];
    }
    if (result?.status !== 'stored' || typeof read === 'string') return [];
    const row = { ...unread, received_at, ...said(read), ...keyOf('stored', [identityOf(read)]), raw };
    return [{ ...row, outcome: 'attendance', reason: '', attendance_id: result.record_id }];
  });
  await insertFacts(queries, { controllerId, deviceId: null }, rows);
}

const unread = {
  generation: 1,
  number: null,
  code: '',
  local_time: '',
  zone: '',
  occurred_at: null,
  is_ambiguous: false,
  kind: 'webhook',
  direction: '',
  meaning: '',
  reader: '',
  verify: '',
  passed: 'unknown',
  is_replay: false,
  direction_rule: 'key',
  ruled_direction: '',
  repeat_seconds: 0,
  attendance_id: null,
} satisfies Partial<FactRow>;

const said = ({ employeeCode, type, occurredAt, localTime, zone }: ControllerEvent) => ({
  code: employeeCode,
  local_time: localTime,
  zone,
  occurred_at: occurredAt,
  direction: type,
  meaning: type === 'check-in' ? 'in' : 'out',
  passed: 'yes',
});

const keyOf = (fate: string, parts: readonly string[]) => ({
  fact_key: createHash('sha256')
    .update(JSON.stringify(['webhook', fate, ...parts]))
    .digest('base64url'),
});

/** The database refuses U+0000 and unpaired surrogates. */
const cut = (text: string) => text.slice(0, 2_000).replace(/[\0\p{Surrogate}]/gu, '\ufffd');
