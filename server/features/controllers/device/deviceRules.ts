// Stored rules for connecting and reading controllers' devices. A controller without a row has the defaults and takes
// events only by its webhook.

import type { DeviceKind } from '../../../../src/shared/contract/deviceKinds.ts';
import {
  type DeviceRules,
  type DirectionRule,
  type HalfHourRule,
  jsonMapping,
  readerDirection,
} from '../../../../src/shared/contract/devices.ts';
import { list } from '../../../../src/shared/contract/decode.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql, type Sql } from '../../../platform/db/sql.ts';

export interface StoredRules extends DeviceRules {
  readonly controllerId: number;
  readonly hasSecret: boolean;
  /** Null while no device can be approved. */
  readonly pairingUntil: string | null;
  /** Serial number of the awaited device; empty for any. */
  readonly pairingSerial: string;
  readonly setUpAt: string;
}

interface Row {
  controller_id: number;
  kind: DeviceKind;
  has_secret: boolean;
  zone: string;
  ignores_offset: boolean;
  direction: DirectionRule;
  readers: string;
  repeat_seconds: number;
  half_hours: HalfHourRule;
  networks: string;
  silent_after_minutes: number;
  mapping: string;
  counts_from: string;
  pairing_until: string | null;
  pairing_serial: string;
  set_up_at: string;
}

const readers = list(readerDirection);

export const noMapping = jsonMapping({});

export const rulesOf = (queries: Queries, controllerId: number): Promise<StoredRules | undefined> =>
  rulesWhere(queries, sql`controller_id = ${controllerId}`).then(([rules]) => rules);

export async function rulesWhere(queries: Queries, condition: Sql): Promise<StoredRules[]> {
  const rows = await queries.all<Row>(
    sql`select controller_id, kind, secret_hash <> '' as has_secret, zone, ignores_offset, direction, readers, repeat_seconds, half_hours,
        networks, silent_after_minutes, mapping, counts_from, pairing_until, pairing_serial, set_up_at
      from device_rules where ${condition}`,
    ['has_secret', 'ignores_offset'],
  );
  return rows.map((row) => ({
    controllerId: row.controller_id,
    hasSecret: row.has_secret,
    pairingUntil: row.pairing_until,
    pairingSerial: row.pairing_serial,
    setUpAt: row.set_up_at,
    kind: row.kind,
    zone: row.zone,
    ignores_offset: row.ignores_offset,
    direction: row.direction,
    readers: readers(JSON.parse(row.readers)),
    repeat_seconds: row.repeat_seconds,
    half_hours: row.half_hours,
    networks: row.networks,
    silent_after_minutes: row.silent_after_minutes,
    mapping: jsonMapping(JSON.parse(row.mapping)),
    counts_from: row.counts_from,
  }));
}
