// Moves a large table into months while everybody works with it. A table by month is made beside it; a trigger repeats each
// change there; the rows that exist are copied in small transactions, in the order in which they came, so that one month
// follows the other. When both are the same, the new table takes the place of the old one, in a moment.
//
// How far it is stands in the database, in the transaction that copies. So a process that dies costs nothing, and several
// that do this at once take turns.

import { type Db, maybeOne, one, type Queries } from '../../db.ts';
import type { Log } from '../../../log/log.ts';
import { lockRowsWhere } from '../../rowLocks.ts';
import { listed, named, sql } from '../../sql.ts';
import { besideOf, createBeside, formOf, mirrorOf, takePlace } from './beside.ts';
import { columnsOf } from './columns.ts';
import { createMirror } from './mirror.ts';
import { isByMonth, type MonthlyTable } from './monthlyTables.ts';
import { patiently } from './patiently.ts';

/** A change of one of these rows waits until they are copied. */
const rowsAtOnce = 2_000;
const comparedAtOnce = 20_000;
const rowsBetweenLines = 1_000_000;

export interface Moving {
  readonly db: Db;
  readonly log: Log;
  readonly isStopping: () => boolean;
}

/** Answers 'differed' if the copy was not the same. Then it is gone, and the next call begins again. */
export async function moveLive(moving: Moving, table: MonthlyTable): Promise<'moved' | 'stopped' | 'differed'> {
  const { db, log, isStopping } = moving;
  await patiently(isStopping, () => db.tx((queries) => prepare(queries, table)));
  if (!(await copyAll(moving, table))) return 'stopped';
  const compared = await compareAll(moving, table);
  if (compared === 'stopped') return compared;
  if (compared === 'differed') {
    await patiently(isStopping, () => db.tx((queries) => dropCopy(queries, table)));
    log.error('a copy by month differed and was dropped: the next start copies the table again', { table: table.name });
    return compared;
  }
  await patiently(isStopping, () => db.tx((queries) => finish(queries, table)));
  await db.exec(`analyze ${table.name}`);
  log.info('table moved into months', { table: table.name });
  return 'moved';
}

/** A migration may have changed the table since: then all begins again. */
async function prepare(queries: Queries, table: MonthlyTable): Promise<void> {
  const { name } = table;
  await queries.exec(`set local lock_timeout = '2s'`);
  await queries.run(
    sql`insert into moves_to_months (table_name, copied_to) values (${name}, 0) on conflict do nothing`,
  );
  await lockMove(queries, name);
  if (await isByMonth(queries, name)) return;
  if ((await formOf(queries, besideOf(table))) === (await formOf(queries, name))) return;
  await dropCopy(queries, table);
  await createBeside(queries, table);
  await createMirror(queries, table);
  await queries.run(sql`update moves_to_months set copied_to = 0 where table_name = ${name}`);
}

const dropCopy = (queries: Queries, table: MonthlyTable): Promise<void> =>
  queries.exec(`
    set local lock_timeout = '2s';
    drop trigger if exists ${mirrorOf(table)} on ${table.name};
    drop function if exists ${mirrorOf(table)}();
    drop table if exists ${besideOf(table)};`);

/** Undefined when another process has finished it. */
async function lockMove(queries: Queries, name: string): Promise<{ copied_to: number } | undefined> {
  const move = sql`table_name = ${name}`;
  await lockRowsWhere(queries, 'moves_to_months', move, 'change', sql`table_name`);
  return maybeOne(queries, sql`select copied_to from moves_to_months where ${move}`);
}

async function copyAll({ db, log, isStopping }: Moving, table: MonthlyTable): Promise<boolean> {
  for (let copied = 0; !isStopping(); ) {
    const rows = await db.tx((queries) => copySome(queries, table));
    if (rows === 0) return true;
    if (Math.floor((copied + rows) / rowsBetweenLines) > Math.floor(copied / rowsBetweenLines))
      log.info('moving a table into months', { table: table.name, rows: copied + rows });
    copied += rows;
  }
  return false;
}

/**
 * The share lock makes a change of a row wait until it is copied, and the copy wait for a change: what the trigger has
 * written then is the newer one.
 */
async function copySome(queries: Queries, table: MonthlyTable): Promise<number> {
  const { name } = table;
  const move = await lockMove(queries, name);
  if (!move || (await isByMonth(queries, name))) return 0;
  const last = await lastOfPart(queries, table, { after: move.copied_to, rows: rowsAtOnce });
  if (last === null) return 0;
  const key = named(table.key);
  const columns = listed(await columnsOf(queries, name));
  await queries.run(
    sql`insert into ${named(besideOf(table))} (${columns})
      select ${columns} from ${named(name)} where ${key} > ${move.copied_to} and ${key} <= ${last}
      order by ${key} for share
      on conflict do nothing`,
  );
  await queries.run(sql`update moves_to_months set copied_to = ${last} where table_name = ${name}`);
  return rowsAtOnce;
}

async function compareAll({ db, isStopping }: Moving, table: MonthlyTable): Promise<'same' | 'stopped' | 'differed'> {
  for (let after = 0; !isStopping(); ) {
    const from = after;
    const compared = await db.tx((queries) => compareSome(queries, table, from));
    if (typeof compared === 'string') return compared;
    after = compared;
  }
  return 'stopped';
}

/** Each part at one moment, since changes go to both meanwhile. Answers how far it came, until nothing is left. */
async function compareSome(
  queries: Queries,
  table: MonthlyTable,
  after: number,
): Promise<number | 'same' | 'differed'> {
  const { name } = table;
  if (!(await lockMove(queries, name)) || (await isByMonth(queries, name))) return 'same';
  const last = await lastOfPart(queries, table, { after, rows: comparedAtOnce });
  if (last === null) return 'same';
  const columns = listed(await columnsOf(queries, name));
  const key = named(table.key);
  const rowsOfPart = (from: string) =>
    sql`select ${columns} from ${named(from)} where ${key} > ${after} and ${key} <= ${last}`;
  const [old, beside] = [rowsOfPart(name), rowsOfPart(besideOf(table))];
  const difference = sql`select 1 from ((${old} except all ${beside}) union all (${beside} except all ${old})) others`;
  return (await maybeOne(queries, sql`${difference} limit 1`)) ? 'differed' : last;
}

async function lastOfPart(
  queries: Queries,
  { name, key: keyName }: MonthlyTable,
  { after, rows }: { readonly after: number; readonly rows: number },
): Promise<number | null> {
  const key = named(keyName);
  const { last } = await one<{ last: number | null }>(
    queries,
    sql`select max(place) as last from (select ${key} as place from ${named(name)} where ${key} > ${after}
      order by ${key} limit ${rows}) part`,
  );
  return last;
}

async function finish(queries: Queries, table: MonthlyTable): Promise<void> {
  if (!(await lockMove(queries, table.name))) return;
  if (!(await isByMonth(queries, table.name))) await takePlace(queries, table);
  await queries.run(sql`delete from moves_to_months where table_name = ${table.name}`);
}
