// The key of a device, if it sends one: the first is its own from then on. A device shows it only when it shakes hands.
// So the network that it was shown from last is kept, and without the key, requests are taken from there alone.

import { networkOf } from '../../../platform/access/rateLimit.ts';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import { type Db, maybeOne } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { changedMeanwhile } from '../changedMeanwhile.ts';
import { addDailyNote } from '../deviceNotes.ts';
import type { Identity } from '../drivers/driver.ts';
import type { KnownDevice } from './directory.ts';

export type KeyProblem = 'another' | 'not shown';

/** Undefined if the caller may be the device. */
export async function keyProblem(
  db: Db,
  device: KnownDevice,
  { key }: Identity,
  address: string,
): Promise<KeyProblem | undefined> {
  const { id, key_hash: pinned, key_network: shownFrom } = device.row;
  if (pinned === '') return undefined;
  if (key) return hashOfToken(key) === pinned ? undefined : 'another';
  const network = networkOf(address);
  if (shownFrom === '' || shownFrom === network) return undefined;
  // Another process may have heard the handshake a moment ago.
  const stored = await maybeOne<{ key_network: string }>(db, sql`select key_network from devices where id = ${id}`);
  return stored?.key_network === network ? undefined : 'not shown';
}

/** Of a caller without a problem. Writes only what changed. */
export async function keepIdentity(
  db: Db,
  device: KnownDevice,
  { key, isAccessDevice }: Identity,
  address: string,
  now: Date,
): Promise<void> {
  const { id, key_hash, key_network, is_access_device } = device.row;
  const shown = key ? { key_hash: hashOfToken(key), key_network: networkOf(address) } : { key_hash, key_network };
  const isAccess = isAccessDevice ?? is_access_device;
  if (shown.key_hash === key_hash && shown.key_network === key_network && isAccess === is_access_device) return;
  const keyColumns = key ? sql`, key_hash = ${shown.key_hash}, key_network = ${shown.key_network}` : sql``;
  // Of two first keys at once, one is the first.
  const stored = await maybeOne(
    db,
    sql`update devices set is_access_device = ${isAccess} ${keyColumns}
      where id = ${id} and key_hash = ${key_hash} and state = 'approved' returning id`,
  );
  if (!stored) throw changedMeanwhile();
  if (isAccess !== is_access_device && hasShown(device)) await noteProtocol(db, device, isAccess, now);
  device.row = { ...device.row, ...shown, is_access_device: isAccess };
}

/** Which protocol it speaks: it shook hands as a terminal, or sent the numbered events of an access controller. */
const hasShown = ({ row }: KnownDevice) => (row.is_access_device ? row.last_number : row.told_offset) !== null;

async function noteProtocol(db: Db, { row, controller }: KnownDevice, isAccess: boolean, now: Date): Promise<void> {
  if (!controller) return;
  const names = ['attendance terminals', 'access controllers'];
  const [speaks, spoke] = isAccess ? names.toReversed() : names;
  const sentence = `The device speaks the protocol of ${speaks}, and before it that of ${spoke}.`;
  await addDailyNote(db, {
    controllerId: controller.id,
    deviceId: row.id,
    at: instantOf(now),
    kind: 'other_protocol',
    sentence,
  });
}
