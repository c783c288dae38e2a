// The steps that remove old months, of a table that PostgreSQL keeps by month.

import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { monthAfter } from '../../../platform/db/postgres/months/monthlyTables.ts';
import { monthsOf, partOf } from '../../../platform/db/postgres/months/parts.ts';
import { named, type Sql, sql } from '../../../platform/db/sql.ts';

/** The first instant of a month. */
export const startOf = (month: string): string => `${month}-01 00:00:00`;

/** Those that are over at the cutoff, an instant, from the oldest on. */
export const oldMonths = async (queries: Queries, table: string, cutoff: string): Promise<string[]> =>
  (await monthsOf(queries, table)).filter((month) => startOf(monthAfter(month)) <= cutoff);

export const hasHolds = (queries: Queries): Promise<boolean> => hasRows(queries, sql`select 1 from legal_holds`);

export const hasRows = async (queries: Queries, rows: Sql): Promise<boolean> =>
  (await maybeOne(queries, sql`${rows} limit 1`)) !== undefined;

export const dropPart = (queries: Queries, table: string, month: string): Promise<number> =>
  queries.run(sql`drop table ${named(partOf({ table, month }))}`);
