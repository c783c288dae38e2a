// Moves all that a database holds into another one, of the other kind: SQLite to PostgreSQL, or back. It reads one moment of
// the source and never writes there; what the target has already is compared, not copied again.

import { createHash } from 'node:crypto';
import { type Db, maybeOne, one, type Queries } from '../db.ts';
import { UnusableError } from '../errors.ts';
import { sql } from '../sql.ts';
import { copyTable, removeOthers } from './copyTable.ts';
import { readLastIds, writeLastIds } from './lastIds.ts';
import { partsOf, readPart } from './rows.ts';
import { findTables, type MovedTable } from './tables.ts';

export interface Moved {
  readonly table: string;
  readonly rows: number;
  /** How many of them had to be written. */
  readonly written: number;
  /** Of all rows, the same at both ends. */
  readonly hash: string;
}

/** Both must have this version's tables. `tell` hears of each part that was copied. */
export async function move(source: Db, target: Db, tell: (table: string, written: number) => void): Promise<Moved[]> {
  if (source.dialect === target.dialect)
    throw new UnusableError('Both databases are of the same kind: use its own tools');
  return atOneMoment(source, async (snapshot) => {
    await assertEarlierMove(snapshot, target);
    const [sqlite, postgres] = source.dialect === 'sqlite' ? [snapshot, target] : [target, snapshot];
    const tables = await findTables(sqlite, postgres);
    for (const table of [...tables].reverse()) await removeOthers(snapshot, target, table);
    const written = new Map<string, number>();
    for (const table of tables) {
      const columns = Object.keys(table.columns).filter((column) => !table.late.includes(column));
      const rows = await copyTable(snapshot, target, table, columns, (count) => tell(table.name, count));
      written.set(table.name, rows);
    }
    for (const table of tables.filter(({ late }) => late.length > 0)) {
      await copyTable(snapshot, target, table, Object.keys(table.columns));
    }
    await target.tx(async (queries) => writeLastIds(queries, await readLastIds(snapshot, tables)));
    const moved: Moved[] = [];
    for (const table of tables) moved.push(await verified(snapshot, target, table, written.get(table.name) ?? 0));
    return moved;
  });
}

/** What is written meanwhile is not seen: it is for the next run. */
async function atOneMoment<Result>(db: Db, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  if (db.dialect === 'postgres')
    return db.tx(async (queries) => {
      await queries.exec('set transaction isolation level repeatable read, read only');
      return work(queries);
    });
  await db.exec('begin');
  try {
    return await work(db);
  } finally {
    await db.exec('rollback');
  }
}

/** The target is empty, or its audit is the beginning of the source's: nothing else may be overwritten. */
async function assertEarlierMove(source: Queries, target: Queries): Promise<void> {
  const last = await maybeOne<{ id: number; hash: string }>(
    target,
    sql`select id, hash from audit order by id desc limit 1`,
  );
  const { users } = await one<{ users: number }>(target, sql`select count(*) as users from users`);
  if (!last && users === 0) return;
  const same =
    last && (await maybeOne(source, sql`select id from audit where id = ${last.id} and hash = ${last.hash}`));
  if (!same) throw new UnusableError('The database to move to has data of its own: name an empty one');
}

async function verified(source: Queries, target: Queries, table: MovedTable, written: number): Promise<Moved> {
  const [there, here] = [await digest(source, table), await digest(target, table)];
  if (there.hash !== here.hash || there.rows !== here.rows)
    throw new UnusableError(
      `${table.name} differs: ${there.rows} rows there, ${here.rows} here. Run the command again`,
    );
  return { table: table.name, written, ...here };
}

async function digest(queries: Queries, table: MovedTable): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const part of partsOf(queries, table)) {
    const entries = [...(await readPart(queries, table, part))].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [, row] of entries) hash.update(JSON.stringify(Object.values(row)));
    rows += entries.length;
  }
  return { rows, hash: hash.digest('hex') };
}
