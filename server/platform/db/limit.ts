import { type Sql, sql } from './sql.ts';

/**
 * A limit whose numbers are parameters. SQLite plans a statement again each time a limit is bound directly, which can take
 * as long as reading the page. It does not look into a cast.
 */
export const limitTo = (rows: number, offset = 0): Sql =>
  sql`limit cast(${rows} as bigint) offset cast(${offset} as bigint)`;

/**
 * A limit as a part of the text, for very few different numbers. PostgreSQL plans a statement once for all its values only
 * if the text says that few rows are wanted.
 */
export const fixedLimit = (rows: number): Sql => ({ pieces: [`limit ${rows}`], values: [] });
