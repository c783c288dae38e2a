// A table by month beside one that is not, with the same columns, rules and indexes, and how it takes that one's place.
// All of it comes from the database's own description, so that later migrations of the table need no word here.

import { one, type Queries } from '../../db.ts';
import { sql } from '../../sql.ts';
import { columnsOf, keyColumnsOf } from './columns.ts';
import type { MonthlyTable } from './monthlyTables.ts';
import { besideSuffix } from './parts.ts';

export const besideOf = ({ name }: Pick<MonthlyTable, 'name'>): string => `${name}${besideSuffix}`;
export const mirrorOf = ({ name }: Pick<MonthlyTable, 'name'>): string => `mirror_${name}`;

export async function createBeside(queries: Queries, table: MonthlyTable): Promise<void> {
  const { name, column } = table;
  const beside = besideOf(table);
  const keyColumns = await keyColumnsOf(queries, name);
  const indexes = await indexesOf(queries, name);
  const references = await queries.all<{ name: string; definition: string }>(
    sql`select conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where conrelid = to_regclass(${name}) and contype = 'f'`,
  );
  await queries.exec(`
    create table ${beside} (like ${name} including defaults including constraints including identity)
      partition by range (${column});
    ${indexes.map((index) => (index.is_primary ? primaryKey(index) : likeIndex(index))).join('\n')}
    ${references.map((each) => `alter table ${beside} add constraint ${each.name} ${each.definition};`).join('\n')}`);

  function primaryKey(index: Index): string {
    return `alter table ${beside} add constraint ${index.name}${besideSuffix} primary key (${[...keyColumns, column].join(', ')});`;
  }

  /** PostgreSQL has no unique index over all parts: it is one within each, so it has to name the month's column. */
  function likeIndex({ name: index, definition, is_unique }: Index): string {
    const [head = '', ...rest] = definition.split(' USING ');
    const what = rest.join(' USING ');
    const columns = /\(([^)]*)\)/.exec(what)?.[1]?.split(', ') ?? [];
    const lacksColumn = is_unique && !columns.includes(column);
    const shown = lacksColumn ? what.replace(')', `, ${column})`) : what;
    return `${head.replace(/ INDEX .*$/, ` INDEX ${index}${besideSuffix} ON ${beside}`)} USING ${shown};`;
  }
}

interface Index {
  readonly name: string;
  readonly definition: string;
  readonly is_primary: boolean;
  readonly is_unique: boolean;
}

const indexesOf = (queries: Queries, table: string): Promise<Index[]> =>
  queries.all<Index>(
    sql`select relname as name, pg_get_indexdef(indexrelid) as definition, indisprimary as is_primary,
        indisunique as is_unique
      from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = to_regclass(${table})
      order by relname`,
    ['is_primary', 'is_unique'],
  );

/** What tells whether a migration changed the table since the other one was made. */
export async function formOf(queries: Queries, table: string): Promise<string> {
  const indexes = (await indexesOf(queries, table)).map(({ name }) => name.replace(besideSuffix, ''));
  return [...(await columnsOf(queries, table)), ...indexes.toSorted()].join();
}

/** In a transaction. It waits for its lock for two seconds at most, as others wait behind it; then it fails and may be retried. */
export async function takePlace(queries: Queries, table: MonthlyTable): Promise<void> {
  const { name, key } = table;
  await queries.exec(`set local lock_timeout = '2s'; lock table ${name} in access exclusive mode`);
  const indexes = await indexesOf(queries, name);
  const triggers = await queries.all<{ definition: string }>(
    sql`select pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = to_regclass(${name}) and not tgisinternal and tgname <> ${mirrorOf(table)}`,
  );
  const last = key === 'id' ? await lastId(queries, name) : undefined;
  await queries.exec(`
    drop table ${name};
    drop function if exists ${mirrorOf(table)}();
    alter table ${besideOf(table)} rename to ${name};
    ${indexes.map((index) => `alter index ${index.name}${besideSuffix} rename to ${index.name};`).join('\n')}
    ${key === 'id' ? `alter sequence ${besideOf(table)}_id_seq rename to ${name}_id_seq;` : ''}
    ${triggers.map(({ definition }) => `${definition};`).join('\n')}`);
  if (last) await queries.all(sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${last})`);
}

async function lastId(queries: Queries, table: string): Promise<number | null> {
  const row = await one<{ last: number | null }>(
    queries,
    sql`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last`,
  );
  return row.last;
}
