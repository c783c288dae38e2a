// The record that a fact names may be older than the fact, and retention could remove it meanwhile.

import type { Queries } from '../../../platform/db/db.ts';
import { lockRows } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';

/** Those that are still there stay until the transaction ends. Answers their ids. */
export async function lockRecords(queries: Queries, ids: readonly number[]): Promise<ReadonlySet<number | null>> {
  if (ids.length === 0) return new Set();
  await lockRows(queries, 'attendance', ids, 'rely');
  const rows = await queries.all<{ id: number }>(sql`select id from attendance where id in (${ids})`);
  return new Set(rows.map(({ id }) => id));
}
