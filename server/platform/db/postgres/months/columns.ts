// The columns of a table, and those of its primary key, each in their order.

import type { Queries } from '../../db.ts';
import { sql } from '../../sql.ts';

export async function columnsOf(queries: Queries, table: string): Promise<string[]> {
  const columns = await queries.all<{ name: string }>(
    sql`select attname as name from pg_attribute
      where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`,
  );
  return columns.map(({ name }) => name);
}

export async function keyColumnsOf(queries: Queries, table: string): Promise<string[]> {
  const columns = await queries.all<{ name: string }>(
    sql`select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indrelid = to_regclass(${table}) and indisprimary order by array_position(indkey::int[], attnum::int)`,
  );
  return columns.map(({ name }) => name);
}
