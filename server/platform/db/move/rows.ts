// Rows of any table, in parts that both databases cut at the same place: where the first column of the key is a number, by
// it, since they sort texts differently; a table whose key begins with a text is small, and one part.

import type { Queries } from '../db.ts';
import { listed, named, sql } from '../sql.ts';
import type { MovedTable } from './tables.ts';

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The rows whose key begins with more than `after`, and at most `upTo`. */
export interface Part {
  readonly after: number | undefined;
  readonly upTo: number | undefined;
}

const rowsAtOnce = 1_000;

/** The parts of a table, one after another; the last one has no end, so that it holds what only the other database has. */
export async function* partsOf(queries: Queries, { name, key, columns }: MovedTable): AsyncGenerator<Part> {
  const [first = ''] = key;
  const isCut = columns[first] === 'bigint' || columns[first] === 'integer';
  for (let after: number | undefined; isCut; ) {
    const later = after === undefined ? sql`true` : sql`${named(first)} > ${after}`;
    const [end] = await queries.all<{ last: number; total: number }>(
      sql`select max(place) as last, count(*) as total
        from (select ${named(first)} as place from ${named(name)} where ${later} order by 1 limit ${rowsAtOnce}) part`,
    );
    if (!end || end.total < rowsAtOnce) return void (yield { after, upTo: undefined });
    yield { after, upTo: end.last };
    after = end.last;
  }
  yield { after: undefined, upTo: undefined };
}

export async function readPart(queries: Queries, table: MovedTable, { after, upTo }: Part): Promise<Map<string, Row>> {
  const { name, key, columns } = table;
  const first = named(key[0] ?? '');
  const rows = await queries.all<Record<string, string | number | null>>(
    sql`select ${listed(Object.keys(columns))} from ${named(name)}
      where ${after === undefined ? sql`true` : sql`${first} > ${after}`}
        and ${upTo === undefined ? sql`true` : sql`${first} <= ${upTo}`}`,
  );
  return new Map(rows.map((row) => [keyText(table, row), plain(table, row)]));
}

export const keyText = ({ key }: MovedTable, row: Row): string => JSON.stringify(key.map((column) => row[column]));

/** As both databases would have it: SQLite stores flags as numbers. */
function plain({ columns }: MovedTable, row: Record<string, string | number | boolean | null>): Row {
  return Object.fromEntries(
    Object.entries(columns).map(([column, type]) => {
      const value = row[column] ?? null;
      return [column, type === 'boolean' && value !== null ? Boolean(value) : value];
    }),
  );
}
