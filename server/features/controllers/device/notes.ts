// What happened at devices of late: of each kind of note how many there are, and the last one.

import type { NoteKind } from '../../../../src/shared/contract/deviceEvents.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { groupRows } from '../../../platform/db/groupRows.ts';
import { sql } from '../../../platform/db/sql.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';

/** What may have made events wrong or incomplete is claimed for so long. */
export const daysOfTrouble = 7;
/** What only informs. */
export const daysOfNews = 30;

export interface Notes {
  readonly kind: NoteKind;
  readonly times: number;
  /** When it happened first, and last. */
  readonly since: string;
  readonly at: string;
  /** Of the last one. */
  readonly sentence: string;
}

export const daysAgo = (now: Date, days: number): string => instantOf(plusMinutes(now, -days * 24 * 60));

/** By controller. */
export async function notesOf(
  queries: Queries,
  ids: readonly number[],
  kinds: readonly NoteKind[],
  days: number,
  now: Date,
): Promise<ReadonlyMap<number, readonly Notes[]>> {
  const rows = await queries.all<Notes & { controller_id: number }>(
    sql`select device_notes.controller_id, device_notes.kind, times, since, at, sentence
      from (select max(id) as last_id, count(*) as times, min(at) as since from device_notes
        where controller_id in (${ids}) and kind in (${kinds}) and at >= ${daysAgo(now, days)}
        group by controller_id, kind) kinds
      join device_notes on id = last_id`,
  );
  return groupRows('controller_id', rows);
}
