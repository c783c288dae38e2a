// When each device was heard last, and from where: written for all of them at once every few seconds.

import type { Db } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { LruMap } from '../../../platform/concurrency/lruMap.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { addNote } from '../deviceNotes.ts';
import type { KnownDevice } from './directory.ts';

const noteEveryMs = 10 * 60_000;

export class LastHeard {
  readonly #db: Db;
  readonly #heard = new Map<number, { readonly device: KnownDevice; readonly address: string; readonly at: string }>();
  readonly #noted = new LruMap<number, number>(10_000);

  constructor(db: Db) {
    this.#db = db;
  }

  add(device: KnownDevice, address: string, now: Date): void {
    this.#heard.set(device.row.id, { device, address, at: instantOf(now) });
  }

  async write(now: Date): Promise<void> {
    if (this.#heard.size === 0) return;
    const all = [...this.#heard.values()];
    this.#heard.clear();
    // In one order, so that two processes do not wait for each other.
    all.sort((one, other) => one.device.row.id - other.device.row.id);
    const moved = all.filter(({ device, address }) => this.#isNewAddress(device, address, now));
    const rows = rowsOf(
      { device: 'bigint', heard_at: 'timestamp(0)', heard_from: 'text' },
      all.map(({ device, at, address }) => ({ device: device.row.id, heard_at: at, heard_from: address })),
    );
    await this.#db.tx(async (queries) => {
      await queries.run(
        sql`update devices set last_heard_at = heard_at, address = heard_from from ${rows}
          where devices.id = device and last_heard_at <= heard_at`,
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

  /** A device whose address changes all the time is noted now and then. */
  #isNewAddress({ row }: KnownDevice, address: string, now: Date): boolean {
    if (row.address === '' || row.address === address) return false;
    return now.getTime() - (this.#noted.get(row.id) ?? 0) >= noteEveryMs;
  }
}
