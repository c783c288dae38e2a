// What the rest of the server knows of a database: the same statements on SQLite and PostgreSQL.
// Instants are texts 'YYYY-MM-DD HH:MM:SS' in UTC, truth values are booleans, counts are numbers.

import type { Sql } from './sql.ts';

export type Dialect = 'sqlite' | 'postgres';

/** Where statements run: the database itself, or one transaction of it. */
export interface Queries {
  readonly dialect: Dialect;
  /** The rows; also those of `insert … returning`. */
  all<Row>(statement: Sql): Promise<Row[]>;
  /** How many rows it changed. */
  run(statement: Sql): Promise<number>;
  /** A script of several statements, without parameters. */
  exec(script: string): Promise<void>;
}

export interface Db extends Queries {
  /**
   * All or nothing. On PostgreSQL the work may run again after a serialisation failure or a deadlock, so it
   * touches nothing but the database; on SQLite everyone else waits for it, so it awaits nothing but its
   * statements.
   */
  tx<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A unique key or a foreign key refused the write. */
export class ConstraintError extends Error {
  readonly kind: 'unique' | 'foreignKey';

  constructor(kind: 'unique' | 'foreignKey', cause: unknown) {
    super(`The database refused a write: ${kind}`, { cause });
    this.name = 'ConstraintError';
    this.kind = kind;
  }
}

/** The row of a statement that finds one at most. */
export async function maybeOne<Row>(queries: Queries, statement: Sql): Promise<Row | undefined> {
  const [row] = await queries.all<Row>(statement);
  return row;
}

/** The row of a statement that always answers one, such as `count(*)` or `insert … returning`. */
export async function one<Row>(queries: Queries, statement: Sql): Promise<Row> {
  const row = await maybeOne<Row>(queries, statement);
  if (row === undefined) throw new Error('Expected one row, got none');
  return row;
}
