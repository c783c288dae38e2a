// A pairing: the half hour in which a device can be approved for a controller, the secret in its address, the approval,
// and its end.
import { randomBytes } from 'node:crypto';
import type { Body } from '../../../../src/shared/contract/calls.ts';
import { type DeviceKind, kindOfDevice } from '../../../../src/shared/contract/deviceKinds.ts';
import { mappingChecks } from '../../../../src/shared/contract/deviceRuleChecks.ts';
import type { DeviceRules } from '../../../../src/shared/contract/devices.ts';
import { type FieldErrors, validate } from '../../../../src/shared/contract/validate.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { createToken, hashOfToken } from '../../../platform/crypto/hashes.ts';
import { exists, type Queries, sql } from '../../../platform/db/db.ts';
import { conflict, notFound } from '../../../platform/domainErrors.ts';
import { errorMessage } from '../../../platform/log/log.ts';
import { assertValid } from '../../../platform/records/endpoint.ts';
import { firstEventDay, instantOf, isDay, isTimeZone, plusMinutes } from '../../../platform/time/clock.ts';
import { cameAt, newSecret } from '../../controllers/controllerQueries.ts';
import {
  approvedDevice,
  type DeviceRow,
  isPairing,
  pairingMinutes,
  rulesOf,
} from '../../controllers/device/deviceRows.ts';
import { addNote } from '../deviceNotes.ts';
import { driverOf } from '../drivers/drivers.ts';
import { isPath } from '../drivers/json/jsonDriver.ts';
import { maxWordLength } from '../drivers/wireValues.ts';
import { readParked } from '../intake/readStored.ts';
import { networksIn } from '../networks.ts';
import { approvableDevices, forgiveLookup, normalizeSerial, reportApproval } from '../serialNumbers.ts';

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
  const isOfRules = isNew && body.kind !== 'webhook';
  if (isNew && !isOfRules)
    await queries.run(sql`update access_controllers set ${newSecret(secret.stored)} where id = ${controllerId}`);
  await queries.run(
    sql`update device_rules set pairing_until = ${instantOf(plusMinutes(now, pairingMinutes))},
        pairing_serial = ${normalizeSerial(body.serial ?? '')}
        ${isOfRules ? sql`, secret_hash = ${secret.stored}` : sql``}
      where controller_id = ${controllerId}`,
  );
  return isNew ? secret.shown : '';
}

