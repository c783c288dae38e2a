// Moves a small table into months, within the transaction of a migration.

import { one, type Queries } from '../../db.ts';
import { named, sql } from '../../sql.ts';
import { besideOf, createBeside, takePlace } from './beside.ts';
import type { MonthlyTable } from './monthlyTables.ts';
import { addMonths } from './parts.ts';

/** So many rows take a second or two. */
const mostRows = 5_000;

/** A larger one stays as it is; the server moves it later, while it runs. */
export async function moveSmall(queries: Queries, table: MonthlyTable): Promise<void> {
  const { name, column } = table;
  const { total } = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from (select 1 from ${named(name)} limit ${mostRows + 1}) first_rows`,
  );
  if (total > mostRows) return;
  await createBeside(queries, table);
  const months = await queries.all<{ month: string }>(
    sql`select distinct substr(${named(column)}::text, 1, 7) as month from ${named(name)} order by month`,
  );
  await addMonths(
    queries,
    besideOf(table),
    months.map(({ month }) => month),
  );
  await queries.exec(`insert into ${besideOf(table)} select * from ${name}`);
  await takePlace(queries, table);
}
