// Locks rows, or names, until the transaction ends. Without a lock, PostgreSQL lets two transactions read the same row and
// the second overwrite what the first wrote; SQLite runs one transaction at a time anyway.

import type { Queries } from './db.ts';
import { type Sql, sql } from './sql.ts';

/** 'change' excludes every other holder; 'rely' keeps the row unchanged and is shared. */
export type Purpose = 'change' | 'rely';

/** `row` is the text after `from`: a table and its condition. */
export async function lockRow(queries: Queries, row: Sql, purpose: Purpose): Promise<void> {
  if (queries.dialect === 'sqlite') return;
  const strength = purpose === 'change' ? sql`for no key update` : sql`for share`;
  await queries.all(sql`select 1 from ${row} ${strength}`);
}

/** For what has no row yet: excludes every other holder of the same name. Take it last. */
export async function lockName(queries: Queries, name: string): Promise<void> {
  if (queries.dialect === 'sqlite') return;
  await queries.all(sql`select 1 from pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
