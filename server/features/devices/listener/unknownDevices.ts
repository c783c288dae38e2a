// Devices that nobody has approved: their descriptions are stored, so that somebody can find and approve them. Since
// anybody can invent serial numbers, little is written for each, and few are kept.

import { networkOf } from '../../../platform/access/rateLimit.ts';
import { RateLimiter, SerialQueue } from '../../../platform/concurrency/limits.ts';
import { LruMap } from '../../../platform/concurrency/lruMap.ts';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import { type Db, type Queries, sql } from '../../../platform/db/db.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { hasPassed, instantOf } from '../../../platform/time/clock.ts';
import { isPairingRow } from '../../controllers/device/deviceRows.ts';
import type { AboutDevice, Driver, Identity } from '../drivers/driver.ts';
import { deviceKey } from './directory.ts';

/** Limit without a controller; beyond it, the device heard longest ago is forgotten. */
const maxWaiting = 200;
const writeEveryMs = 10_000;
const tenMinutes = 600_000;

interface UnknownDevice {
  readonly kind: Driver['kind'];
  readonly identity: Identity;
  readonly about: AboutDevice;
  readonly address: string;
  /** Whether the database has it already. */
  readonly isStored: boolean;
  /** Whether a pairing awaits its serial number. */
  readonly isAwaited: boolean;
}

export class UnknownDevices {
  readonly #db: Db;
  readonly #recent = new LruMap<string, { writtenAt: number; about: AboutDevice }>(1_000);
  readonly #turns = new SerialQueue<string>();
  readonly #newOfNetwork = new RateLimiter(100, tenMinutes);
  readonly #newOfAll = new RateLimiter(1_000, tenMinutes);

  constructor(db: Db) {
    this.#db = db;
  }

  async note(device: UnknownDevice, now: Date): Promise<void> {
    const name = deviceKey(device.kind, device.identity.serial);
    const recent = this.#recent.get(name);
    const about = merged(recent?.about ?? {}, device.about);
    const isLate = !recent || hasPassed(writeEveryMs, recent.writtenAt, now);
    if (!isLate) return void this.#recent.set(name, { writtenAt: recent.writtenAt, about });
    const isNew = !device.isStored && !recent;
    if (isNew && !device.isAwaited && !this.#mayAdd(device.address, now)) return;
    this.#recent.set(name, { writtenAt: now.getTime(), about: {} });
    // Serialized, so that unknown devices hold at most one database connection and the limit stays exact.
    await this.#turns.run('all', () =>
      this.#db.tx(async (queries) => {
        await store(queries, { ...device, about }, now);
        // Called for stored devices, too: they may have been forgotten while they queued.
        await forgetOldest(queries, now);
      }),
    );
  }

  #mayAdd(address: string, now: Date): boolean {
    return this.#newOfNetwork.allows(networkOf(address), now) && this.#newOfAll.allows('', now);
  }
}

/** A refused device offers the same events again, so the largest number counts. */
const merged = (before: AboutDevice, after: AboutDevice): AboutDevice => ({
  ...before,
  ...after,
  eventsOffered: Math.max(before.eventsOffered ?? 0, after.eventsOffered ?? 0),
});

/** Returns a device that was replaced, or whose controller was deleted, to the waiting ones. */
async function store(queries: Queries, { kind, identity, about, address }: UnknownDevice, now: Date): Promise<void> {
  const lineOf = (name: 'model' | 'firmware') => singleLine(about[name] ?? '');
  const at = instantOf(now);
  await queries.run(
    sql`insert into devices (kind, identity, serial, state, key_hash, is_access_device, model, firmware, address,
        first_heard_at, last_heard_at, records_held, capacity, events_offered)
      values (${kind}, ${identity.serial}, ${identity.serial}, 'waiting', ${identity.key ? hashOfToken(identity.key) : ''},
        ${identity.isAccessDevice ?? false}, ${lineOf('model')}, ${lineOf('firmware')}, ${address}, ${at}, ${at},
        ${about.recordsHeld ?? null}, ${about.capacity ?? null}, ${about.eventsOffered ?? 0})
      on conflict (kind, identity) do update set
        state = case when devices.state = 'approved' and exists (
            select 1 from access_controllers where id = devices.controller_id and deleted_at is null)
          then 'approved' else 'waiting' end,
        key_hash = case when devices.key_hash = '' then excluded.key_hash else devices.key_hash end,
        is_access_device = ${identity.isAccessDevice === undefined ? sql`devices.is_access_device` : sql`excluded.is_access_device`},
        model = case when excluded.model = '' then devices.model else excluded.model end,
        firmware = case when excluded.firmware = '' then devices.firmware else excluded.firmware end,
        address = excluded.address,
        last_heard_at = excluded.last_heard_at,
        records_held = coalesce(excluded.records_held, devices.records_held),
        capacity = coalesce(excluded.capacity, devices.capacity),
        events_offered = case when excluded.events_offered > devices.events_offered
          then excluded.events_offered else devices.events_offered end`,
  );
}

async function forgetOldest(queries: Queries, now: Date): Promise<void> {
  const awaited = sql`select pairing_serial from device_rules where ${isPairingRow(now)}`;
  await queries.run(
    sql`delete from devices where state = 'waiting' and controller_id is null and serial not in (${awaited})
      and id not in (select id from devices where state = 'waiting' and controller_id is null
        order by last_heard_at desc, id desc limit ${maxWaiting})`,
  );
}
