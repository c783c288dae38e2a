// Repeats the hash of an exported file's rows from the records in the database.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { cellsOf, hashedLine } from '../../../../src/shared/words/exportedRow.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import type { Filters } from '../attendanceFilters.ts';
import { listAttendance, type PageStart } from '../attendanceQueries.ts';
import type { Queries } from '../../../platform/db/db.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';

interface Rows {
  readonly caller: Caller;
  readonly businessTime: BusinessTime;
  readonly filters: Filters;
  /** How many rows of the list come before them. */
  readonly skip: number;
  readonly rows: number;
}

const batchSize = 1_000;

/** The hash of those rows that the caller sees, in the order of the list. */
export async function hashRows(queries: Queries, asked: Rows): Promise<string> {
  const { caller, businessTime, filters, skip, rows } = asked;
  const hash = createHash('sha256');
  let start: PageStart = { skip };
  for (let left = rows; left > 0; left -= batchSize) {
    const limit = Math.min(left, batchSize);
    const batch = await listAttendance(queries, { caller, businessTime, filters, start, limit });
    for (const { record } of batch) hash.update(hashedLine(cellsOf(record)));
    const after = batch.at(-1)?.cursor;
    if (after) start = { after, skip: 0 };
    await setImmediate(); // other requests in between, although SQLite answers without a pause
  }
  return hash.digest('hex');
}
