// Locks rows, or names, until the transaction ends, in the order of lockOrder.ts. Without a lock, PostgreSQL lets two
// transactions read the same row and the second overwrite what the first wrote; SQLite runs one transaction at a time
// anyway.

import { type Queries, quotedName, type Sql, sql } from './db.ts';
import { BeginAgain } from './errors.ts';
import type { LockedTable, LocksTaken, Purpose } from './lockOrder.ts';

export type { Purpose } from './lockOrder.ts';

/** Skips rows that the transaction has locked already. */
export async function lockRows(
  queries: Queries,
  table: LockedTable,
  ids: readonly number[],
  purpose: Purpose,
): Promise<void> {
  const missing = locksOf(queries).take(table, ids, purpose);
  if (missing.length > 0) await lock(queries, table, sql`id in (${missing})`, sql`id`, purpose);
}

export const lockRow = (queries: Queries, table: LockedTable, id: number, purpose: Purpose): Promise<void> =>
  lockRows(queries, table, [id], purpose);

/** Locks rows whose ids are not known. */
export async function lockRowsWhere(
  queries: Queries,
  table: LockedTable,
  condition: Sql,
  purpose: Purpose,
  key: Sql = sql`id`,
): Promise<void> {
  locksOf(queries).enter(table);
  await lock(queries, table, condition, key, purpose);
}

/** Notes the lock that a statement takes by changing a row. */
export const noteLock = (queries: Queries, table: LockedTable, id: number): void => {
  locksOf(queries).take(table, [id], 'change');
};

/**
 * Throws if other rows should have been locked. Which ones is read before anything is locked, and may have changed by
 * then; it is too late to lock them in order, so the transaction begins again.
 */
export function assertLocked(queries: Queries, table: LockedTable, ids: readonly number[], purpose: Purpose): void {
  const taken = locksOf(queries);
  if (!ids.every((id) => taken.holds(table, id, purpose))) throw new BeginAgain();
}

function locksOf({ locks }: Queries): LocksTaken {
  if (!locks) throw new Error('Rows are locked in a transaction');
  return locks;
}

async function lock(queries: Queries, table: LockedTable, condition: Sql, key: Sql, purpose: Purpose): Promise<void> {
  if (queries.dialect === 'sqlite') return;
  const strength = purpose === 'change' ? sql`for no key update` : sql`for share`;
  await queries.all(sql`select 1 from ${quotedName(table)} where ${condition} order by ${key} ${strength}`);
}

/** Locks the name of something that has no row yet, and excludes every other holder. */
export async function lockName(queries: Queries, name: string): Promise<void> {
  locksOf(queries).enter('names');
  if (queries.dialect === 'sqlite') return;
  await queries.all(sql`select 1 from pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
