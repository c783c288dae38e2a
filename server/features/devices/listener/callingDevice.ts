// Identifies the calling device. Behind a secret address, the secret is enough for some kinds; a device of other kinds
// identifies itself by serial number or not at all, and waits for approval. A device with a key must show it.

import { kindOfDevice, needsApproval } from '../../../../src/shared/contract/deviceKinds.ts';
import { networkOf } from '../../../platform/access/rateLimit.ts';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import { type Db, maybeOne, type Queries, scalar, sql } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { deviceChanged, devicesWhere } from '../../controllers/device/deviceRows.ts';
import { addNote, storeNotes } from '../deviceNotes.ts';
import { type Driver, type Identity, note } from '../drivers/driver.ts';
import { type Directory, deviceKey, type KnownController, type KnownDevice } from './directory.ts';

/** Limit, because anyone with the secret could register devices with invented addresses. */
const maxWaiting = 10;

interface Caller {
  readonly kind: Driver['kind'];
  /** Empty if it names none. */
  readonly serial: string;
  readonly address: string;
}

/** Undefined if the device must be stored first. */
export function findKnownDevice({ devices }: KnownController, { kind, serial }: Caller): KnownDevice | undefined {
  const own = devices.filter(({ row }) => row.kind === kind && row.state !== 'replaced');
  const approved = own.find(({ row }) => row.state === 'approved');
  if (!needsApproval(kind)) return approved;
  if (serial === '') return approved ?? own.at(-1);
  return own.find(({ row }) => row.serial === serial);
}

/** Stores a device at its first request. Undefined if too many already wait at the controller. */
export async function storeNewDevice(
  db: Db,
  directory: Directory,
  controller: KnownController,
  caller: Caller,
  now: Date,
): Promise<KnownDevice | undefined> {
  const nameless = controller.devices.find(
    ({ row }) => row.kind === caller.kind && row.serial === '' && row.state !== 'replaced',
  );
  const waiting = controller.devices.filter(({ row }) => row.state === 'waiting');
  if (!nameless && waiting.length >= maxWaiting) return undefined;
  const identity = `${controller.id}:${caller.serial}`;
  const row = await db.tx(async (queries) => {
    await assertStillItsSecret(queries, controller);
    // Another first request may have stored it meanwhile.
    const isStored = sql`kind = ${caller.kind} and identity = ${identity} and state <> 'replaced'`;
    const [known] = await devicesWhere(queries, isStored);
    if (known) return known;
    // A device stored without a name takes the first one it gives.
    if (nameless && needsApproval(caller.kind))
      await queries.run(
        sql`update devices set identity = ${identity}, serial = ${caller.serial} where id = ${nameless.row.id}
          and not exists (select 1 from devices where kind = ${caller.kind} and identity = ${identity})`,
      );
    const id = await store(queries, controller, caller, identity, now);
    const [stored] = await devicesWhere(queries, sql`id = ${id}`);
    return stored;
  });
  if (!row) return undefined;
  directory.forget();
  return (await directory.current()).devices.get(deviceKey(row.kind, row.identity));
}

/** Guards against a secret that was revoked while a slow request arrived. */
async function assertStillItsSecret(queries: Queries, { id, secretHash }: KnownController): Promise<void> {
  await lockRow(queries, 'access_controllers', id, 'change');
  const rules = await maybeOne(
    queries,
    sql`select controller_id from device_rules where controller_id = ${id} and secret_hash = ${secretHash}`,
  );
  if (!rules) throw deviceChanged();
}

async function store(
  queries: Queries,
  controller: KnownController,
  { kind, serial, address }: Caller,
  identity: string,
  now: Date,
): Promise<number> {
  const at = instantOf(now);
  const state = needsApproval(kind) ? 'waiting' : 'approved';
  const id = await scalar(
    queries,
    sql`insert into devices (kind, identity, serial, controller_id, state, address, first_heard_at, last_heard_at)
      values (${kind}, ${identity}, ${serial}, ${controller.id}, ${state}, ${address}, ${at}, ${at})
      on conflict (kind, identity) do update set
        state = case when devices.state = 'replaced' then excluded.state else devices.state end,
        last_heard_at = excluded.last_heard_at
      returning id`,
  );
  const base = { controllerId: controller.id, deviceId: id, at };
  if (!needsApproval(kind)) {
    await addNote(queries, { ...base, kind: 'approved', sentence: 'The first message came to the secret address.' });
  } else if (controller.devices.some(({ row }) => row.state === 'approved' && row.id !== id)) {
    const { serialName } = kindOfDevice(kind);
    const sentence = `Another device calls the secret address, with the ${serialName} ${serial || 'left out'}.`;
    await addNote(queries, { ...base, kind: 'other_device', sentence });
  }
  return id;
}

/**
 * Pins a device to the first key it sends. Devices show their key only at the handshake, so later requests are accepted
 * only from the network of the last handshake. Undefined if the caller may be this device.
 */
export async function keyProblem(db: Db, device: KnownDevice, { key }: Identity, address: string) {
  const { id, key_hash: pinned, key_network: shownFrom } = device.row;
  if (pinned === '') return undefined;
  if (key) return hashOfToken(key) === pinned ? undefined : 'another';
  const network = networkOf(address);
  if (shownFrom === '' || shownFrom === network) return undefined;
  // Another process may have served the handshake a moment ago.
  const stored = await maybeOne<{ key_network: string }>(db, sql`select key_network from devices where id = ${id}`);
  return stored?.key_network === network ? undefined : 'not shown';
}

/** Stores key and protocol of an accepted caller. Writes only on change. */
export async function keepIdentity(
  db: Db,
  device: KnownDevice,
  { key, isAccessDevice }: Identity,
  address: string,
  now: Date,
): Promise<void> {
  const { id, key_hash, key_network, is_access_device } = device.row;
  const newKey = key ? { key_hash: hashOfToken(key), key_network: networkOf(address) } : { key_hash, key_network };
  const isAccess = isAccessDevice ?? is_access_device;
  if (newKey.key_hash === key_hash && newKey.key_network === key_network && isAccess === is_access_device) return;
  const keyColumns = key ? sql`, key_hash = ${newKey.key_hash}, key_network = ${newKey.key_network}` : sql``;
  // The condition lets only one of two concurrent first keys win.
  const stored = await maybeOne(
    db,
    sql`update devices set is_access_device = ${isAccess} ${keyColumns}
      where id = ${id} and key_hash = ${key_hash} and state = 'approved' returning id`,
  );
  if (!stored) throw deviceChanged();
  if (isAccess !== is_access_device && device.controller && hasShown(device)) {
    const names = ['attendance terminals', 'access controllers'];
    const [speaks, spoke] = isAccess ? names.toReversed() : names;
    const sentence = `The device speaks the protocol of ${speaks}, and before it that of ${spoke}.`;
    await storeNotes(db, device.row, [note('other_protocol', sentence)], now);
  }
  device.row = { ...device.row, ...newKey, is_access_device: isAccess };
}

/** True once the device showed its protocol: a terminal by its handshake, an access controller by numbered events. */
const hasShown = ({ row }: KnownDevice) => (row.is_access_device ? row.last_number : row.told_offset) !== null;
