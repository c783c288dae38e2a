// The last ids that were given out, also to rows that are gone: no id is given out twice, in neither database.

import { maybeOne, type Queries } from '../db.ts';
import { sql } from '../sql.ts';
import type { MovedTable } from './tables.ts';

const countsIds = ({ key, columns }: MovedTable) => key.length === 1 && key[0] === 'id' && columns.id === 'bigint';

/** Those that count their ids, with the last one. */
export async function readLastIds(queries: Queries, tables: readonly MovedTable[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { name } of tables.filter(countsIds)) {
    const row = await maybeOne<{ last: number | null }>(
      queries,
      queries.dialect === 'sqlite'
        ? sql`select seq as last from sqlite_sequence where name = ${name}`
        : sql`select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass) as last`,
    );
    if (row?.last) found.set(name, row.last);
  }
  return found;
}

export async function writeLastIds(queries: Queries, lastIds: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, last] of lastIds) {
    if (queries.dialect === 'postgres') {
      await queries.all(sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${last})`);
    } else {
      await queries.run(sql`delete from sqlite_sequence where name = ${name}`);
      await queries.run(sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`);
    }
  }
}
