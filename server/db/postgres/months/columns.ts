// The columns of a table, in its order.

import type { Queries } from '../../db.ts';
import { sql } from '../../sql.ts';

export async function columnsOf(queries: Queries, table: string): Promise<string[]> {
  const columns = await queries.all<{ name: string }>(
    sql`select attname as name from pg_attribute
      where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`,
  );
  return columns.map(({ name }) => name);
}
