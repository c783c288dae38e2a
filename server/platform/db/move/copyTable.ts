// Makes a table of the target what it is at the source, by writing only what differs: so that a move goes on after a break,
// and the last one, while nobody writes, takes as long as reading does.

import type { Db, Queries } from '../db.ts';
import { join, listed, named, rowsOf, type Sql, sql } from '../sql.ts';
import { keyText, partsOf, readPart, type Row } from './rows.ts';
import type { MovedTable } from './tables.ts';

/** Answers how many rows were written. `columns` are those that are compared and written, beside the key. */
export async function copyTable(
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

/** Removes what the source does not have, from the end of the references to their beginning. */
export async function removeOthers(source: Queries, target: Db, table: MovedTable): Promise<void> {
  for await (const part of partsOf(target, table)) {
    const wanted = await readPart(source, table, part);
    const present = await readPart(target, table, part);
    const others = [...present.values()].filter((row) => !wanted.has(keyText(table, row)));
    if (others.length > 0) await target.run(sql`delete from ${named(table.name)} where ${isAmong(table, others)}`);
  }
}

/** New rows are only inserted: PostgreSQL takes a statement that could update for one that does, and refuses it of the audit. */
function insert(table: MovedTable, columns: readonly string[], rows: readonly Row[]): Sql {
  const all = [...new Set([...table.key, ...columns])];
  return sql`insert into ${named(table.name)} (${listed(all)}) select ${listed(all)} from ${given(table, all, rows)}`;
}

function update(table: MovedTable, columns: readonly string[], rows: readonly Row[]): Sql {
  const { name, key } = table;
  const others = columns.filter((column) => !key.includes(column));
  const setters = others.map((column) => sql`${named(column)} = rows.${named(column)}`);
  const isSame = key.map((column) => sql`${named(name)}.${named(column)} = rows.${named(column)}`);
  return sql`update ${named(name)} set ${join(setters, ', ')} from ${given(table, [...key, ...others], rows)}
    where ${join(isSame, ' and ')}`;
}

const isAmong = (table: MovedTable, rows: readonly Row[]): Sql =>
  sql`(${listed(table.key)}) in (select ${listed(table.key)} from ${given(table, table.key, rows)})`;

const given = ({ columns: types }: MovedTable, columns: readonly string[], rows: readonly Row[]): Sql =>
  rowsOf(
    pick(types, columns),
    rows.map((row) => pick(row, columns)),
  );

function pick<Value>(from: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}
