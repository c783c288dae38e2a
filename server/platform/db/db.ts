// SQL statements as values, and the interface of a database that runs the same statements on SQLite and PostgreSQL. Their
// text comes only from the source; interpolated values become parameters, so there is no injection and there are no
// placeholders to count. Instants are text 'YYYY-MM-DD HH:MM:SS' in UTC, flags are booleans, counts are numbers.

import type { LocksTaken } from './lockOrder.ts';

export type Dialect = 'sqlite' | 'postgres';
export type Value = string | number | boolean | null;

/** Marks where the next value goes. */
export const placeholder = null;

/** Source text, shared by both databases or one for each, or the place of a value. */
type Piece = string | Readonly<Record<Dialect, string>> | typeof placeholder;

type List = readonly number[] | readonly string[];

export interface Sql {
  readonly pieces: readonly Piece[];
  readonly values: readonly Value[];
}

interface Draft {
  readonly pieces: Piece[];
  readonly values: Value[];
}

/** An interpolated list fits into `in (…)`; an interpolated statement is inlined. */
export function sql(texts: TemplateStringsArray, ...inserted: (Value | List | Sql)[]): Sql {
  const draft: Draft = { pieces: [], values: [] };
  texts.forEach((text, index) => {
    if (text !== '') draft.pieces.push(text);
    const next = inserted[index];
    if (next !== undefined) append(draft, isValue(next) ? parameter(next) : 'pieces' in next ? next : list(next));
  });
  return draft;
}

export function join(statements: readonly Sql[], separator: string): Sql {
  const draft: Draft = { pieces: [], values: [] };
  statements.forEach((statement, index) => {
    if (index > 0) draft.pieces.push(separator);
    append(draft, statement);
  });
  return draft;
}

/** Far below SQLite's limit for nesting: it parses a chain of `or` as nested conditions. */
const alternativesInARow = 100;

/** Joins any number of conditions, of which one has to hold. */
export function anyOf(conditions: readonly Sql[]): Sql {
  if (conditions.length <= alternativesInARow) return sql`(${join(conditions, ' or ')})`;
  const half = Math.ceil(conditions.length / 2);
  return sql`(${anyOf(conditions.slice(0, half))} or ${anyOf(conditions.slice(half))})`;
}

/** A name from our own schema, as part of a statement. */
export function quotedName(name: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`Not a name: ${name}`);
  return { pieces: [`"${name}"`], values: [] };
}

export const quotedNames = (names: readonly string[]): Sql => join(names.map(quotedName), ', ');

const columnTypes = ['bigint', 'integer', 'smallint', 'double precision', 'boolean', 'text', 'timestamp(0)'] as const;
export type ColumnType = (typeof columnTypes)[number];
export const isColumnType = (name: string): name is ColumnType => columnTypes.some((type) => type === name);

/** Rows as a table, for `insert into … select … from`. SQLite needs a `where` before `on conflict`. */
export function rowsOf<Column extends string>(
  columns: Readonly<Record<Column, ColumnType>>,
  rows: readonly Readonly<Record<NoInfer<Column>, Value>>[],
): Sql {
  const types: [string, ColumnType][] = Object.entries(columns);
  const read = types.map(([name]) => `value ->> '${name}' as ${name}`).join(', ');
  return many(rows, [
    { sqlite: `(select ${read} from json_each(`, postgres: 'json_to_recordset(' },
    { sqlite: ')) rows', postgres: `::text::json) rows(${types.map((column) => column.join(' ')).join(', ')})` },
  ]);
}

const isValue = (piece: Value | List | Sql): piece is Value => typeof piece !== 'object' || piece === null;
const parameter = (value: Value): Sql => ({ pieces: [placeholder], values: [value] });

/** An empty list becomes `null`, which matches nothing. */
function list(values: List): Sql {
  const [first] = values;
  if (first === undefined) return { pieces: ['null'], values: [] };
  return many(values, typeof first === 'number' ? numbers : strings);
}

type Around = readonly [Piece, Piece];

/**
 * PostgreSQL expects ten rows from an array, and uses an index; from JSON it expects a hundred, and reads everything.
 */
const listOf = (type: ColumnType): Around => [
  {
    sqlite: 'select value from json_each(',
    postgres: `select unnest(array(select value::${type} from json_array_elements_text(`,
  },
  { sqlite: ')', postgres: '::text::json)))' },
];
const numbers = listOf('bigint');
const strings = listOf('text');

/**
 * Many values in one parameter, as JSON. A parameter for each would make a different statement for every number of
 * values, and databases keep the statements that they prepared.
 */
const many = (values: readonly unknown[], [before, after]: Around): Sql => ({
  pieces: [before, placeholder, after],
  values: [JSON.stringify(values)],
});

function append(draft: Draft, { pieces, values }: Sql): void {
  draft.pieces.push(...pieces);
  draft.values.push(...values);
}

/** Follows a text in `order by`: without it, PostgreSQL orders by the language of the database, SQLite byte by byte. */
export const byteByByte: Sql = { pieces: [{ sqlite: '', postgres: ' collate "C"' }], values: [] };

/**
 * A limit whose numbers are parameters. SQLite plans a statement again each time a limit is bound directly, which can
 * take as long as reading the page. It does not look into a cast.
 */
