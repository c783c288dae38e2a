// Requests that were refused although their device is known, as notes: one every few minutes, with their number. A
// write for each would let the sender keep the disk busy.

import type { Db } from '../../../platform/db/db.ts';
import { LruMap } from '../../../platform/concurrency/lruMap.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { addNote } from '../deviceNotes.ts';

const noteEveryMs = 5 * 60_000;

interface Refused {
  count: number;
  address: string;
  notedAt: number;
}

export class Refusals {
  readonly #db: Db;
  readonly #clock: () => Date;
  readonly #recent = new LruMap<string, Refused & { readonly controllerId: number; readonly reason: string }>(10_000);

  constructor(db: Db, clock: () => Date) {
    this.#db = db;
    this.#clock = clock;
  }

  /** `reason` completes 'It was refused because …'. */
  async add(controllerId: number, reason: string, address: string): Promise<void> {
    const key = `${controllerId} ${reason}`;
    const now = this.#clock();
    const known = this.#recent.get(key) ?? { controllerId, reason, count: 0, address, notedAt: 0 };
    known.count++;
    known.address = address;
    this.#recent.set(key, known);
    if (now.getTime() - known.notedAt < noteEveryMs) return;
    const requests =
      known.count === 1 ? `A request from ${address} was` : `${known.count} requests, the last from ${address}, were`;
    known.notedAt = now.getTime();
    known.count = 0;
    await addNote(this.#db, {
      controllerId,
      deviceId: null,
      at: instantOf(now),
      kind: 'refused',
      sentence: `${requests} refused because ${reason}.`,
    });
  }
}
