// Counts of attendance records by company, span of UTC time, kind, and state, so that nothing has to count millions of
// rows. Company 0 stands for all companies together. Triggers note each change in the transaction of the records, so no
// write can forget it.
//
// Two transactions that change one count would wait for each other. So a write only adds to a list of changes, by hour,
// and a job of the server folds these into the sums.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'writes wait while all attendance is counted' };

export const up = (dialect: Dialect): string => `${tables(dialect)}
${fill(dialect)}
${triggers[dialect]}`;

const ofRecord = 'event_type, is_processed, hr_state';
const counted = `company_id, occurred_at, ${ofRecord}`;

function tables(dialect: Dialect): string {
  const { instant, flag } = columnTypes[dialect];
  const record = `
  event_type text not null,
  is_processed ${flag} not null,
  hr_state text not null,
  records integer not null`;
  return `
create table attendance_count_sums (
  company_id bigint not null,
  span text not null check (span in ('hour', 'day', 'month', 'year')),
  start ${instant} not null,${record},
  primary key (company_id, span, start, ${ofRecord})
)${dialect === 'sqlite' ? ' without rowid' : ''};
create table attendance_count_changes (
  company_id bigint not null,
  start ${instant} not null,${record}
);
${indexes[dialect]}`;
}

const indexes: Record<Dialect, string> = {
  sqlite: `
-- Holds no row but during folding, which looks for the sums of nothing.
create index attendance_count_sums_of_none on attendance_count_sums (company_id) where records = 0;`,
  postgres: 'create index attendance_count_changes_by_hour on attendance_count_changes (company_id, start);',
};

/** SQL for the start of each span, as SQLite writes it. */
const startsOf = (instant: string) => ({
  hour: `substr(${instant}, 1, 13) || ':00:00'`,
  day: `substr(${instant}, 1, 10) || ' 00:00:00'`,
  month: `substr(${instant}, 1, 7) || '-01 00:00:00'`,
  year: `substr(${instant}, 1, 4) || '-01-01 00:00:00'`,
});

/** Fills the hours from the records, the longer spans from the hours, and the rows for all companies from each. */
export function fill(dialect: Dialect): string {
  const insert = (span: keyof ReturnType<typeof startsOf>, instant: string, records: string, rows: string) => `
insert into attendance_count_sums (company_id, span, start, ${ofRecord}, records)
  select company_id, '${span}', ${dialect === 'sqlite' ? startsOf(instant)[span] : `date_trunc('${span}', ${instant})`},
    ${ofRecord}, ${records}
  from ${rows} group by 1, 2, 3, 4, 5, 6;`;
  const ofHours = (span: 'day' | 'month' | 'year') =>
    insert(span, 'start', 'sum(records)', `attendance_count_sums where span = 'hour'`);
  return `${insert('hour', 'occurred_at', 'count(*)', 'attendance')}${ofHours('day')}${ofHours('month')}${ofHours('year')}
insert into attendance_count_sums (company_id, span, start, ${ofRecord}, records)
  select 0, span, start, ${ofRecord}, sum(records) from attendance_count_sums group by span, start, ${ofRecord};`;
}

const valuesOf = (row: string, change: 1 | -1) => `(${row}.company_id, ${startsOf(`${row}.occurred_at`).hour},
    ${row}.event_type, ${row}.is_processed, ${row}.hr_state, ${change})`;
const add = (...values: string[]) => `insert into attendance_count_changes values ${values.join(', ')};`;
const countedOf = (row: string) => counted.replaceAll(/\w+/g, `${row}.$&`);

const come = `select ${counted}, 1 as change from come`;
const gone = `select ${counted}, -1 as change from gone`;

/** `changes` selects rows with the number of records to add of each kind. */
const functionThatAdds = (name: string, changes: string) => `
create function ${name}() returns trigger language plpgsql as $$
begin
  insert into attendance_count_changes (company_id, start, ${ofRecord}, records)
    select company_id, date_trunc('hour', occurred_at), ${ofRecord}, sum(change)
    from (${changes}) changes group by 1, 2, 3, 4, 5 having sum(change) <> 0;
  return null;
end $$;`;

const key = `company_id, span, start, ${ofRecord}`;

/** Triggers belong to the table: a migration that replaces it has to create them again. */
const triggers: Record<Dialect, string> = {
  sqlite: `
create trigger attendance_counted_new after insert on attendance begin ${add(valuesOf('new', 1))} end;
create trigger attendance_counted_old after delete on attendance begin ${add(valuesOf('old', -1))} end;
create trigger attendance_counted_changed after update of ${counted} on attendance
  when (${countedOf('old')}) <> (${countedOf('new')})
  begin ${add(valuesOf('old', -1), valuesOf('new', 1))} end;`,

  postgres: `
${functionThatAdds('count_new_attendance', come)}
${functionThatAdds('count_old_attendance', gone)}
${functionThatAdds('count_changed_attendance', `${gone} union all ${come}`)}
create trigger attendance_counted_new after insert on attendance
  referencing new table as come for each statement execute function count_new_attendance();
create trigger attendance_counted_old after delete on attendance
  referencing old table as gone for each statement execute function count_old_attendance();
create trigger attendance_counted_changed after update on attendance
  referencing old table as gone new table as come for each statement execute function count_changed_attendance();

-- The lock keeps the other function out. Readers need none: a statement sees all of this or nothing.
create function fold_attendance_counts() returns void language plpgsql as $$
declare
  folded record;
begin
  if not exists (select from attendance_count_changes) then return; end if;
  lock table attendance_count_sums in share row exclusive mode;
  for folded in
    with changes as (delete from attendance_count_changes returning *)
    insert into attendance_count_sums (${key}, records)
      select counted, span, date_trunc(span, start), ${ofRecord}, sum(records)
      from changes cross join lateral (values (company_id), (0)) companies (counted)
        cross join (values ('hour'), ('day'), ('month'), ('year')) spans (span)
      group by 1, 2, 3, 4, 5, 6 having sum(records) <> 0
    on conflict (${key}) do update set records = attendance_count_sums.records + excluded.records
    returning *
  loop
    if folded.records = 0 then
      delete from attendance_count_sums where (${key}) = (${key.replaceAll(/\w+/g, 'folded.$&')});
    end if;
  end loop;
end $$;`,
};
