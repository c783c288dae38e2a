// Keeps all devices and their controllers in memory, so that polling devices cost no query. Changes made by other
// processes are noticed within five seconds.

import type { BlockList } from 'node:net';
import { LruMap } from '../../../platform/concurrency/lruMap.ts';
import { type Db, type Queries, rowsOf, scalars, sql } from '../../../platform/db/db.ts';
import { DomainError } from '../../../platform/domainErrors.ts';
import { hasPassed, instantOf, timeIn, type ZoneTime } from '../../../platform/time/clock.ts';
import {
  type DeviceRow,
  devicesWhere,
  isPairingRow,
  rulesWhere,
  type StoredRules,
} from '../../controllers/device/deviceRows.ts';
import { currentClocks } from '../../settings/clocks.ts';
import { addNote } from '../deviceNotes.ts';
import { networksIn } from '../networks.ts';

const maxAgeMs = 4_000;

export interface KnownController {
  readonly id: number;
  readonly companyId: number;
  readonly isActive: boolean;
  readonly rules: StoredRules;
  /** Hash of the secret in its address; empty if its device identifies itself. */
  readonly secretHash: string;
  readonly networks: BlockList;
  readonly time: ZoneTime;
  readonly devices: KnownDevice[];
}

export interface KnownDevice {
  row: DeviceRow;
  /** Undefined while the device is unassigned, and after its controller was deleted. */
  readonly controller: KnownController | undefined;
  commands: OpenCommand[];
}

/** Command that its device has not answered yet. */
export interface OpenCommand {
  readonly id: number;
  readonly deviceId: number;
  readonly kind: string;
  readonly text: string;
  readonly askedAt: string | null;
  readonly timesAsked: number;
}

interface Snapshot {
  readonly takenAt: number;
  readonly devices: ReadonlyMap<string, KnownDevice>;
  readonly bySecret: ReadonlyMap<string, KnownController>;
  /** Serial numbers awaited by pairings. */
  readonly awaited: ReadonlySet<string>;
}

export class Directory {
  readonly #db: Db;
  readonly #clock: () => Date;
  #snapshot: Snapshot | undefined;
  #loading: Promise<Snapshot> | undefined;

  constructor(db: Db, clock: () => Date) {
    this.#db = db;
    this.#clock = clock;
  }

