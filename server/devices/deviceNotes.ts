// What happened at a device beside its events, as stored.

import type { NoteKind } from '../../src/contract/entities/devices.ts';
import type { Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';

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