export const limitTo = (rows: number, offset = 0): Sql =>
  sql`limit cast(${rows} as bigint) offset cast(${offset} as bigint)`;

/**
 * Writes the limit into the text, for use with few different numbers: PostgreSQL plans a statement once for all its
 * values, and must know that few rows are wanted.
 */
export const fixedLimit = (rows: number): Sql => ({ pieces: [`limit ${rows}`], values: [] });

/**
 * Adds fillers up to the next of the sizes. Otherwise a statement with a part for each item would be a different one
 * for every number of items, and databases keep the statements that they prepared.
 */
export function padded<Item>(items: readonly Item[], filler: Item, sizes: readonly number[]): Item[] {
  const size = sizes.find((candidate) => candidate >= items.length) ?? items.length;
  return [...items, ...Array.from({ length: size - items.length }, () => filler)];
}

interface Step {
  text: string | undefined;
  readonly next: Map<string | typeof placeholder, Step>;
}

const newStep = (): Step => ({ text: undefined, next: new Map() });

/** Limit well above what a server needs. */
const mostTexts = 2_000;

/**
 * The texts of statements, cached by their pieces. Requests build statements from few pieces, which are always the same
 * strings, so following them one by one is faster than joining them and looking up the joined text.
 */
export class StatementTexts {
  readonly #dialect: Dialect;
  readonly #mark: (number: number) => string;
  #first = newStep();
  #count = 0;

  /** `mark` writes the placeholder with that number in the database's own syntax. */
  constructor(dialect: Dialect, mark: (number: number) => string) {
    this.#dialect = dialect;
    this.#mark = mark;
  }

  of(statement: Sql): string {
    let step = this.#first;
    for (const piece of statement.pieces) {
      const key = this.#own(piece);
      let next = step.next.get(key);
      if (!next) step.next.set(key, (next = newStep()));
      step = next;
    }
    return (step.text ??= this.#joined(statement));
  }

  #joined({ pieces }: Sql): string {
    if (++this.#count > mostTexts) {
      this.#first = newStep();
      this.#count = 1;
    }
    let places = 0;
    return pieces.map((piece) => this.#own(piece) ?? this.#mark(++places)).join('');
  }

  #own(piece: Sql['pieces'][number]): string | typeof placeholder {
    return piece === placeholder || typeof piece === 'string' ? piece : piece[this.#dialect];
  }
}

type BooleanColumn<Row> = { [K in keyof Row]-?: Extract<Row[K], boolean> extends never ? never : K }[keyof Row];

/** A query names its boolean columns, which SQLite stores as 0 and 1; a query without any names none. */
export type BooleanColumns<Row> = [BooleanColumn<Row>] extends [never] ? [] : [readonly BooleanColumn<Row>[]];

/** Runs statements, on the database itself or inside one transaction. */
export interface Queries {
  readonly dialect: Dialect;
  readonly locks?: LocksTaken;
  /** Work left for the end of the transaction, such as an audit entry from its middle. */
  readonly atEnd?: (() => Promise<void>)[];
  /** Returns the rows, including those of `insert … returning`. */
  all<Row>(statement: Sql, ...booleans: BooleanColumns<Row>): Promise<Row[]>;
  /** Returns the number of changed rows. */
  run(statement: Sql): Promise<number>;
  /** Runs a script of several statements without parameters. */
  exec(script: string): Promise<void>;
}

export interface Db extends Queries {
  /**
   * Runs a transaction. On PostgreSQL the work may run again, after a serialization failure, a deadlock or
   * `BeginAgain`, so it must change nothing but the database; on SQLite everything else waits for it, so it must await
   * nothing but its own statements.
   */
  tx<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Throws an `UnwritableError` if nothing can be written, as far as the server can tell. */
  checkWritable(): Promise<void>;
  /** Present if there are several connections. */
  connections?(): Connections;
  /** Bytes free on the disk; present where the server can see it. */
  freeBytes?(): number;
  close(): Promise<void>;
}

export interface Connections {
  readonly open: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
}

export class ConstraintError extends Error {
  readonly kind: 'unique' | 'foreignKey';

  constructor(kind: 'unique' | 'foreignKey', cause: unknown) {
    super(`The database refused a write: ${kind}`, { cause });
    this.name = 'ConstraintError';
    this.kind = kind;
  }
}

/** Does the work of a transaction, then what it left for its end. Only databases call it. */
export async function workToEnd<Result>(
  queries: Queries,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const result = await work(queries);
  for (const last of queries.atEnd ?? []) await last();
  return result;
}

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

export async function exists(queries: Queries, statement: Sql): Promise<boolean> {
  return (await maybeOne(queries, statement)) !== undefined;
}

/** Whether a statement changed its row. If two at once want to make the same change, only one does. */
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

/** Does the work in a transaction and rolls it back. Returns what the work found. */
export async function dryRun<Result>(db: Db, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  const rolledBack = new Error('A dry run is rolled back');
  let found = (): Result => {
    throw rolledBack;
  };
  const run = db.tx(async (queries) => {
    const result = await work(queries);
    found = () => result;
    throw rolledBack;
  });
  await run.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  return found();
}
