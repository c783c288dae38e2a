// Repeats the hash of an exported file's rows from the records in the database.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { cellsOf, hashedLine } from '../../src/format/exportedRow.ts';
import type { Caller } from '../access/caller.ts';
import type { Filters } from '../attendance/attendanceFilters.ts';
import { type Cursor, listAttendance } from '../attendance/attendanceQueries.ts';
import type { Queries } from '../db/db.ts';
import type { BusinessTime } from '../time/businessTime.ts';

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
export async function hashRows(queries: Queries, { caller, businessTime, filters, skip, rows }: Rows): Promise<string> {
  const hash = createHash('sha256');
  let after: Cursor | number = skip;
  for (let left = rows; left > 0; left -= batchSize) {
    const batch = await listAttendance(queries, caller, businessTime, filters, after, Math.min(left, batchSize));
    for (const { record } of batch) hash.update(hashedLine(cellsOf(record)));
    after = batch.at(-1)?.cursor ?? after;
    await setImmediate(); // other requests in between, although SQLite answers without a pause
  }
  return hash.digest('hex');
}
