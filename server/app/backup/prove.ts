// Proves a database that is not in use, such as a backup: it is intact, this server knows its version, and its audit is
// whole. Only reads.

import { missingTriggers, verifyAudit } from '../../platform/audit/verifyAudit.ts';
import { maybeOne, type Queries, quotedName, scalar, sql } from '../../platform/db/db.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { assertKnown, storedVersion } from '../../platform/db/migrations/migrate.ts';
import { tablesOf } from '../../platform/db/movedTables.ts';

export interface Proof {
  readonly version: number;
  readonly rows: RowCounts;
  readonly entries: number;
  /** The hash of the audit's last entry, and when that was written. */
  readonly head: string;
  readonly lastAt: string | undefined;
}

/** How the databases of one kind are backed up. */
export interface BackupMethod {
  /** The number of bytes that a copy needs at most. */
  size(): Promise<number>;
  /** Copies the database while others write to it. Returns the rows that it had at that moment. */
  copy(target: string): Promise<RowCounts>;
  prove(file: string): Promise<Proof>;
}

/** Throws an `UnusableError` that says what is wrong. */
export async function prove(queries: Queries): Promise<Proof> {
  if (queries.dialect === 'sqlite') await checkFile(queries);
  const version = await storedVersion(queries);
  if (version === 0) throw new UnusableError('It is not a database of Rollcall');
  assertKnown(version);
  const rows = await countRows(queries);
  const { entries, head, fault } = await verifyAudit(queries);
  if (fault) throw new UnusableError(`Its audit is broken: ${fault}`);
  const missing = await missingTriggers(queries);
  if (missing.length > 0) throw new UnusableError(`It lacks the triggers ${missing.join(', ')} as Rollcall makes them`);
  const last = await maybeOne<{ at: string }>(queries, sql`select at from audit order by id desc limit 1`);
  return { version, rows, entries, head, lastAt: last?.at };
}

/** Checks SQLite's file, which is copied as it is. PostgreSQL checks what it restores. */
async function checkFile(queries: Queries): Promise<void> {
  const found = await scalar<string>(queries, sql`select integrity_check as found from pragma_integrity_check limit 1`);
  if (found !== 'ok') throw new UnusableError(`It is damaged: ${found.replaceAll('\n', ' ')}`);
  const [lost] = await queries.all<{ table: string; parent: string }>(
    sql`select "table", parent from pragma_foreign_key_check limit 1`,
  );
  if (lost) throw new UnusableError(`It has rows in ${lost.table} without their row in ${lost.parent}`);
}

export type RowCounts = ReadonlyMap<string, number>;

export async function countRows(queries: Queries): Promise<RowCounts> {
  const counts = new Map<string, number>();
  for (const table of await tablesOf(queries)) {
    const total = await scalar(queries, sql`select count(*) from ${quotedName(table)}`);
    counts.set(table, total);
  }
  return counts;
}

export const sumOf = (rows: RowCounts): number => [...rows.values()].reduce((sum, count) => sum + count, 0);

export function differences(source: RowCounts, copy: RowCounts): string[] {
  const tables = new Set([...source.keys(), ...copy.keys()]);
  return [...tables].flatMap((table) => {
    const [there, here] = [source.get(table) ?? 0, copy.get(table) ?? 0];
    return there === here ? [] : [`${table} has ${here} rows instead of ${there}`];
  });
}
