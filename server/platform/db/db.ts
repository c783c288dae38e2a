// The interface of a database: the same statements run on SQLite and PostgreSQL.
// Instants are text 'YYYY-MM-DD HH:MM:SS' in UTC, flags are booleans, counts are numbers.

import type { LocksTaken } from './lockOrder.ts';
import type { Dialect, Sql } from './sql.ts';

type BooleanColumn<Row> = { [K in keyof Row]-?: Extract<Row[K], boolean> extends never ? never : K }[keyof Row];

/** A query names its boolean columns, which SQLite stores as 0 and 1; a query without any names none. */
export type BooleanColumns<Row> = [BooleanColumn<Row>] extends [never] ? [] : [readonly BooleanColumn<Row>[]];

/** Runs statements: on the database itself or inside one transaction. */
export interface Queries {
  readonly dialect: Dialect;
  readonly locks?: LocksTaken;
  /** Work left for the end of the transaction, such as an audit entry from its middle. */
  readonly atEnd?: (() => Promise<void>)[];
  /** Returns the rows, also of `insert … returning`. */
  all<Row>(statement: Sql, ...booleans: BooleanColumns<Row>): Promise<Row[]>;
  /** Returns the number of changed rows. */
  run(statement: Sql): Promise<number>;
  /** Runs a script of several statements without parameters. */
  exec(script: string): Promise<void>;
}

export interface Db extends Queries {
  /**
   * Runs a transaction. On PostgreSQL the work may run again, after a serialisation failure, a deadlock or
   * `BeginAgain`, so it must change nothing but the database; on SQLite everything else waits for it, so it must await
   * nothing but its own statements.
   */
  tx<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Throws if the disk is full, as far as the server can tell. */
  checkRoom(): Promise<void>;
  /** Present if there are several connections. */
  connections?(): Connections;
  /** Given where the server sees the disk: how many bytes are free there. */
  freeBytes?(): number;
  close(): Promise<void>;
}

export interface Connections {
  readonly open: number;
  readonly idle: number;
  /** Statements and transactions that wait for one. */
  readonly waiting: number;
}

/** A write violated a unique key or a foreign key. */
export class ConstraintError extends Error {
  readonly kind: 'unique' | 'foreignKey';

  constructor(kind: 'unique' | 'foreignKey', cause: unknown) {
    super(`The database refused a write: ${kind}`, { cause });
    this.name = 'ConstraintError';
    this.kind = kind;
  }
}

/** Does the work of a transaction, and then what it left for its end. For the databases. */
export async function workToEnd<Result>(
  queries: Queries,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const result = await work(queries);
  for (const last of queries.atEnd ?? []) await last();
  return result;
}

/** Returns the row of a statement that finds one at most. */
export async function maybeOne<Row>(
  queries: Queries,
  statement: Sql,
  ...booleans: BooleanColumns<Row>
): Promise<Row | undefined> {
  const [row] = await queries.all<Row>(statement, ...booleans);
  return row;
}

/** The row of a statement that always returns one, such as `count(*)` or `insert … returning`. */
export async function one<Row>(queries: Queries, statement: Sql, ...booleans: BooleanColumns<Row>): Promise<Row> {
  const row = await maybeOne<Row>(queries, statement, ...booleans);
  if (row === undefined) throw new Error('Expected one row, got none');
  return row;
}

/** The value of a statement that always returns one, such as `count(*)` or `insert … returning id`. */
export async function scalar<V extends string | number | null = number>(queries: Queries, statement: Sql): Promise<V> {
  const row = await one<Readonly<Record<string, unknown>>>(queries, statement);
  return Object.values(row)[0] as V;
}

/** The values of a statement that selects one column. */
export async function scalars<V extends string | number = number>(queries: Queries, statement: Sql): Promise<V[]> {
  const rows = await queries.all<Readonly<Record<string, unknown>>>(statement);
  return rows.map((row) => Object.values(row)[0] as V);
}

/** Whether a statement returns a row. */
export async function exists(queries: Queries, statement: Sql): Promise<boolean> {
  return (await maybeOne(queries, statement)) !== undefined;
}

/** Whether a statement changes its row: of two at once that may do so once, only one does. */
export async function changesRow(queries: Queries, statement: Sql): Promise<boolean> {
  return (await queries.run(statement)) === 1;
}

/** Groups the rows of one statement by their owner's id, which is left out of the grouped rows. */
export function groupRows<Key extends string, Row extends Record<Key, number>>(
  key: Key,
  rows: readonly Row[],
): Map<number, Omit<Row, Key>[]> {
  const groups = new Map<number, Omit<Row, Key>[]>();
  for (const { [key]: owner, ...row } of rows) {
    const group = groups.get(owner);
    if (group) group.push(row);
    else groups.set(owner, [row]);
  }
  return groups;
}
