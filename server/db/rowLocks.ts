// Rows that stay as they are read until the transaction ends. PostgreSQL lets two transactions read the same
// row, and the second one write over what the first one wrote; SQLite has only one writer anyway.

import type { Queries } from './db.ts';
import { type Sql, sql } from './sql.ts';

/** Who means to change a row has it alone; who only relies on it shares it with others who do. */
export type Purpose = 'change' | 'rely';

/** `row` is what follows `from`. */
export async function lockRow(queries: Queries, row: Sql, to: Purpose): Promise<void> {
  if (queries.dialect === 'sqlite') return;
  const strength = to === 'change' ? sql`for no key update` : sql`for share`;
  await queries.all(sql`select 1 from ${row} ${strength}`);
}
