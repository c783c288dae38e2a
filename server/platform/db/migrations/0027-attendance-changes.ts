// Keeps what happened to the attendance records, in an order in which a reader cannot miss anything, for copies of the
// attendance in other systems. Triggers write it in the transaction of the change, so no write can forget it.
//
// On PostgreSQL no number that a transaction takes says when it will be committed. So there each statement only adds to
// a list, and `number_attendance_changes` moves the committed changes from it into the order, one caller at a time:
// later commits come later. Writers never wait.
//
// Triggers belong to the table: a migration that replaces it has to create them again.

import type { Dialect } from '../db.ts';

export const oldProcess = 'goes on';

export const up = (dialect: Dialect): string => (dialect === 'sqlite' ? sqlite : postgres);

const change = `case
    when old.set_aside_by is null and new.set_aside_by is not null then 'set_aside'
    when old.set_aside_by is not null and new.set_aside_by is null then 'brought_back'
    else 'changed' end`;

/** Columns that the list shows: the records' own, and the names beside them. */
const shown = [
  {
    table: 'attendance',
    kind: change,
    company: 'company_id',
    columns: [
      ...['company_id', 'employee_id', 'employee_code', 'access_controller_id', 'event_type', 'occurred_at'],
      ...['is_processed', 'hr_state', 'added_by', 'set_aside_by'],
    ],
  },
  { table: 'employees', kind: "'employee_renamed'", company: 'company_id', columns: ['name', 'employee_id'] },
  { table: 'access_controllers', kind: "'access_controller_renamed'", company: 'company_id', columns: ['name'] },
  { table: 'companies', kind: "'company_renamed'", company: 'id', columns: ['name'] },
];
const all = (row: string, columns: readonly string[]) => columns.map((column) => `${row}.${column}`).join(', ');

/** The first row is about no record, so that there always is a last one to continue from. */
const table = (position: string, instant: string, now: string) => `
create table attendance_changes (
  position ${position},
  kind text not null,
  record_id bigint not null,
  company_id bigint not null,
  at ${instant} not null
);
insert into attendance_changes (kind, record_id, company_id, at) values ('none', 0, 0, ${now});`;

const note = (kind: string, row: string, company = 'company_id') => `
  insert into attendance_changes (kind, record_id, company_id, at)
    values (${kind}, ${row}.id, ${row}.${company}, datetime('now'));`;

const sqlite = `
${table('integer primary key autoincrement', 'text', "datetime('now')")}
create trigger attendance_change_new after insert on attendance begin ${note("'added'", 'new')} end;
create trigger attendance_change_old after delete on attendance begin ${note("'erased'", 'old')} end;
${shown
  .map(
    ({ table: changed, kind, company, columns }) => `
create trigger attendance_change_in_${changed} after update of ${columns.join(', ')} on ${changed}
  when (${all('old', columns)}) is not (${all('new', columns)})
  begin ${note(kind, 'new', company)} end;`,
  )
  .join('')}`;

const functionThatNotes = (name: string, rows: string) => `
create function ${name}() returns trigger language plpgsql as $$
begin
  insert into attendance_changes_to_number (kind, record_id, company_id, at)
    select kind, record_id, company_id, now() at time zone 'utc' from (${rows}) rows (kind, record_id, company_id);
  return null;
end $$;`;

const postgres = `
${table('bigint generated always as identity primary key', 'timestamp(0)', "now() at time zone 'utc'")}
create table attendance_changes_to_number (
  -- Of two changes of one record, the later one has the higher id: it waited for the record.
  id bigint generated always as identity,
  kind text not null,
  record_id bigint not null,
  company_id bigint not null,
  at timestamp(0) not null
);
${functionThatNotes('note_attendance_that_came', "select 'added', id, company_id from come")}
create trigger attendance_change_new after insert on attendance
  referencing new table as come for each statement execute function note_attendance_that_came();
${functionThatNotes('note_attendance_that_went', "select 'erased', id, company_id from gone")}
create trigger attendance_change_old after delete on attendance
  referencing old table as gone for each statement execute function note_attendance_that_went();
-- Each fires by row: to find what was changed, a statement would have to join its old rows with the new ones, by a
-- plan that was made for one row.
${shown
  .map(
    ({ table: changed, kind, company, columns }) => `
${functionThatNotes(`note_change_in_${changed}`, `select ${kind}, new.id, new.${company}`)}
create trigger attendance_change_in_${changed} after update of ${columns.join(', ')} on ${changed}
  for each row when ((${all('old', columns)}) is distinct from (${all('new', columns)}))
  execute function note_change_in_${changed}();`,
  )
  .join('')}

-- The last statement sees all that was committed when the lock was there. A lock of the table would meet its vacuum.
create function number_attendance_changes() returns void language plpgsql as $$
begin
  if not exists (select from attendance_changes_to_number) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('attendance_changes', 0));
  with committed as (delete from attendance_changes_to_number returning *)
  insert into attendance_changes (kind, record_id, company_id, at)
    select kind, record_id, company_id, at from committed order by id;
end $$;`;
