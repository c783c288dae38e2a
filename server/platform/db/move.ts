// Copies a whole database into one of the other kind: SQLite to PostgreSQL, or back. It reads a single moment of the
// source and never writes there; rows that the target already has are compared, not copied again.
import { createHash } from 'node:crypto';
import { type Db, join, maybeOne, type Queries, quotedName, quotedNames, rowsOf, type Sql, scalar, sql } from './db.ts';
import { UnusableError } from './errors.ts';
import { findTables, type MovedTable } from './movedTables.ts';

interface Moved {
  readonly table: string;
  readonly rows: number;
  readonly written: number;
  /** The hash of all rows, the same at both ends. */
  readonly hash: string;
}

/**
 * Copies a database to one of the other kind. Both must have this version's tables. `tell` is called after each part.
 */
export async function move(source: Db, target: Db, tell: (table: string, written: number) => void): Promise<Moved[]> {
  assertOtherKind(source.dialect, target.dialect);
  return atOneMoment(source, async (snapshot) => {
    await assertEarlierMove(snapshot, target);
    const [sqlite, postgres] = source.dialect === 'sqlite' ? [snapshot, target] : [target, snapshot];
    const tables = await findTables(sqlite, postgres);
    for (const table of [...tables].reverse()) await removeOthers(snapshot, target, table);
    const written = new Map<string, number>();
    for (const table of tables) {
      const columns = Object.keys(table.columns).filter((column) => !table.late.includes(column));
      const rows = await copyTable(snapshot, target, table, columns, (count) => tell(table.name, count));
      written.set(table.name, rows);
    }
    for (const table of tables.filter(({ late }) => late.length > 0)) {
      await copyTable(snapshot, target, table, Object.keys(table.columns));
    }
    await target.tx(async (queries) => writeLastIds(queries, await readLastIds(snapshot, tables)));
    await forgetChanges(target);
    const moved: Moved[] = [];
    for (const table of tables) moved.push(await verified(snapshot, target, table, written.get(table.name) ?? 0));
    return moved;
  });
}

export function assertOtherKind(source: Db['dialect'], target: Db['dialect']): void {
  if (source === target) throw new UnusableError('Both databases are of the same kind: use its own tools');
}

/** Reads a single moment: what is written meanwhile is left for the next run. */
async function atOneMoment<Result>(db: Db, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  if (db.dialect === 'postgres')
    return db.tx(async (queries) => {
      await queries.exec('set transaction isolation level repeatable read, read only');
      return work(queries);
    });
  await db.exec('begin');
  try {
    return await work(db);
  } finally {
    await db.exec('rollback');
  }
}

/** Throws unless the target is empty, or its audit is the beginning of the source's: nothing else is overwritten. */
async function assertEarlierMove(source: Queries, target: Queries): Promise<void> {
  const last = await maybeOne<{ id: number; hash: string }>(
    target,
    sql`select id, hash from audit order by id desc limit 1`,
  );
  const users = await scalar(target, sql`select count(*) from users`);
  if (!last && users === 0) return;
  const same =
    last && (await maybeOne(source, sql`select id from audit where id = ${last.id} and hash = ${last.hash}`));
  if (!same) throw new UnusableError('The database to move to has data of its own: name an empty one');
}

/** Clears the list of changes, since copying changes nothing: other systems have to copy the attendance again. */
async function forgetChanges(target: Queries): Promise<void> {
  if (target.dialect === 'postgres') await target.exec('truncate attendance_changes_to_number');
  await target.run(sql`delete from attendance_changes where position > (select min(position) from attendance_changes)`);
}

async function verified(source: Queries, target: Queries, table: MovedTable, written: number): Promise<Moved> {
  const [there, here] = [await digest(source, table), await digest(target, table)];
  if (there.hash !== here.hash || there.rows !== here.rows)
    throw new UnusableError(
      `${table.name} differs: ${there.rows} rows there, ${here.rows} here. Run the command again`,
    );
  return { table: table.name, written, ...here };
}

async function digest(queries: Queries, table: MovedTable): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const part of partsOf(queries, table)) {
    const entries = [...(await readPart(queries, table, part))].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [, row] of entries) hash.update(JSON.stringify(Object.values(row)));
    rows += entries.length;
  }
  return { rows, hash: hash.digest('hex') };
}

const countsIds = ({ key, columns }: MovedTable) => key.length === 1 && key[0] === 'id' && columns.id === 'bigint';

/** Reads the last id that each table with lasting ids gave out, including to rows that are gone. */
async function readLastIds(queries: Queries, tables: readonly MovedTable[]): Promise<Map<string, number>> {
  const lastIds = new Map<string, number>();
  for (const { name } of tables.filter(countsIds)) {
    const row = await maybeOne<{ last: number | null }>(
      queries,
      queries.dialect === 'sqlite'
        ? sql`select seq as last from sqlite_sequence where name = ${name}`
        : sql`select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass) as last`,
    );
    if (row?.last) lastIds.set(name, row.last);
  }
  return lastIds;
}

async function writeLastIds(queries: Queries, lastIds: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, last] of lastIds) {
    if (queries.dialect === 'postgres') {
      await queries.all(sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${last})`);
    } else {
      await queries.run(sql`delete from sqlite_sequence where name = ${name}`);
      await queries.run(sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`);
    }
  }
}

