import { type Sql, sql } from './sql.ts';

/**
 * A limit whose rows are a parameter. SQLite plans a statement anew each time a limit is bound to it, which can take as long
 * as reading the page; into a cast it does not look.
 */
export const limitTo = (rows: number, offset = 0): Sql =>
  sql`limit cast(${rows} as bigint) offset cast(${offset} as bigint)`;
