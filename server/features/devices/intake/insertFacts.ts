// Stores new facts, with what became of them.

import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { lockRecords } from './lockRecords.ts';

interface From {
  readonly controllerId: number;
  /** Null for the webhook. */
  readonly deviceId: number | null;
}

const columns = {
  fact_key: 'text',
  generation: 'bigint',
  number: 'bigint',
  code: 'text',
  local_time: 'text',
  zone: 'text',
  occurred_at: 'timestamp(0)',
  received_at: 'timestamp(0)',
  is_ambiguous: 'boolean',
  kind: 'text',
  direction: 'text',
  meaning: 'text',
  reader: 'text',
  verify: 'text',
  passed: 'text',
  is_replay: 'boolean',
  raw: 'text',
  direction_rule: 'text',
  ruled_direction: 'text',
  repeat_seconds: 'bigint',
  outcome: 'text',
  reason: 'text',
  attendance_id: 'bigint',
} as const;

export type FactRow = Readonly<Record<keyof typeof columns, string | number | boolean | null>> & {
  readonly kind: string;
  readonly outcome: DeviceOutcome;
  readonly attendance_id: number | null;
};

/**
 * In the order in which the device sent them. The controller is locked: PostgreSQL has the unique key of facts within each
 * month only, so whether one is known is asked.
 */
export async function insertFacts(
  queries: Queries,
  { controllerId, deviceId }: From,
  facts: readonly FactRow[],
): Promise<void> {
  if (facts.length === 0) return;
  const rows = await withRecordsThatStay(queries, facts);
  await queries.run(
    sql`insert into device_events (controller_id, device_id, received_at, fact_key, generation, number, code,
        local_time, zone, occurred_at, is_ambiguous, kind, direction, meaning, reader, verify, passed, is_replay, raw,
        direction_rule, ruled_direction, repeat_seconds, outcome, reason, attendance_id)
      select ${controllerId}, ${deviceId}, received_at, fact_key, generation, number, code,
        local_time, zone, occurred_at, is_ambiguous, kind, direction, meaning, reader, verify, passed, is_replay, raw,
        direction_rule, ruled_direction, repeat_seconds, outcome, reason, attendance_id
      from ${rowsOf(columns, rows)} where not exists (select 1 from device_events as known
        where known.controller_id = ${controllerId} and known.fact_key = rows.fact_key)
      on conflict do nothing`,
  );
}

/** A fact that is attendance itself came with its record. */
async function withRecordsThatStay(queries: Queries, facts: readonly FactRow[]): Promise<FactRow[]> {
  const isOfAnother = ({ outcome }: FactRow) => outcome !== 'attendance';
  const ids = facts.filter(isOfAnother).flatMap(({ attendance_id: id }) => id ?? []);
  const there = await lockRecords(queries, ids);
  return facts.map((fact) =>
    isOfAnother(fact) && !there.has(fact.attendance_id) ? { ...fact, attendance_id: null } : fact,
  );
}
