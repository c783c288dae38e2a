// Stores whether a direction was guessed and how the hours of a company's days are counted, and adds the correction
// that changes a direction.

import type { Queries } from '../db.ts';
import { type Dialect, sql } from '../sql.ts';

export const oldProcess = { mustStop: 'it would not note which directions it guesses' };

export const up = async (dialect: Dialect, queries: Queries): Promise<string> => `
-- The rule that guessed the direction, because the reader says none; empty if it was said.
alter table attendance add column guessed_by text not null default '';
update attendance set guessed_by = 'alternating' where id in (select attendance_id from device_events
  where outcome = 'attendance' and direction_rule = 'alternating' and kind <> 'webhook');

alter table day_rules add column hours text not null default 'pairs' check (hours in ('pairs', 'first_last'));
${dialect === 'sqlite' ? await withMoreKinds(queries) : moreKinds}`;

const kinds = `kind in ('add', 'set_aside', 'as_is', 'undo', 'change_direction')`;

const moreKinds = `
alter table corrections drop constraint corrections_kind_check;
alter table corrections add constraint corrections_kind_check check (${kinds});`;

/** SQLite changes no check of a table, so it is copied. Dropping it drops its indexes, and forgets the last id. */
async function withMoreKinds(queries: Queries): Promise<string> {
  const found = await queries.all<{ type: string; sql: string }>(
    sql`select type, sql from sqlite_master where tbl_name = 'corrections' and sql is not null`,
  );
  const [last] = await queries.all<{ seq: number }>(sql`select seq from sqlite_sequence where name = 'corrections'`);
  const table = found.find(({ type }) => type === 'table')?.sql ?? '';
  return `
${table.replace(/^create table "?\w+"?/i, 'create table copied').replace(/kind in \([^)]*\)/, kinds)};
insert into copied select * from corrections;
drop table corrections;
alter table copied rename to corrections;
${found
  .filter(({ type }) => type !== 'table')
  .map((other) => `${other.sql};`)
  .join('\n')}
delete from sqlite_sequence where name = 'corrections';
insert into sqlite_sequence (name, seq) values ('corrections', ${last?.seq ?? 0});`;
}
