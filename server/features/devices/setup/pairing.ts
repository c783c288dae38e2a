// A pairing: the half hour in which a device can be approved for a controller, the secret in its address, the approval,
// and its end.

import { randomBytes } from 'node:crypto';
import { kindOfDevice } from '../../../../src/shared/contract/deviceKinds.ts';
import type { Body } from '../../../../src/shared/contract/calls.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { createToken, hashOfToken } from '../../../platform/crypto/hashes.ts';
import { newSecret } from '../../controllers/controllerQueries.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { conflict, notFound } from '../../../platform/records/domainErrors.ts';
import { assertValid } from '../../../platform/records/endpoint.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { addNote } from '../deviceNotes.ts';
import { approvedDevice, type DeviceRow } from '../../controllers/device/deviceRows.ts';
import { rulesOf, type StoredRules } from '../../controllers/device/deviceRules.ts';
import { readParked } from '../intake/readStored.ts';
import { driverOf } from '../drivers/drivers.ts';
import { chooseKind, chooseZone, zoneErrors } from './storeRules.ts';
import { asSerial, devicesFor, forgiveLookup, reportApproval } from './serialBorders.ts';

const minutes = 30;

interface NewSecret {
  /** Shown once. */
  readonly shown: string;
  /** Stored: a hash for an address; the secret itself for a webhook, whose events are signed with it. */
  readonly stored: string;
}

/** Call it before the transaction, which may run again. */
export function secretFor({ kind }: Body<'POST /access-controllers/{id}/device/pairing'>): NewSecret | undefined {
  const { knownBy } = kindOfDevice(kind);
  if (knownBy === 'serial') return undefined;
  const base = driverOf(kind)?.base;
  if (base === undefined) {
    const { token } = createToken();
    return { shown: token, stored: token };
  }
  // 128 bits, as hexadecimal digits that people can type at a device.
  const secret = randomBytes(16).toString('hex');
  return { shown: base + secret, stored: hashOfToken(secret) };
}

/** Returns the secret if it is new. */
export async function beginPairing(
  queries: Queries,
  controllerId: number,
  body: Body<'POST /access-controllers/{id}/device/pairing'>,
  secret: NewSecret | undefined,
  now: Date,
): Promise<string> {
  const rules = await chooseKind(queries, controllerId, body.kind, now);
  if (body.zone !== undefined) {
    assertValid(zoneErrors(body.zone));
    await chooseZone(queries, controllerId, body.zone);
  }
  const hasSecret = body.kind === 'webhook' ? await hasWebhookSecret(queries, controllerId) : rules?.hasSecret === true;
  const isNew = secret !== undefined && (body.new_secret === true || !hasSecret);
  if (isNew && body.kind === 'webhook') {
    await queries.run(sql`update access_controllers set ${newSecret(secret.stored)} where id = ${controllerId}`);
  } else if (isNew) {
    await queries.run(
      sql`update device_rules set secret_hash = ${secret.stored} where controller_id = ${controllerId}`,
    );
  }
  await queries.run(
    sql`update device_rules set pairing_until = ${instantOf(plusMinutes(now, minutes))},
        pairing_serial = ${asSerial(body.serial ?? '')} where controller_id = ${controllerId}`,
  );
  return isNew ? secret.shown : '';
}

async function hasWebhookSecret(queries: Queries, controllerId: number): Promise<boolean> {
  const rows = await queries.all(
    sql`select id from access_controllers where id = ${controllerId} and webhook_secret <> ''`,
  );
  return rows.length > 0;
}

/** Returns the device as it was while waiting. */
export async function approveDevice(
  queries: Queries,
  caller: Caller,
  controllerId: number,
  deviceId: number,
  now: Date,
): Promise<DeviceRow> {
  const rules = await rulesOf(queries, controllerId);
  if (!isPairing(rules, now)) throw conflict('The time to connect a device is over. Please begin again');
  const device = (await devicesFor(queries, caller, controllerId, rules, now)).find(({ id }) => id === deviceId);
  if (!device) throw notFound('This device does not wait to be approved here');
  await replaceDevice(queries, controllerId, 'The device was replaced', now);
  const { knownBy } = kindOfDevice(rules.kind);
  const wasOthers = knownBy === 'serial' && (await reportApproval(queries, controllerId, device.serial, now));
  await forgiveLookup(queries, caller, rules.pairingSerial, now);
  const isElsewhere = device.controller_id !== null && device.controller_id !== controllerId;
  await queries.run(
    sql`update devices set controller_id = ${controllerId}, state = 'approved', wants_all = true, events_offered = 0,
        told_offset = null ${isElsewhere ? sql`, delays = '[]', last_number = null, last_local_time = ''` : sql``}
      where id = ${deviceId}`,
  );
  await closePairing(queries, controllerId);
  await readParked(queries, controllerId, now);
  const name = [device.model, device.serial].filter(Boolean).join(' ') || 'The device';
  const before = wasOthers ? ' Another company had it before, or awaited it.' : '';
  const sentence = `${name} was approved by ${caller.name}.${before}`;
  await addNote(queries, { controllerId, deviceId, at: instantOf(now), kind: 'approved', sentence });
  return device;
}

/** Ends everything that calls for the controller, or could: device, secret and pairing. */
export async function disconnect(queries: Queries, controllerId: number, now: Date): Promise<DeviceRow | undefined> {
  const rules = await rulesOf(queries, controllerId);
  const isWebhook = rules?.kind === 'webhook' && (await hasWebhookSecret(queries, controllerId));
  const device = await replaceDevice(queries, controllerId, 'The device was disconnected', now);
  if (!device && !rules?.hasSecret && !isPairing(rules, now) && !isWebhook)
    throw conflict('There is no device to disconnect');
  if (isWebhook) await queries.run(sql`update access_controllers set ${newSecret('')} where id = ${controllerId}`);
  await queries.run(sql`update device_rules set secret_hash = '' where controller_id = ${controllerId}`);
  await closePairing(queries, controllerId);
  return device;
}

/** Closes its unanswered commands and clears its key, so that a new one can be pinned. */
async function replaceDevice(
  queries: Queries,
  controllerId: number,
  why: string,
  now: Date,
): Promise<DeviceRow | undefined> {
  const device = await approvedDevice(queries, controllerId);
  if (!device) return undefined;
  await queries.run(
    sql`update devices set state = 'replaced', key_hash = '', key_network = '' where id = ${device.id}`,
  );
  await queries.run(
    sql`update device_commands set answered_at = ${instantOf(now)}, answer = ${why}
      where device_id = ${device.id} and answered_at is null`,
  );
  return device;
}

const closePairing = (queries: Queries, controllerId: number) =>
  queries.run(
    sql`update device_rules set pairing_until = null, pairing_serial = '' where controller_id = ${controllerId}`,
  );

export const isPairing = (
  rules: StoredRules | undefined,
  now: Date,
): rules is StoredRules & { readonly pairingUntil: string } =>
  rules?.pairingUntil !== undefined && rules.pairingUntil !== null && rules.pairingUntil > instantOf(now);