const hasWebhookSecret = (queries: Queries, controllerId: number): Promise<boolean> =>
  exists(queries, sql`select id from access_controllers where id = ${controllerId} and webhook_secret <> ''`);

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
  const device = (await approvableDevices(queries, caller, controllerId, rules, now)).find(({ id }) => id === deviceId);
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
async function replaceDevice(queries: Queries, controllerId: number, why: string, now: Date) {
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

/**
 * Stores how a controller's device is connected. The kind can change only while no device is connected, because a
 * driver cannot read another kind's device.
 */
export async function storeRules(queries: Queries, controllerId: number, rules: DeviceRules, now: Date): Promise<void> {
  const before = await chooseKind(queries, controllerId, rules.kind, now);
  await queries.run(
    sql`update device_rules set zone = ${rules.zone}, ignores_offset = ${rules.ignores_offset}, direction = ${rules.direction},
        readers = ${JSON.stringify(rules.readers)}, repeat_seconds = ${rules.repeat_seconds},
        half_hours = ${rules.half_hours}, networks = ${rules.networks.trim()},
        silent_after_minutes = ${rules.silent_after_minutes}, mapping = ${JSON.stringify(rules.mapping)},
        counts_from = ${rules.counts_from}
      where controller_id = ${controllerId}`,
  );
  if (before?.zone !== rules.zone || before.ignores_offset !== rules.ignores_offset)
    await forgetDelays(queries, controllerId);
}

/** Requires that the kind has been chosen. */
async function chooseZone(queries: Queries, controllerId: number, zone: string): Promise<void> {
  const changed = await queries.run(
    sql`update device_rules set zone = ${zone} where controller_id = ${controllerId} and zone <> ${zone}`,
  );
  if (changed > 0) await forgetDelays(queries, controllerId);
}

/** Delays were measured in the former zone. */
const forgetDelays = (queries: Queries, controllerId: number) =>
  queries.run(sql`update devices set delays = '[]' where controller_id = ${controllerId}`);

/** Returns the resulting rules; unset ones have their defaults. */
async function chooseKind(queries: Queries, controllerId: number, kind: DeviceKind, now: Date) {
  const before = await rulesOf(queries, controllerId);
  if (before?.kind === kind) return before;
  if (await approvedDevice(queries, controllerId))
    throw conflict('Another kind of device is connected. Please disconnect it first');
  // Events from before the controller was added to its company do not count.
  await queries.run(
    sql`insert into device_rules (controller_id, kind, half_hours, set_up_at)
      select id, ${kind}, 'minutes', case when ${cameAt} < ${instantOf(now)} then ${cameAt} else ${instantOf(now)} end
      from access_controllers where id = ${controllerId}
      on conflict (controller_id) do update set kind = excluded.kind, secret_hash = '', pairing_until = null,
        pairing_serial = '', set_up_at = case when excluded.set_up_at > device_rules.set_up_at
          then excluded.set_up_at else device_rules.set_up_at end`,
  );
  return rulesOf(queries, controllerId);
}

const maxReaders = 32;

/** Checks what the form cannot. */
export function ruleErrors(rules: DeviceRules): FieldErrors {
  const { zone, counts_from } = rules;
  return {
    ...zoneErrors(zone),
    ...readerErrors(rules),
    ...startErrors(counts_from),
    ...networkErrors(rules.networks),
    ...(rules.kind === 'json' && mappingErrors(rules)),
  };
}

const zoneErrors = (zone: string): FieldErrors =>
  zone === '' || isTimeZone(zone) ? {} : { zone: 'Please enter the name of a time zone, such as Asia/Kolkata' };

const startErrors = (day: string): FieldErrors =>
  day === '' || (isDay(day) && day >= firstEventDay) ? {} : { counts_from: 'Please enter a day after the year 1999' };

function readerErrors({ direction, readers }: DeviceRules): FieldErrors {
  const names = readers.map(({ reader }) => reader);
  if (direction === 'reader' && names.length === 0)
    return { readers: 'Please say of each reader whether people come in or go out there' };
  if (names.length > maxReaders) return { readers: `At most ${maxReaders} readers` };
  if (names.some((name) => name.trim() === '' || name.length > maxWordLength))
    return { readers: `Each reader needs a name of at most ${maxWordLength} characters` };
  return new Set(names).size === names.length ? {} : { readers: 'Each reader can be listed once' };
}

function networkErrors(networks: string): FieldErrors {
  try {
    networksIn(networks);
    return {};
  } catch (error) {
    return { networks: errorMessage(error) };
  }
}

function mappingErrors({ kind, mapping }: DeviceRules): FieldErrors {
  const { kind_words, in_words, out_words, passed_words, ...paths } = mapping;
  const { person, time } = mapping;
  const wrong = Object.entries(paths).flatMap(([field, path]) =>
    path === '' || isPath(path) ? [] : [[`mapping.${field}`, 'Please enter a path such as user.code']],
  );
  return {
    ...validate(mappingChecks, { kind, 'mapping.person': person, 'mapping.time': time }),
    ...Object.fromEntries(wrong),
    ...tooManyWords({ kind_words, in_words, out_words, passed_words }),
    ...(paths.kind !== '' && kind_words === '' && { 'mapping.kind_words': 'Please say which kinds count' }),
  };
}

const tooManyWords = (words: Readonly<Record<string, string>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(words).flatMap(([field, text]) =>
      text.length > 500 ? [[`mapping.${field}`, 'Please use at most 500 characters']] : [],
    ),
  );
