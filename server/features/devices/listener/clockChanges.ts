// Devices know no summer time: they are told an offset when they begin. When the offset of their place changes, they
// are asked to begin again.

import { type Db, maybeOne } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { LruMap } from '../../../platform/concurrency/lruMap.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { offsetMinutes } from '../../../platform/time/localTime.ts';
import type { Driver } from '../drivers/driver.ts';
import type { KnownController, KnownDevice } from './directory.ts';

const tryEveryMs = 10 * 60_000;
/** A device that does not do what it is asked is asked once a day. */
const askEveryMinutes = 24 * 60;

export class ClockChanges {
  readonly #db: Db;
  readonly #tried = new LruMap<number, number>(10_000);

  constructor(db: Db) {
    this.#db = db;
  }

  async ask({ commandText }: Driver, device: KnownDevice, controller: KnownController, now: Date): Promise<void> {
    const { id, told_offset: told } = device.row;
    if (!commandText || told === null || told === offsetMinutes(controller.time, instantOf(now))) return;
    if (now.getTime() - (this.#tried.get(id) ?? 0) < tryEveryMs) return;
    this.#tried.set(id, now.getTime());
    const text = commandText('check', { day: '', now, offsetMinutes: 0, isAccessDevice: false });
    const command = { kind: 'check', text };
    const stored = await maybeOne<{ id: number }>(
      this.#db,
      sql`insert into device_commands (device_id, kind, text, author, created_at)
        select ${id}, ${command.kind}, ${command.text}, '', ${instantOf(now)} from devices
        where id = ${id} and not exists (select 1 from device_commands where device_id = ${id} and kind = 'check'
          and created_at > ${instantOf(plusMinutes(now, -askEveryMinutes))})
        returning id`,
    );
    if (stored)
      device.commands = [...device.commands, { ...stored, ...command, deviceId: id, askedAt: null, timesAsked: 0 }];
  }
}
