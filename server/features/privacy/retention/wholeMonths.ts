// Where PostgreSQL keeps attendance by month, a month that is old as a whole goes at once, with its deliveries and with what
// devices sent, instead of row by row. What is held keeps its month from going so. A record that something in another
// month refers to, such as an event that came late, goes before the others, as any old record does.

import { one, type Queries } from '../../../platform/db/db.ts';
import { dropCountsOfMonth, readCountsOfMonth } from '../../../platform/db/postgres/months/dropCounts.ts';
import { attendanceTables, isByMonth, monthAfter } from '../../../platform/db/postgres/months/monthlyTables.ts';
import { monthsOf, partOf } from '../../../platform/db/postgres/months/parts.ts';
import { join, named, sql, type Sql } from '../../../platform/db/sql.ts';
import { dropPart, hasHolds, hasRows, oldMonths, startOf } from './oldMonths.ts';
import { rowsAtOnce } from './part.ts';

/** How many rows of each table went. */
export interface MonthGone {
  readonly records: number;
  readonly deliveries: number;
  readonly events: number;
}

interface Old {
  /** An instant: everything from before it is old. */
  readonly cutoff: string;
  readonly isHeldRecord: Sql;
  /** Of events without a record. */
  readonly isHeldEvent: Sql;
}

type Step =
  | { readonly first: readonly number[] }
  | { readonly gone: MonthGone }
  /** What is left goes row by row. */
  | 'none';

const [attendance, ...others] = attendanceTables.map(({ name }) => name);

/** Removes a month, or answers the records that have to go before it does. */
export async function removeWholeMonth(queries: Queries, old: Old): Promise<Step> {
  for (const { name } of attendanceTables) if (!(await isByMonth(queries, name))) return 'none';
  await dropEmptyMonths(queries, old);
  const spans: Span[] = [];
  const first: number[] = [];
  for (const month of await oldMonths(queries, 'attendance', old.cutoff)) {
    const span = spanOf(month);
    if (await isAnyHeld(queries, span, old)) continue;
    spans.push(span);
    first.push(...(await referredTo(queries, span)));
    if (first.length >= rowsAtOnce) break;
  }
  if (first.length > 0) return { first };
  const [span] = spans;
  if (!span) return 'none';
  await bringIntoMemory(queries, span, old);
  return takeUnlessChanged(queries, span, old);
}

/** Others wait while the tables are locked: what is read then should not come from the disk. */
async function bringIntoMemory(queries: Queries, span: Span, old: Old): Promise<void> {
  for (const part of Object.values(await partsBeside(queries, span, old))) await countRows(queries, part);
  await readCountsOfMonth(queries, span.from);
}

/**
 * Locks the tables until the transaction ends, or fails after a second, to be tried again. It waits for the first one only,
 * while it holds none: a transaction that has another one may wait for the first, and PostgreSQL would end one of both.
 */
const lockTables = (queries: Queries) =>
  queries.exec(`
    set local lock_timeout = '1s';
    lock table ${attendance} in access exclusive mode;
    lock table ${others.join(', ')} in access exclusive mode nowait;`);

async function takeUnlessChanged(queries: Queries, span: Span, old: Old): Promise<Step> {
  await lockTables(queries);
  if (await isAnyHeld(queries, span, old)) return 'none';
  const first = await referredTo(queries, span);
  return first.length > 0 ? { first } : { gone: await takeMonth(queries, span, old) };
}

interface Span {
  readonly month: string;
  /** Instants. */
  readonly from: string;
  readonly until: string;
  readonly records: Sql;
}

function spanOf(month: string): Span {
  const [from, until] = [startOf(month), startOf(monthAfter(month))];
  return { month, from, until, records: named(partOf({ table: 'attendance', month })) };
}

async function isAnyHeld(queries: Queries, { from, until }: Span, { isHeldRecord }: Old): Promise<boolean> {
  if (!(await hasHolds(queries))) return false;
  const held = sql`select 1 from attendance
    where occurred_at >= ${from} and occurred_at < ${until} and (${isHeldRecord})`;
  return hasRows(queries, held);
}

interface Ids {
  readonly first: number | null;
  readonly last: number | null;
}

/** Of the records that came in their month. */
const idsOf = (queries: Queries, { records, until }: Span): Promise<Ids> =>
  one<{ first: number | null; last: number | null }>(
    queries,
    sql`select min(id) as first, max(id) as last from ${records} where created_at < ${until}`,
  );

