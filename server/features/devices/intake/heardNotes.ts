// What happened at a device beside its events: what it reported itself, and what its row and its events show.

import type { NoteKind } from '../../../../src/shared/contract/deviceEvents.ts';
import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { singleLine } from '../../../platform/log/singleLine.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { signedOffset } from '../../../../src/shared/words/timeZones.ts';
import type { DeviceRow } from '../../controllers/device/deviceRows.ts';
import type { StoredRules } from '../../controllers/device/deviceRules.ts';
import type { Heard, HeardNote } from '../drivers/driver.ts';
import type { Numbering } from '../interpret/numbering.ts';
import type { Arrival } from './arrivals.ts';

interface Heeded {
  readonly controllerId: number;
  readonly device: DeviceRow;
  readonly rules: Pick<StoredRules, 'ignores_offset'>;
  readonly heard: Pick<Heard, 'about' | 'notes'>;
  readonly numbering: Numbering;
  readonly fresh: readonly Arrival[];
}

export async function storeNotes(queries: Queries, heeded: Heeded, now: Date): Promise<void> {
  const { controllerId, device, heard } = heeded;
  const notes = [
    ...heard.notes,
    ...firmwareNotes(heeded),
    ...numberNotes(heeded),
    ...zoneNotes(heeded),
    ...(await clockNotes(queries, heeded, now)),
  ];
  if (notes.length === 0) return;
  const rows = rowsOf(
    { kind: 'text', sentence: 'text', raw: 'text' },
    differing(notes)
      .slice(0, mostNotes)
      .map(({ kind, sentence, raw }) => ({ kind, sentence: singleLine(sentence), raw: singleLine(raw) })),
  );
  await queries.run(
    sql`insert into device_notes (controller_id, device_id, at, kind, sentence, raw)
      select ${controllerId}, ${device.id}, ${instantOf(now)}, kind, sentence, raw from ${rows}
      where not exists (select 1 from device_notes known where known.controller_id = ${controllerId}
        and known.device_id = ${device.id} and known.kind = rows.kind and known.sentence = rows.sentence
        and known.raw = rows.raw and known.at > ${instantOf(plusMinutes(now, -sameForMinutes))})`,
  );
}

/** Of one request. */
const mostNotes = 1_000;

const differing = (notes: readonly HeardNote[]): HeardNote[] => [
  ...new Map(notes.map((each) => [JSON.stringify(each), each])).values(),
];

/** A device may say the same with every photo that it sends, or send its whole log again. */
const sameForMinutes = 24 * 60;

const note = (kind: NoteKind, sentence: string): HeardNote => ({ kind, sentence, raw: '' });

function firmwareNotes({ device, heard: { about } }: Heeded): HeardNote[] {
  const { firmware } = about;
  if (!firmware || device.firmware === '' || device.firmware === singleLine(firmware)) return [];
  return [note('firmware_changed', `The firmware changed from ${device.firmware} to ${firmware}.`)];
}

function numberNotes({ device, numbering }: Heeded): HeardNote[] {
  if (device.last_number === null || numbering.generation === device.generation) return [];
  return [note('new_numbers', `The device’s numbers began again, after ${device.last_number}.`)];
}

/** A gateway may speak for several places. The clock of one device is in one zone, but for summer time. */
function zoneNotes({ device, rules, heard: { about }, fresh }: Heeded): HeardNote[] {
  if (device.kind === 'json' || rules.ignores_offset) return [];
  const notes: HeardNote[] = [];
  let before = device.said_offset;
  for (const { sent } of fresh) {
    const said = sent.offsetMinutes;
    if (said === null) continue;
    if (areTwoZones(before, said))
      notes.push(
        note('two_zones', `An event of it says ${signedOffset(said)}, and those before ${signedOffset(before)}.`),
      );
    before = said;
  }
  const shown = about.clock?.offsetMinutes ?? null;
  if (shown !== null && areTwoZones(before, shown))
    notes.push(note('two_zones', `Its clock says ${signedOffset(shown)}, and its events ${signedOffset(before)}.`));
  return notes;
}

const areTwoZones = (before: number | null, said: number): before is number =>
  before !== null && before !== said && Math.abs(before - said) !== 60;

/** A clock that stopped begins again at 2000 or at 1970. */
const firstCredibleYear = '2015';

/** Said once a day: every event says it again until somebody sets the clock. */
async function clockNotes(queries: Queries, { device, fresh }: Heeded, now: Date): Promise<HeardNote[]> {
  const [wrong] = fresh.filter(
    ({ refused, sent }) =>
      refused?.outcome === 'implausible_time' && sent.localTime < firstCredibleYear && !sent.isReplay,
  );
  if (!wrong) return [];
  const said = await maybeOne(
    queries,
    sql`select id from device_notes where controller_id = ${device.controller_id} and kind = 'clock_set_back'
      and device_id = ${device.id} and at > ${instantOf(plusMinutes(now, -24 * 60))} limit 1`,
  );
  return said ? [] : [note('clock_set_back', `Its clock said ${wrong.sent.localTime}.`)];
}
