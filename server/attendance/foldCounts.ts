// The counts and revisions of attendance on PostgreSQL: there, each statement that changes records adds to a list of
// changes, which is folded into the sums from time to time. However many changes wait, the counts are exact.

import type { Db, Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { Log } from '../platform/log.ts';
import { type Job, startRepeating } from '../platform/repeating.ts';

/** A reader adds up the changes that wait, so there should not be many. */
const pauseMs = 5_000;

export const startFoldingCounts = (db: Db, log: Log): Job =>
  startRepeating('folding the counts of attendance', pauseMs, log, () => foldCounts(db));

export async function foldCounts(queries: Queries): Promise<void> {
  if (queries.dialect === 'postgres')
    await queries.all(sql`select fold_attendance_counts(), fold_attendance_revisions()`);
}