  async current(): Promise<Snapshot> {
    const current = this.#snapshot;
    if (current && performance.now() - current.takenAt < maxAgeMs) return current;
    if (this.#loading) return this.#loading;
    const loading = load(this.#db, this.#clock()).then((snapshot) => {
      // A snapshot that was dropped while it loaded must not be kept.
      if (this.#loading === loading) this.#snapshot = snapshot;
      return snapshot;
    });
    this.#loading = loading;
    return loading.finally(() => {
      if (this.#loading === loading) this.#loading = undefined;
    });
  }

  /** Drops the snapshot after a change of rules, devices or commands. */
  forget(): void {
    this.#snapshot = undefined;
    this.#loading = undefined;
  }
}

export const deviceKey = (kind: string, identity: string): string => `${kind} ${identity}`;

/** Loads without a transaction: a change between two statements shows in the next snapshot. */
async function load(queries: Queries, now: Date): Promise<Snapshot> {
  const takenAt = performance.now();
  const clocks = await currentClocks(queries);
  const rules = await rulesWhere(queries, sql`kind <> 'webhook'`);
  const places = await queries.all<{ id: number; company_id: number; is_active: boolean; secret_hash: string }>(
    sql`select id, company_id, is_active, secret_hash
      from access_controllers join device_rules on controller_id = id where deleted_at is null`,
    ['is_active'],
  );
  const rows = await devicesWhere(queries, sql`true`);
  const open = await queries.all<OpenCommand>(
    sql`select id, device_id as "deviceId", kind, text, asked_at as "askedAt", times_asked as "timesAsked"
      from device_commands where answered_at is null order by id`,
  );
  const commands = Map.groupBy(open, ({ deviceId }) => deviceId);
  const awaited = await scalars<string>(
    queries,
    sql`select pairing_serial from device_rules where pairing_serial <> '' and ${isPairingRow(now)}`,
  );

  const rulesById = new Map(rules.map((each) => [each.controllerId, each]));
  const controllers = new Map<number, KnownController>();
  const bySecret = new Map<string, KnownController>();
  for (const place of places) {
    const own = rulesById.get(place.id);
    if (!own) continue;
    const controller: KnownController = {
      id: place.id,
      companyId: place.company_id,
      isActive: place.is_active,
      rules: own,
      secretHash: place.secret_hash,
      networks: networksIn(own.networks),
      time: timeIn(own.zone || clocks.of(place.company_id).zone),
      devices: [],
    };
    controllers.set(place.id, controller);
    if (place.secret_hash !== '') bySecret.set(place.secret_hash, controller);
  }
  const devices = new Map<string, KnownDevice>();
  for (const row of rows) {
    const controller = row.controller_id === null ? undefined : controllers.get(row.controller_id);
    const device: KnownDevice = { row, controller, commands: commands.get(row.id) ?? [] };
    devices.set(deviceKey(row.kind, row.identity), device);
    controller?.devices.push(device);
  }
  return { takenAt, devices, bySecret, awaited: new Set(awaited) };
}

const noteEveryMs = 10 * 60_000;

interface Heard {
  readonly device: KnownDevice;
  readonly address: string;
  readonly at: string;
}

/** Collects when and from where each device was last heard, and writes it for all of them at once every few seconds. */
export class LastHeard {
  readonly #db: Db;
  readonly #heard = new Map<number, Heard>();
  readonly #noted = new LruMap<number, number>(10_000);

  constructor(db: Db) {
    this.#db = db;
  }

  add(device: KnownDevice, address: string, now: Date): void {
    this.#heard.set(device.row.id, { device, address, at: instantOf(now) });
  }

  /** Keeps times that the database could not take for the next write, unless the device has called since. */
  async write(now: Date): Promise<void> {
    const all = [...this.#heard.values()];
    this.#heard.clear();
    try {
      await this.#store(all, now);
    } catch (error) {
      const untold = all.filter(({ device }) => error instanceof DomainError && !this.#heard.has(device.row.id));
      for (const each of untold) this.#heard.set(each.device.row.id, each);
      throw error;
    }
  }

  async #store(all: Heard[], now: Date): Promise<void> {
    if (all.length === 0) return;
    // Sorted, so that two processes never lock each other out.
    all.sort((one, other) => one.device.row.id - other.device.row.id);
    const moved = all.filter(({ device, address }) => this.#isNewAddress(device, address, now));
    const rows = rowsOf(
      { device: 'bigint', heard_at: 'timestamp(0)', heard_from: 'text' },
      all.map(({ device, at, address }) => ({ device: device.row.id, heard_at: at, heard_from: address })),
    );
    await this.#db.tx(async (queries) => {
      // A time from the future was written by a clock that was ahead, and would hide that the device fell silent.
      await queries.run(
        sql`update devices set last_heard_at = heard_at, address = heard_from from ${rows}
          where devices.id = device and (last_heard_at <= heard_at or last_heard_at > ${instantOf(now)})`,
      );
      for (const { device, address, at } of moved) {
        if (!device.controller) continue;
        const sentence = `The device called from ${address}, before from ${device.row.address}.`;
        const note = { controllerId: device.controller.id, deviceId: device.row.id, at, sentence };
        await addNote(queries, { ...note, kind: 'address_changed' });
      }
    });
    for (const { device } of moved) this.#noted.set(device.row.id, now.getTime());
    for (const { device, address } of all) device.row = { ...device.row, address };
  }

  /** Limits notes for a device whose address keeps changing. */
  #isNewAddress({ row }: KnownDevice, address: string, now: Date): boolean {
    if (row.address === '' || row.address === address) return false;
    return hasPassed(noteEveryMs, this.#noted.get(row.id) ?? 0, now);
  }
}