/**
 * Makes a table equal to the source's by writing only what differs, so that an interrupted move can go on, and the last
 * one, while nobody writes, takes only as long as reading. Compares and writes `columns`, beside the key. Returns the
 * number of rows written.
 */
async function copyTable(
  source: Queries,
  target: Db,
  table: MovedTable,
  columns: readonly string[],
  tell: (written: number) => void = () => {},
): Promise<number> {
  let written = 0;
  for await (const part of partsOf(source, table)) {
    const present = await readPart(target, table, part);
    const wanted = await readPart(source, table, part);
    const textOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
    const added = [...wanted].flatMap(([key, row]) => (present.has(key) ? [] : [row]));
    const changed = [...wanted].flatMap(([key, row]) => {
      const other = present.get(key);
      return other && textOf(other) !== textOf(row) ? [row] : [];
    });
    if (added.length + changed.length === 0) continue;
    await target.tx(async (queries) => {
      if (added.length > 0) await queries.run(insert(table, columns, added));
      if (changed.length > 0) await queries.run(update(table, columns, changed));
    });
    written += added.length + changed.length;
    tell(written);
  }
  return written;
}

/** Removes rows that the source does not have. Call it for a table before those that it refers to. */
async function removeOthers(source: Queries, target: Db, table: MovedTable): Promise<void> {
  for await (const part of partsOf(target, table)) {
    const wanted = await readPart(source, table, part);
    const present = await readPart(target, table, part);
    const others = [...present.values()].filter((row) => !wanted.has(keyText(table, row)));
    if (others.length > 0) await target.run(sql`delete from ${quotedName(table.name)} where ${isAmong(table, others)}`);
  }
}

/** Only inserts: PostgreSQL treats a statement that could update as an update, which the audit refuses. */
function insert(table: MovedTable, columns: readonly string[], rows: readonly Row[]): Sql {
  const all = [...new Set([...table.key, ...columns])];
  return sql`insert into ${quotedName(table.name)} (${quotedNames(all)})
    select ${quotedNames(all)} from ${given(table, all, rows)}`;
}

function update(table: MovedTable, columns: readonly string[], rows: readonly Row[]): Sql {
  const { name, key } = table;
  const others = columns.filter((column) => !key.includes(column));
  const setters = others.map((column) => sql`${quotedName(column)} = rows.${quotedName(column)}`);
  const isSame = key.map((column) => sql`${quotedName(name)}.${quotedName(column)} = rows.${quotedName(column)}`);
  return sql`update ${quotedName(name)} set ${join(setters, ', ')} from ${given(table, [...key, ...others], rows)}
    where ${join(isSame, ' and ')}`;
}

const isAmong = (table: MovedTable, rows: readonly Row[]): Sql =>
  sql`(${quotedNames(table.key)}) in (select ${quotedNames(table.key)} from ${given(table, table.key, rows)})`;

const given = ({ columns: types }: MovedTable, columns: readonly string[], rows: readonly Row[]): Sql =>
  rowsOf(
    pick(types, columns),
    rows.map((row) => pick(row, columns)),
  );

function pick<Value>(from: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The rows whose key begins with a number above `after`, up to and including `upTo`. */
interface Part {
  readonly after: number | undefined;
  readonly upTo: number | undefined;
}

const rowsAtOnce = 1_000;

/**
 * Yields the parts of a table in order, cut at the same places in both databases: by the first column of the key where
 * it is a number, since the two sort texts differently. A table whose key begins with a text is small, and one part.
 * The last part has no end, so that it includes what only the other database has.
 */
async function* partsOf(queries: Queries, { name, key, columns }: MovedTable): AsyncGenerator<Part> {
  const [first = ''] = key;
  const isCut = columns[first] === 'bigint' || columns[first] === 'integer';
  for (let after: number | undefined; isCut; ) {
    const later = after === undefined ? sql`true` : sql`${quotedName(first)} > ${after}`;
    const [end] = await queries.all<{ last: number; total: number }>(
      sql`select max(place) as last, count(*) as total
        from (
          select ${quotedName(first)} as place from ${quotedName(name)} where ${later} order by 1 limit ${rowsAtOnce}
        ) part`,
    );
    if (!end || end.total < rowsAtOnce) return void (yield { after, upTo: undefined });
    yield { after, upTo: end.last };
    after = end.last;
  }
  yield { after: undefined, upTo: undefined };
}

async function readPart(queries: Queries, table: MovedTable, { after, upTo }: Part): Promise<Map<string, Row>> {
  const { name, key, columns } = table;
  const first = quotedName(key[0] ?? '');
  const rows = await queries.all<Record<string, string | number | null>>(
    sql`select ${quotedNames(Object.keys(columns))} from ${quotedName(name)}
      where ${after === undefined ? sql`true` : sql`${first} > ${after}`}
        and ${upTo === undefined ? sql`true` : sql`${first} <= ${upTo}`}`,
  );
  return new Map(rows.map((row) => [keyText(table, row), plain(table, row)]));
}

const keyText = ({ key }: MovedTable, row: Row): string => JSON.stringify(key.map((column) => row[column]));

/** Converts flags, which SQLite stores as numbers. */
function plain({ columns }: MovedTable, row: Record<string, string | number | boolean | null>): Row {
  return Object.fromEntries(
    Object.entries(columns).map(([column, type]) => {
      const value = row[column] ?? null;
      return [column, type === 'boolean' && value !== null ? Boolean(value) : value];
    }),
  );
}
