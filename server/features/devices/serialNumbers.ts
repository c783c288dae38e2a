// Serial numbers across companies. They are printed on devices and count up, so they prove nothing: a device that
// another company has or awaits is neither shown to users who do not see that company, nor approved by them. Lookups
// are limited, and if one finds another company's device, both companies are told.

import { deviceKinds, kindOfDevice, needsApproval } from '../../../src/shared/contract/deviceKinds.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { forgiveAttempt, type Limit, tryAttempt } from '../../platform/access/rateLimit.ts';
import { type Actor, audit, type SignedInActor } from '../../platform/audit/auditLog.ts';
import { type Db, exists, type Queries, type Sql, scalar, scalars, sql } from '../../platform/db/db.ts';
import { lockRowsWhere } from '../../platform/db/rowLocks.ts';
import { singleLine } from '../../platform/log/log.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { type DeviceRow, devicesWhere, isPairingRow, type StoredRules } from '../controllers/device/deviceRows.ts';
import { addNote } from './deviceNotes.ts';

export const normalizeSerial = (text: string): string => singleLine(text).slice(0, 64).toUpperCase();

const serialKinds = deviceKinds.filter((kind) => kindOfDevice(kind).knownBy === 'serial');
/** Only for kinds known by serial number alone, which anybody can claim. */
const hasSerial = (serial: string): Sql => sql`kind in (${serialKinds}) and serial = ${serial}`;

/** Limit against trying a manufacturer's numbers one by one. */
const lookupLimits = ({ id }: Caller): Limit[] => [{ key: `device serial ${id}`, attempts: 20, minutes: 60 }];

interface LookupRequest extends SignedInActor {
  readonly db: Db;
}

/** Counts a lookup by serial number. Users who see all companies see all devices anyway. */
export async function countLookup(request: LookupRequest, serial: string): Promise<void> {
  const { db, caller, now } = request;
  if (serial === '' || can(caller, 'companies.all')) return;
  const excess = await tryAttempt(db, lookupLimits(caller), now);
  if (!excess) return;
  // Limited to one entry an hour.
  if (excess.isFirst)
    await db.tx((queries) => audit(queries, request, 'devices.search_refused', 'devices', { after: { serial } }));
  throw excess.refusal;
}

/** Takes back the attempt after a rightful connection, so that an installer of many devices can go on. */
export async function forgiveLookup(queries: Queries, caller: Caller, serial: string, now: Date): Promise<void> {
  if (serial !== '' && !can(caller, 'companies.all')) await forgiveAttempt(queries, lookupLimits(caller), now);
}

const hiddenControllers = (caller: Caller): Sql =>
  sql`not (${companyScope(caller, sql`access_controllers.company_id`)})`;

const otherCompaniesControllers = (controllerId: number): Sql =>
  sql`access_controllers.company_id <> (select own.company_id from access_controllers own where own.id = ${controllerId})`;

/**
 * Selects the ids of these controllers whose device has the serial number, or that await it. A disconnected device, for
 * example one in repair, still belongs to its controller.
 */
const doorsWithSerial = (serial: string, among: Sql, now: Date): Sql =>
  sql`select access_controllers.id from access_controllers where ${among} and (
    access_controllers.id in (select controller_id from devices
      where ${hasSerial(serial)} and controller_id is not null)
    or (access_controllers.deleted_at is null and access_controllers.id in (select controller_id from device_rules
      where pairing_serial = ${serial} and ${isPairingRow(now)})))`;

const doorsElsewhere = (controllerId: number, serial: string, now: Date): Sql =>
  doorsWithSerial(serial, otherCompaniesControllers(controllerId), now);

/** Reports a lookup of another company's device, made at no controller. */
export async function reportLookup({ db, caller, now, requestId }: LookupRequest, serial: string): Promise<void> {
  if (serial === '' || can(caller, 'companies.all')) return;
  const elsewhere = doorsWithSerial(serial, hiddenControllers(caller), now);
  if (!(await exists(db, elsewhere))) return;
  await db.tx(async (queries) => {
    const sentence = `Somebody outside this company looked for a device with the serial number ${serial}.`;
    const doors = await addNotes(queries, elsewhere, sentence, now);
    await auditRefusals(queries, { caller, now, requestId }, doors, serial);
  });
}

/** Reports a pairing for a device that another company has or awaits. Call it after storing the pairing. */
export async function reportPairing(queries: Queries, act: SignedInActor, controllerId: number, serial: string) {
  if (serial === '') return;
  // Waits for a concurrent approval of the device to finish.
  await lockRowsWhere(queries, 'devices', hasSerial(serial), 'rely');
  const { caller, now } = act;
  const hiddenDoors = await scalars(queries, doorsWithSerial(serial, hiddenControllers(caller), now));
  const sentence = `Another company began to connect a device with the serial number ${serial}.`;
  const doors = await addNotes(queries, doorsElsewhere(controllerId, serial, now), sentence, now);
  if (doors.length === 0) return;
  const isOurs = await isOfCompanyOf(queries, controllerId, serial);
  const own = isOurs
    ? `Another company waits for the device with the serial number ${serial}, too. It stays this company’s.`
    : `The device with the serial number ${serial} is another company’s, or awaited there. Only somebody who sees both companies can approve it.`;
  await addNote(queries, { controllerId, deviceId: null, at: instantOf(now), kind: 'other_company', sentence: own });
  if (!isOurs) await auditRefusals(queries, act, hiddenDoors, serial);
}

