// What happened at a device beside its events, as stored.

import type { NoteKind } from '../../../src/shared/contract/deviceEvents.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { dateOf, instantOf, plusMinutes } from '../../platform/time/instants.ts';

interface NewNote {
  readonly controllerId: number;
  readonly deviceId: number | null;
  readonly at: string;
  readonly kind: NoteKind;
  readonly sentence: string;
}

export async function addNote(
  queries: Queries,
  { controllerId, deviceId, at, kind, sentence }: NewNote,
): Promise<void> {
  await queries.run(
    sql`insert into device_notes (controller_id, device_id, at, kind, sentence)
      values (${controllerId}, ${deviceId}, ${at}, ${kind}, ${sentence})`,
  );
}

/** Unless the same was noted within a day. */
export async function addDailyNote(queries: Queries, note: NewNote): Promise<void> {
  const aDayBefore = instantOf(plusMinutes(dateOf(note.at), -24 * 60));
  const same = await queries.all(
    sql`select id from device_notes where controller_id = ${note.controllerId} and kind = ${note.kind}
      and sentence = ${note.sentence} and at > ${aDayBefore} limit 1`,
  );
  if (same.length === 0) await addNote(queries, note);
}
