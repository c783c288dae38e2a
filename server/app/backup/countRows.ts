// How many rows each table has.

import { one, type Queries } from '../../platform/db/db.ts';
import { named, sql } from '../../platform/db/sql.ts';

export type RowCounts = ReadonlyMap<string, number>;

export async function countRows(queries: Queries): Promise<RowCounts> {
  const counts = new Map<string, number>();
  for (const table of await tablesOf(queries)) {
    const { total } = await one<{ total: number }>(queries, sql`select count(*) as total from ${named(table)}`);
    counts.set(table, total);
  }
  return counts;
}

export const sumOf = (rows: RowCounts): number => [...rows.values()].reduce((sum, count) => sum + count, 0);

/** Describes the tables whose numbers differ. */
export function differences(source: RowCounts, copy: RowCounts): string[] {
  const tables = new Set([...source.keys(), ...copy.keys()]);
  return [...tables].flatMap((table) => {
    const [there, here] = [source.get(table) ?? 0, copy.get(table) ?? 0];
    return there === here ? [] : [`${table} has ${here} rows instead of ${there}`];
  });
}

async function tablesOf(queries: Queries): Promise<string[]> {
  const tables = await queries.all<{ name: string }>(
    queries.dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~' order by name`
      : sql`select relname as name from pg_class
          where relnamespace = current_schema()::regnamespace and relkind = 'r'
          order by relname`,
  );
  return tables.map(({ name }) => name);
}