/** Compares by company: the device may have been at another controller. */
const isOfCompanyOf = (queries: Queries, controllerId: number, serial: string): Promise<boolean> =>
  exists(
    queries,
    sql`select devices.id from devices join access_controllers on access_controllers.id = devices.controller_id
      where ${hasSerial(serial)} and deleted_at is null and not (${otherCompaniesControllers(controllerId)})`,
  );

/** Call it before the device is assigned. Returns whether another company had or awaited it. */
export async function reportApproval(queries: Queries, controllerId: number, serial: string, now: Date) {
  if (serial === '') return false;
  const sentence = `The device with the serial number ${serial} was approved for another company.`;
  return (await addNotes(queries, doorsElsewhere(controllerId, serial, now), sentence, now)).length > 0;
}

async function addNotes(queries: Queries, doors: Sql, sentence: string, now: Date): Promise<number[]> {
  const ids = await scalars(queries, sql`${doors} order by access_controllers.id`);
  for (const controllerId of ids)
    await addNote(queries, { controllerId, deviceId: null, at: instantOf(now), kind: 'other_company', sentence });
  return ids;
}

async function auditRefusals(queries: Queries, actor: Actor, doors: readonly number[], serial: string): Promise<void> {
  for (const subjectId of doors)
    await audit(queries, actor, 'devices.refuse', 'device_rules', { subjectId, after: { serial } });
}

// Unapproved devices and who may see them. A device known only by its serial number is nobody's: users who do not see
// all companies find it only by that number, which is printed on it, and only while no other company has or awaits it.

/** Last heard first. */
async function waitingWhere(queries: Queries, condition: Sql): Promise<DeviceRow[]> {
  const rows = await devicesWhere(queries, sql`state = 'waiting' and ${condition}`);
  return rows.sort((one, other) => (one.last_heard_at < other.last_heard_at ? 1 : -1));
}

export function waitingDevices(queries: Queries, caller: Caller, serial: string, now: Date): Promise<DeviceRow[]> {
  const bySerial = serial === '' ? sql`true` : sql`serial = ${serial}`;
  return waitingWhere(queries, sql`${bySerial} and ${canBeApproved} and ${visibleWith(caller, serial, now)}`);
}

/** Counts the waiting devices that are listed without a serial number. */
export const countWaiting = (queries: Queries, caller: Caller, now: Date): Promise<number> =>
  scalar(
    queries,
    sql`select count(*) from devices where state = 'waiting' and ${canBeApproved} and ${visibleWith(caller, '', now)}`,
  );

/** A deleted controller's secret address is closed; a serial number can be approved for another controller. */
const canBeApproved = sql`(kind in (${serialKinds})
  or controller_id in (select access_controllers.id from access_controllers where deleted_at is null))`;

export async function waitingDevice(queries: Queries, caller: Caller, id: number): Promise<DeviceRow | undefined> {
  const visible = can(caller, 'companies.all') ? sql`true` : ofOwnControllers(caller);
  const [row] = await waitingWhere(queries, sql`id = ${id} and ${visible}`);
  return row;
}

/** Devices that can be approved for a controller. */
export async function approvableDevices(
  queries: Queries,
  caller: Caller,
  controllerId: number,
  rules: Pick<StoredRules, 'kind' | 'pairingSerial'> | undefined,
  now: Date,
): Promise<DeviceRow[]> {
  if (!rules || !needsApproval(rules.kind)) return [];
  const isBySerial = kindOfDevice(rules.kind).knownBy === 'serial';
  const isOffered = isBySerial ? visibleWith(caller, rules.pairingSerial, now) : sql`controller_id = ${controllerId}`;
  return waitingWhere(queries, sql`kind = ${rules.kind} and ${isOffered}`);
}

/**
 * Knowing the serial number is enough to see a device. One's own devices stay visible even if another company awaits
 * them.
 */
function visibleWith(caller: Caller, serial: string, now: Date): Sql {
  if (can(caller, 'companies.all')) return sql`true`;
  if (serial === '') return ofOwnControllers(caller);
  const isElsewhere = sql`exists (${doorsWithSerial(serial, hiddenControllers(caller), now)})`;
  return sql`(${ofOwnControllers(caller)} or (${hasSerial(serial)} and not ${isElsewhere}))`;
}

const ofOwnControllers = (caller: Caller) =>
  sql`controller_id in (select access_controllers.id from access_controllers
    where deleted_at is null and ${companyScope(caller, sql`access_controllers.company_id`)})`;
