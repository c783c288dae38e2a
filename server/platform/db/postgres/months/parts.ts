// The parts of a table by month, such as attendance_2026_03: from the first of a month, in UTC, up to the next.

import type { Queries } from '../../db.ts';
import { sql } from '../../sql.ts';
import { monthAfter } from './monthlyTables.ts';

/** Of the table that is filled beside one that has no months yet: it takes its place, with these parts. */
export const besideSuffix = '_by_month';

export interface Month {
  readonly table: string;
  /** '2026-03' */
  readonly month: string;
}

export const partOf = ({ table, month }: Month): string =>
  `${table.replace(besideSuffix, '')}_${month.replace('-', '_')}`;

/**
 * In a transaction. A part is made by itself and attached then, since to create it as a part would lock everybody out of
 * the table. Two processes may want the same one. Answers how many were missing.
 */
export async function addMonths(queries: Queries, table: string, months: readonly string[]): Promise<number> {
  await queries.exec(`set local lock_timeout = '5s'; lock table ${table} in share update exclusive mode`);
  const known = await monthsOf(queries, table);
  const missing = months.filter((month) => !known.includes(month));
  if (missing.length > 0) await queries.exec(missing.map((month) => newPart(table, month)).join('\n'));
  return missing.length;
}

function newPart(table: string, month: string): string {
  const part = partOf({ table, month });
  return `
    create table ${part} (like ${table} including defaults including constraints);
    alter table ${table} attach partition ${part} for values from ('${month}-01') to ('${monthAfter(month)}-01');`;
}

/** From the oldest on. */
export async function monthsOf(queries: Queries, table: string): Promise<string[]> {
  const parts = await queries.all<{ name: string }>(
    sql`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = to_regclass(${table}) order by relname`,
  );
  return parts.map(({ name }) => name.slice(-7).replace('_', '-'));
}
