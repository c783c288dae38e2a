// Makes ids unique forever, because the audit and HR systems refer to records by them. SQLite reuses the highest id
// after a deletion unless a table was created with `autoincrement`, so each table is copied. PostgreSQL never reuses
// ids.

import { type Dialect, type Queries, sql } from '../db.ts';

interface Definition {
  tbl_name: string;
  sql: string;
}

const plainId = /\bid integer primary key(?! (?:autoincrement|check))/i;

export const oldProcess = { mustStop: 'SQLite copies all tables' };

export async function up(dialect: Dialect, queries: Queries): Promise<string> {
  if (dialect === 'postgres') return '';
  const tables = await queries.all<Definition>(sql`select tbl_name, sql from sqlite_master where type = 'table'`);
  const others = await queries.all<Definition>(
    sql`select tbl_name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null`,
  );
  return tables
    .filter((table) => plainId.test(table.sql))
    .map((table) =>
      copied(
        table,
        others.filter(({ tbl_name }) => tbl_name === table.tbl_name),
      ),
    )
    .join('\n');
}

/**
 * Recreates indexes and triggers, which are dropped with the table. Ids of deleted records stay taken as far as the
 * audit knows them.
 */
const copied = ({ tbl_name: name, sql: definition }: Definition, others: readonly Definition[]): string => `
  ${definition.replace(/^create table "?\w+"?/i, 'create table copied').replace(plainId, 'id integer primary key autoincrement')};
  insert into copied select * from ${name};
  drop table ${name};
  alter table copied rename to ${name};
  ${others.map((other) => `${other.sql};`).join('\n')}
  delete from sqlite_sequence where name = '${name}';
  insert into sqlite_sequence (name, seq) select '${name}', max(
    (select coalesce(max(id), 0) from ${name}),
    (select coalesce(max(subject_id), 0) from audit where subject = '${name}'));`;
