// Stored devices.
import { list } from '../../../../src/shared/contract/decode.ts';
import {
  type Device,
  type DeviceRules,
  jsonMapping,
  readerDirection,
} from '../../../../src/shared/contract/devices.ts';
import { type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { isUnexpired } from '../../../platform/db/moments.ts';
import { DomainError } from '../../../platform/domainErrors.ts';
import { type Clock, dateOf, instantOf, plusMinutes } from '../../../platform/time/clock.ts';

export interface DeviceRow extends Readonly<Omit<Device, 'drift_seconds'>> {
  readonly identity: string;
  readonly state: 'waiting' | 'approved' | 'replaced';
  readonly key_hash: string;
  readonly key_network: string;
  readonly is_access_device: boolean;
  readonly sends_heartbeats: boolean;
  readonly delays: string;
  readonly generation: number;
  readonly last_number: number | null;
  readonly last_local_time: string;
  readonly told_offset: number | null;
  readonly wants_all: boolean;
}

export const devicesWhere = (queries: Queries, condition: Sql): Promise<DeviceRow[]> =>
  queries.all<DeviceRow>(
    sql`select id, kind, identity, serial, controller_id, state, key_hash, key_network, is_access_device,
        sends_heartbeats, model, firmware, address,
        first_heard_at, last_heard_at, records_held, capacity, events_offered, delays, generation, last_number,
        last_local_time, told_offset, said_offset, wants_all
      from devices where ${condition} order by id`,
    ['is_access_device', 'sends_heartbeats', 'wants_all'],
  );

export async function approvedDevice(queries: Queries, controllerId: number): Promise<DeviceRow | undefined> {
  const [row] = await devicesWhere(queries, sql`controller_id = ${controllerId} and state = 'approved'`);
  return row;
}

/** Seconds from each of the last live events to its receipt. */
export function delaysOf({ delays }: Pick<DeviceRow, 'delays'>): number[] {
  const seconds: unknown = JSON.parse(delays);
  return Array.isArray(seconds) ? seconds.filter((each) => typeof each === 'number') : [];
}

/** An event can be earlier than its receipt by this much only with a wrong clock. */
export const wrongClockSeconds = 300;
/** A longer delay may also mean that the event was stored in the device. */
const lateSeconds = 3_600;
/** This many successive delays within two minutes of each other mean a wrong clock rather than stored events. */
const inARow = 3;
const alikeSeconds = 120;

/**
 * Error of the device's clock in seconds, negative for slow; the delay of its events is a lower bound. Null until there
 * is evidence.
 */
export function driftOf(device: Pick<DeviceRow, 'delays'>): number | null {
  const delays = delaysOf(device);
  const last = delays.at(-1) ?? 0;
  if (last < -wrongClockSeconds) return -last;
  const row = delays.slice(-inARow);
  if (row.length === inARow && Math.max(...row) - Math.min(...row) <= alikeSeconds) return 0 - Math.min(...row);
  const soon = delays.filter((seconds) => seconds >= -wrongClockSeconds && seconds <= lateSeconds);
  return soon.length === 0 ? null : 0 - Math.min(...soon);
}

export const shownDevice = (row: DeviceRow, { wallClock }: Clock): Device => ({
  id: row.id,
  kind: row.kind,
  controller_id: row.controller_id,
  serial: row.serial,
  model: row.model,
  firmware: row.firmware,
  address: row.address,
  first_heard_at: wallClock(row.first_heard_at),
  last_heard_at: wallClock(row.last_heard_at),
  drift_seconds: driftOf(row),
  said_offset: row.said_offset,
  records_held: row.records_held,
  capacity: row.capacity,
  events_offered: row.events_offered,
});

/**
 * Error for a device that changed while its request arrived. It sends the request again, which is then handled by its
 * new state.
 */
export const deviceChanged = (): DomainError =>
  new DomainError('unavailable', 'This device was changed meanwhile', { retryAfterSeconds: 5 });

/**
 * Stored rules for connecting and reading controllers' devices. A controller without a row has the defaults and takes
 * events only by its webhook.
 */
export interface StoredRules extends DeviceRules {
  readonly controllerId: number;
  readonly hasSecret: boolean;
  /** End of the last pairing; null before the first one, and after an approval. */
  readonly pairingUntil: string | null;
  /** Serial number of the awaited device; empty for any. */
  readonly pairingSerial: string;
  /** When the controller was added to its company. Its events count from the day before. */
  readonly setUpAt: string;
}

export const pairingMinutes = 30;

/** When the last pairing began; without one, when the controller was added to its company. */
export const pairedAt = ({ pairingUntil, setUpAt }: StoredRules): string =>
  pairingUntil === null ? setUpAt : instantOf(plusMinutes(dateOf(pairingUntil), -pairingMinutes));

/** A condition on device_rules. */
export const isPairingRow = (now: Date): Sql => isUnexpired(sql`pairing_until`, pairingMinutes, now);

/** The same condition on rules that were read. */
export const isPairing = (
  rules: StoredRules | undefined,
  now: Date,
): rules is StoredRules & { readonly pairingUntil: string } =>
  typeof rules?.pairingUntil === 'string' &&
  rules.pairingUntil > instantOf(now) &&
  rules.pairingUntil < instantOf(plusMinutes(now, 2 * pairingMinutes));

/** Rules as they are stored, with JSON for lists and objects. */
type Row = Omit<StoredRules, 'readers' | 'mapping'> & { readers: string; mapping: string };

const readers = list(readerDirection);

export const noMapping = jsonMapping({});

export const rulesOf = (queries: Queries, controllerId: number): Promise<StoredRules | undefined> =>
  rulesWhere(queries, sql`controller_id = ${controllerId}`).then(([rules]) => rules);

export async function rulesWhere(queries: Queries, condition: Sql): Promise<StoredRules[]> {
  const rows = await queries.all<Row>(
    sql`select controller_id as "controllerId", secret_hash <> '' as "hasSecret", pairing_until as "pairingUntil",
        pairing_serial as "pairingSerial", set_up_at as "setUpAt", kind, zone, ignores_offset, direction, readers,
        repeat_seconds, half_hours, networks, silent_after_minutes, mapping, counts_from
      from device_rules where ${condition}`,
    ['hasSecret', 'ignores_offset'],
  );
  return rows.map((row) => ({
    ...row,
    readers: readers(JSON.parse(row.readers)),
    mapping: jsonMapping(JSON.parse(row.mapping)),
  }));
}
