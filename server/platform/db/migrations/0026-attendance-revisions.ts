// Counts how often the attendance records of a company and a UTC day, or what the list shows beside them, have changed,
// so that a reader of many pages knows whether all of them show the same moment. Triggers keep these numbers, as they
// do the counts.

import type { Dialect } from '../db.ts';

export const oldProcess = 'goes on';

export const up = (dialect: Dialect): string => (dialect === 'sqlite' ? sqlite : postgres);

/** Stands for every day. */
const everyDay = `'0001-01-01 00:00:00'`;

/** Names that the list shows, by table, with the column that says which company they belong to. */
const shown = [
  { table: 'companies', company: 'id', columns: ['name'] },
  { table: 'access_controllers', company: 'company_id', columns: ['name'] },
  { table: 'employees', company: 'company_id', columns: ['name', 'employee_id'] },
];
const all = (row: string, columns: readonly string[]) => columns.map((column) => `${row}.${column}`).join(', ');

const note = (company: string, day: string) => `
  insert into attendance_revisions (company_id, day, changes) values (${company}, ${day}, 1)
    on conflict (company_id, day) do update set changes = changes + 1;`;
const noteRow = (row: string) => note(`${row}.company_id`, `substr(${row}.occurred_at, 1, 10) || ' 00:00:00'`);

const sqlite = `
create table attendance_revisions (
  company_id bigint not null,
  day text not null,
  changes bigint not null,
  primary key (company_id, day)
) without rowid;
create trigger attendance_noted_new after insert on attendance begin ${noteRow('new')} end;
create trigger attendance_noted_old after delete on attendance begin ${noteRow('old')} end;
create trigger attendance_noted_changed after update on attendance begin ${noteRow('old')} ${noteRow('new')} end;
${shown
  .map(
    ({ table, company, columns }) => `
create trigger attendance_noted_${table} after update of ${columns.join(', ')} on ${table}
  when (${all('old', columns)}) is not (${all('new', columns)})
  begin ${note(`new.${company}`, everyDay)} end;`,
  )
  .join('')}`;

const functionOf = (name: string, rows: string) => `
create function ${name}() returns trigger language plpgsql as $$
begin
  insert into attendance_revision_changes (company_id, day, changes)
    select company_id, date_trunc('day', occurred_at), 1 from (${rows}) changed group by 1, 2;
  return null;
end $$;`;

const come = 'select company_id, occurred_at from come';
const gone = 'select company_id, occurred_at from gone';

const postgres = `
create table attendance_revision_sums (
  company_id bigint not null,
  day timestamp(0) not null,
  changes bigint not null,
  primary key (company_id, day)
);
create table attendance_revision_changes (
  company_id bigint not null,
  day timestamp(0) not null,
  changes bigint not null
);
create index attendance_revision_changes_by_day on attendance_revision_changes (company_id, day);
create view attendance_revisions as
  select company_id, day, changes from attendance_revision_sums
  union all select company_id, day, changes from attendance_revision_changes;
${functionOf('note_new_attendance', come)}
${functionOf('note_old_attendance', gone)}
${functionOf('note_changed_attendance', `${gone} union all ${come}`)}
create trigger attendance_noted_new after insert on attendance
  referencing new table as come for each statement execute function note_new_attendance();
create trigger attendance_noted_old after delete on attendance
  referencing old table as gone for each statement execute function note_old_attendance();
create trigger attendance_noted_changed after update on attendance
  referencing old table as gone new table as come for each statement execute function note_changed_attendance();
${shown
  .map(
    ({ table, company, columns }) => `
create function note_renamed_${table}() returns trigger language plpgsql as $$
begin
  insert into attendance_revision_changes (company_id, day, changes) values (new.${company}, ${everyDay}, 1);
  return null;
end $$;
create trigger attendance_noted_${table} after update of ${columns.join(', ')} on ${table}
  for each row when ((${all('old', columns)}) is distinct from (${all('new', columns)}))
  execute function note_renamed_${table}();`,
  )
  .join('')}

create function fold_attendance_revisions() returns void language plpgsql as $$
begin
  if not exists (select from attendance_revision_changes) then return; end if;
  lock table attendance_revision_sums in share row exclusive mode;
  with changes as (delete from attendance_revision_changes returning *)
  insert into attendance_revision_sums (company_id, day, changes)
    select company_id, day, sum(changes.changes) from changes group by 1, 2
  on conflict (company_id, day) do update set changes = attendance_revision_sums.changes + excluded.changes;
end $$;`;
