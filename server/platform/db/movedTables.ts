// The tables that a move copies, with their columns. Each comes after those that it refers to.

import { type ColumnType, isColumnType, type Queries, scalars, sql } from './db.ts';
import { UnusableError } from './errors.ts';

export interface MovedTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /** Columns that refer to rows copied later, and are filled last. */
  readonly late: readonly string[];
}

interface Column {
  name: string;
  /** Position in the primary key, from 1. */
  pk: number;
  notnull: number;
}

interface Reference {
  column: string;
  parent: string;
}

interface Described {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
}

/** Tables left out, because each database has its own, or triggers fill them from the records. */
const notMoved = new Set([
  'schema_version',
  'attendance_count_sums',
  'attendance_count_changes',
  'attendance_revisions',
  'attendance_changes',
]);

/**
 * Finds every table with its columns, each after those that it refers to. SQLite describes them, since one of the two
 * databases always is SQLite; PostgreSQL knows the types.
 */
export async function findTables(sqlite: Queries, postgres: Queries): Promise<MovedTable[]> {
  const described: Described[] = [];
  for (const name of await tablesOf(sqlite)) if (!notMoved.has(name)) described.push(await describe(sqlite, name));
  const types = await columnTypes(postgres);
  const done = new Set<string>();
  return inOrder(described).map(({ name, columns, references }) => {
    const late = references.filter(({ parent }) => !done.has(parent)).map(({ column }) => column);
    done.add(name);
    const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    return {
      name,
      columns: Object.fromEntries(columns.map((column) => [column.name, typeOf(types, name, column.name)])),
      key: key.map((column) => column.name),
      late,
    };
  });
}

/** Our own tables, by their names. */
export const tablesOf = (queries: Queries): Promise<string[]> =>
  scalars<string>(
    queries,
    queries.dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~' order by name`
      : sql`select relname as name from pg_class
          where relnamespace = current_schema()::regnamespace and relkind = 'r'
          order by relname`,
  );

async function describe(sqlite: Queries, name: string): Promise<Described> {
  const columns = await sqlite.all<Column>(sql`select name, pk, "notnull" from pragma_table_info(${name})`);
  const references = await sqlite.all<Reference>(
    sql`select "from" as "column", "table" as parent from pragma_foreign_key_list(${name})`,
  );
  return { name, columns, references };
}

/** Orders the tables by their references. An optional reference can wait, which breaks the cycles. */
function inOrder(tables: readonly Described[]): Described[] {
  const ordered: Described[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const next = [...waiting].find((table) => !refersToAny(table, waiting));
    if (!next) throw new Error(`These tables refer to each other: ${[...waiting].map(({ name }) => name).join(', ')}`);
    waiting.delete(next);
    ordered.push(next);
  }
  return ordered;
}

function refersToAny({ name, columns, references }: Described, others: ReadonlySet<Described>): boolean {
  const required = new Set(columns.filter(({ notnull, pk }) => notnull || pk).map((column) => column.name));
  const parents = new Set(references.filter(({ column }) => required.has(column)).map(({ parent }) => parent));
  return [...others].some((other) => other.name !== name && parents.has(other.name));
}

async function columnTypes(postgres: Queries): Promise<Map<string, string>> {
  const rows = await postgres.all<{ place: string; type: string }>(
    sql`select table_name || '.' || column_name as place, data_type as type
      from information_schema.columns where table_schema = current_schema()`,
  );
  return new Map(rows.map(({ place, type }) => [place, type]));
}

function typeOf(types: ReadonlyMap<string, string>, table: string, column: string): ColumnType {
  const type = types.get(`${table}.${column}`);
  const columnType = type === 'timestamp without time zone' ? 'timestamp(0)' : type;
  if (columnType === undefined || !isColumnType(columnType))
    throw new UnusableError(
      `The column ${column} of ${table} has no known type in PostgreSQL: ${type ?? 'it is not there'}`,
    );
  return columnType;
}