/** Records to which something refers that does not go with the month: some of them, or none. */
async function referredTo(queries: Queries, span: Span): Promise<number[]> {
  const { records, from, until } = span;
  const { first, last } = await idsOf(queries, span);
  const isHere = (column: Sql) => sql`${column} >= ${first} and ${column} <= ${last}`;
  const isOtherDay = sql`(day < ${from.slice(0, 10)} or day >= ${until.slice(0, 10)})`;
  const referring = [
    sql`select attendance_id as id from corrections where ${isHere(sql`attendance_id`)}`,
    sql`select attendance_id as id from hr_deliveries where ${isHere(sql`attendance_id`)} and ${isOtherDay}`,
    sql`select pair_start_id as id from hr_deliveries where ${isHere(sql`pair_start_id`)} and ${isOtherDay}`,
    sql`select attendance_id as id from device_events
      where ${isHere(sql`attendance_id`)} and (received_at < ${from} or received_at >= ${until})`,
  ];
  const rows = await queries.all<{ id: number }>(
    sql`select id from ${records} where created_at >= ${until}
      union select id from (${join(referring, ' union all ')}) others where id in (select id from ${records})
      limit ${rowsAtOnce}`,
  );
  return rows.map(({ id }) => id);
}

async function takeMonth(queries: Queries, span: Span, old: Old): Promise<MonthGone> {
  const parts = await partsBeside(queries, span, old);
  const deliveries = await takePart(queries, parts.deliveries);
  const events = await takePart(queries, parts.events);
  await dropPart(queries, 'attendance', span.month);
  return { records: await dropCountsOfMonth(queries, span.from), deliveries, events };
}

/** The month of another table, which goes with the attendance of that month. */
interface PartBeside {
  readonly table: string;
  readonly month: string;
  /** A condition on the few rows that stay. */
  readonly stays: Sql;
}

async function partsBeside(
  queries: Queries,
  span: Span,
  { cutoff, isHeldEvent }: Old,
): Promise<Readonly<Record<'deliveries' | 'events', PartBeside>>> {
  const { month, from, until } = span;
  const { first, last } = await idsOf(queries, span);
  const ofOthers = sql`select id from attendance where id >= ${first} and id <= ${last}
    and (occurred_at < ${from} or occurred_at >= ${until})`;
  // What needs another table is left out where that has nothing to say: PostgreSQL reads a month several times as fast then.
  const isOfOthers = (await hasRows(queries, ofOthers)) ? sql`attendance_id in (${ofOthers})` : sql`false`;
  const isHeld = (await hasHolds(queries)) ? isHeldEvent : sql`false`;
  const staysWithRecord = sql`(attendance_id < ${first ?? 0} or attendance_id > ${last ?? 0} or ${isOfOthers})`;
  const isOldAlone = sql`coalesce(occurred_at, received_at) < ${cutoff} and (${isHeld}) is not true`;
  const staysAlone = sql`(attendance_id is null and not (${isOldAlone}))`;
  return {
    deliveries: { table: 'hr_deliveries', month, stays: staysWithRecord },
    events: { table: 'device_events', month, stays: sql`(${staysWithRecord} or ${staysAlone})` },
  };
}

interface RowsOfPart {
  readonly total: number;
  readonly kept: number;
}

/** Mostly none stays, and one reading tells. Undefined if the table has no such month. */
async function countRows(queries: Queries, part: PartBeside): Promise<RowsOfPart | undefined> {
  if (!(await monthsOf(queries, part.table)).includes(part.month)) return undefined;
  return one<RowsOfPart>(
    queries,
    sql`select count(*) as total, count(case when ${part.stays} then 1 end) as kept
      from ${named(partOf(part))} as ${named(part.table)}`,
  );
}

/** The rows that stay are put back. Answers how many went. */
async function takePart(queries: Queries, part: PartBeside): Promise<number> {
  const rows = await countRows(queries, part);
  if (!rows) return 0;
  const { total, kept } = rows;
  const { table, month, stays } = part;
  if (kept === 0) {
    await dropPart(queries, table, month);
    return total;
  }
  const [name, keptRows] = [named(partOf(part)), named(`kept_${table}`)];
  await queries.run(
    sql`create temporary table ${keptRows} on commit drop as select * from ${name} as ${named(table)} where ${stays}`,
  );
  await queries.run(sql`truncate ${name}`);
  await queries.run(sql`insert into ${named(table)} select * from ${keptRows}`);
  return total - kept;
}

/** Of which the last row went since. */
async function dropEmptyMonths(queries: Queries, { cutoff }: Old): Promise<void> {
  for (const { name: table } of attendanceTables) {
    for (const month of await oldMonths(queries, table, cutoff)) {
      const rows = sql`select 1 from ${named(partOf({ table, month }))}`;
      if (await hasRows(queries, rows)) continue;
      await lockTables(queries);
      if (!(await hasRows(queries, rows))) await dropPart(queries, table, month);
    }
  }
}
