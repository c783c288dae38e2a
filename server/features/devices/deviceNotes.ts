// Notes of what happened at a device beside its events: its own reports, changes seen in its row and events, and
// refused requests.

import type { NoteKind } from '../../../src/shared/contract/deviceEvents.ts';
import { signedOffset } from '../../../src/shared/words/timeZones.ts';
import { RateLimiter } from '../../platform/concurrency/limits.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { type Db, type Queries, rowsOf, sql } from '../../platform/db/db.ts';
import { isRecent } from '../../platform/db/moments.ts';
import { singleLine } from '../../platform/log/log.ts';
import { instantOf } from '../../platform/time/clock.ts';
import type { DeviceRow, StoredRules } from '../controllers/device/deviceRows.ts';
import { note, type ParsedRequest, type ReportedNote } from './drivers/driver.ts';
import type { Arrival } from './intake/newFacts.ts';

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

interface NoteSource {
  readonly device: DeviceRow;
  readonly rules: Pick<StoredRules, 'ignores_offset'>;
  readonly parsed: Pick<ParsedRequest, 'about' | 'notes'>;
  /** Generation of the device's numbers, after these facts. */
  readonly generation: number;
  readonly fresh: readonly Arrival[];
}

export const notesOn = (source: NoteSource): ReportedNote[] => [
  ...source.parsed.notes,
  ...firmwareNotes(source),
  ...numberNotes(source),
  ...zoneNotes(source),
  ...clockNotes(source),
];

/**
 * Skips notes already made within a day: devices repeat them with every photo, when they resend their whole log, and
 * with each event until somebody sets the clock.
 */
export async function storeNotes(
  queries: Queries,
  { id, controller_id }: Pick<DeviceRow, 'id' | 'controller_id'>,
  notes: readonly ReportedNote[],
  now: Date,
): Promise<void> {
  if (notes.length === 0) return;
  const rows = rowsOf(
    { kind: 'text', sentence: 'text', raw: 'text' },
    differing(notes)
      .slice(0, mostNotes)
      .map(({ kind, sentence, raw }) => ({ kind, sentence: singleLine(sentence), raw: singleLine(raw) })),
  );
  await queries.run(
    sql`insert into device_notes (controller_id, device_id, at, kind, sentence, raw)
      select ${controller_id}, ${id}, ${instantOf(now)}, kind, sentence, raw from ${rows}
      where not exists (select 1 from device_notes known where known.controller_id = ${controller_id}
        and known.device_id = ${id} and known.kind = rows.kind and ${isRecent(sql`known.at`, 24 * 60, now)}
        and (known.kind = 'clock_set_back' or (known.sentence = rows.sentence and known.raw = rows.raw)))`,
  );
}

/** Limit for one request. */
const mostNotes = 1_000;

const differing = (notes: readonly ReportedNote[]): ReportedNote[] => [
  ...new Map(notes.map((each) => [JSON.stringify(each), each])).values(),
];

function firmwareNotes({ device, parsed: { about } }: NoteSource): ReportedNote[] {
  const { firmware } = about;
  if (!firmware || device.firmware === '' || device.firmware === singleLine(firmware)) return [];
  return [note('firmware_changed', `The firmware changed from ${device.firmware} to ${firmware}.`)];
}

function numberNotes({ device, generation }: NoteSource): ReportedNote[] {
  if (device.last_number === null || generation === device.generation) return [];
  return [note('new_numbers', `The device’s numbers began again, after ${device.last_number}.`)];
}

/**
 * Gateways are left out because they may serve several places. One device's clock has one zone, apart from summer time.
 */
function zoneNotes({ device, rules, parsed: { about }, fresh }: NoteSource): ReportedNote[] {
  if (device.kind === 'json' || rules.ignores_offset) return [];
  const notes: ReportedNote[] = [];
  let before = device.said_offset;
  for (const { offsetMinutes: offset } of fresh) {
    if (offset === null) continue;
    if (areTwoZones(before, offset))
      notes.push(
        note('two_zones', `An event of it says ${signedOffset(offset)}, and those before ${signedOffset(before)}.`),
      );
    before = offset;
  }
  const clockOffset = about.clock?.offsetMinutes ?? null;
  if (clockOffset !== null && areTwoZones(before, clockOffset))
    notes.push(
      note('two_zones', `Its clock says ${signedOffset(clockOffset)}, and its events ${signedOffset(before)}.`),
    );
  return notes;
}

const areTwoZones = (before: number | null, said: number): before is number =>
  before !== null && before !== said && Math.abs(before - said) !== 60;

/** Stopped clocks restart at 1970 or 2000. */
export const firstCredibleYear = '2015';

function clockNotes({ fresh }: NoteSource): ReportedNote[] {
  const wrong = fresh.find(
    ({ refused, localTime, isReplay }) =>
      refused?.outcome === 'implausible_time' && localTime < firstCredibleYear && !isReplay,
  );
  return wrong ? [note('clock_set_back', `Its clock said ${wrong.localTime}.`)] : [];
}

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
