// Stores notes of what happened at a device beside its events, and notes of refused requests.

import type { NoteKind } from '../../../src/shared/contract/deviceEvents.ts';
import { RateLimiter } from '../../platform/concurrency/limits.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { type Db, type Queries, rowsOf, sql } from '../../platform/db/db.ts';
import { isRecent } from '../../platform/db/moments.ts';
import { singleLine } from '../../platform/log/log.ts';
import { instantOf } from '../../platform/time/clock.ts';
import type { DeviceRow } from '../controllers/device/deviceRows.ts';
import type { ReportedNote } from './drivers/driver.ts';

interface NewNote {
  readonly controllerId: number;
  readonly deviceId: number | null;
  readonly at: string;
  readonly kind: NoteKind;
  readonly sentence: string;
}

export async function addNote(queries: Queries, { controllerId, deviceId, at, kind, sentence }: NewNote) {
  await queries.run(
    sql`insert into device_notes (controller_id, device_id, at, kind, sentence)
      values (${controllerId}, ${deviceId}, ${at}, ${kind}, ${sentence})`,
  );
}

/**
 * Skips notes already made within a day: devices repeat them with every photo, when they resend their whole log, and
 * with each event until somebody sets the clock. A note of a dated operation is never made twice.
 */
export async function storeNotes(
  queries: Queries,
  { id, controller_id }: Pick<DeviceRow, 'id' | 'controller_id'>,
  notes: readonly ReportedNote[],
  now: Date,
): Promise<void> {
  if (notes.length === 0) return;
  const rows = rowsOf(
    { kind: 'text', sentence: 'text', raw: 'text', is_dated: 'boolean' },
    differing(notes)
      .slice(0, mostNotes)
      .map(({ kind, sentence, raw, isDated = false }) => ({
        kind,
        sentence: singleLine(sentence),
        raw: singleLine(raw),
        is_dated: isDated,
      })),
  );
  await queries.run(
    sql`insert into device_notes (controller_id, device_id, at, kind, sentence, raw)
      select ${controller_id}, ${id}, ${instantOf(now)}, kind, sentence, raw from ${rows}
      where not exists (select 1 from device_notes known where known.controller_id = ${controller_id}
        and known.device_id = ${id} and known.kind = rows.kind
        and (is_dated = true or ${isRecent(sql`known.at`, 24 * 60, now)})
        and (known.kind = 'clock_set_back' or (known.sentence = rows.sentence and known.raw = rows.raw)))`,
  );
}

/** Limit for one request. */
const mostNotes = 1_000;

const differing = (notes: readonly ReportedNote[]): ReportedNote[] => [
  ...new Map(notes.map((each) => [JSON.stringify(each), each])).values(),
];

const noteEveryMs = 5 * 60_000;

/**
 * Notes refused requests of known devices. One note every few minutes, with a count: a write for each request would let
 * a sender keep the disk busy.
 */
export class Refusals {
  readonly #db: Db;
  readonly #clock: () => Date;
  readonly #turns = new RateLimiter(1, noteEveryMs);
  readonly #counts = new LruMap<string, number>(10_000);

  constructor(db: Db, clock: () => Date) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Completes 'It was refused because …'. */
  async add(controllerId: number, reason: string, address: string): Promise<void> {
    const key = `${controllerId} ${reason}`;
    const now = this.#clock();
    const count = (this.#counts.get(key) ?? 0) + 1;
    const isTold = this.#turns.allows(key, now);
    this.#counts.set(key, isTold ? 0 : count);
    if (!isTold) return;
    const requests =
      count === 1 ? `A request from ${address} was` : `${count} requests, the last from ${address}, were`;
    await addNote(this.#db, {
      controllerId,
      deviceId: null,
      at: instantOf(now),
      kind: 'refused',
      sentence: `${requests} refused because ${reason}.`,
    });
  }
}
