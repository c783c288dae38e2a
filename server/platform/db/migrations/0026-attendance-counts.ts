// How many attendance records there are, by company, span of UTC time, kind, and state, so that nothing has to count
// millions of rows. Triggers keep the counts in the transaction that changes the records, so no write can forget them.
//
// On PostgreSQL, two transactions that change one count would wait for each other. So there each statement only adds
// rows with what it changed, and a job of the server folds them into the sums; `attendance_counts` is both together.

import type { Dialect } from '../sql.ts';

export const oldProcess = { mustStop: 'writes wait while all attendance is counted' };

export const up = (dialect: Dialect): string => `${tables[dialect]}
${fill(dialect)}
${countingTriggers[dialect]}`;

const key = 'company_id, span, start, event_type, is_processed, hr_state';
const keyOf = (row: string) => key.replaceAll(/\w+/g, `${row}.$&`);

const columns = (instant: string, flag: string) => `
  company_id bigint not null,
  span text not null check (span in ('hour', 'day', 'month', 'year')),
  start ${instant} not null,
  event_type text not null,
  is_processed ${flag} not null,
  hr_state text not null,
  records integer not null`;

const counted = ['company_id', 'occurred_at', 'event_type', 'is_processed', 'hr_state'];
const come = `select ${counted.join(', ')}, 1 as change from come`;
const gone = `select ${counted.join(', ')}, -1 as change from gone`;

/** `changes` selects rows with how many records more there are of each. */
const functionThatAdds = (name: string, changes: string) => `
create function ${name}() returns trigger language plpgsql as $$
begin
  insert into attendance_count_changes (${key}, records)
    select company_id, span, date_trunc(span, occurred_at), event_type, is_processed, hr_state, sum(change)
    from (${changes}) changes cross join (values ('hour'), ('day'), ('month'), ('year')) spans (span)
    group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0;
  return null;
end $$;`;

/** `sums` selects from `changes` how many more records there are of each. */
export const functionThatFolds = (sums: string): string => `
-- The lock keeps the other function out. Readers need none: a statement sees all of this or nothing.
create or replace function fold_attendance_counts() returns void language plpgsql as $$
declare
  folded record;
begin
  if not exists (select from attendance_count_changes) then return; end if;
  lock table attendance_count_sums in share row exclusive mode;
  for folded in
    with changes as (delete from attendance_count_changes returning *)
    insert into attendance_count_sums (${key}, records)
      ${sums}
    on conflict (${key}) do update set records = attendance_count_sums.records + excluded.records
    returning *
  loop
    if folded.records = 0 then
      delete from attendance_count_sums where (${key}) = (${keyOf('folded')});
    end if;
  end loop;
end $$;`;

const tables: Record<Dialect, string> = {
  sqlite: `
create table attendance_counts (${columns('text', 'integer')},
  primary key (${key})
) without rowid;
create index attendance_counts_of_none on attendance_counts (company_id) where records = 0;`,

  postgres: `
create table attendance_count_sums (${columns('timestamp(0)', 'boolean')},
  primary key (${key})
);
create table attendance_count_changes (${columns('timestamp(0)', 'boolean')}
);
create index attendance_count_changes_by_span on attendance_count_changes (company_id, span, start);
create view attendance_counts as
  select ${key}, records from attendance_count_sums union all select ${key}, records from attendance_count_changes;
${functionThatAdds('count_new_attendance', come)}
${functionThatAdds('count_old_attendance', gone)}
${functionThatAdds('count_changed_attendance', `${gone} union all ${come}`)}
${functionThatFolds(`select ${key}, sum(records) from changes group by ${key} having sum(records) <> 0`)}`,
};

/** SQL for the starts, in SQLite's words. */
const startsOf = (instant: string) => ({
  hour: `substr(${instant}, 1, 13) || ':00:00'`,
  day: `substr(${instant}, 1, 10) || ' 00:00:00'`,
  month: `substr(${instant}, 1, 7) || '-01 00:00:00'`,
  year: `substr(${instant}, 1, 4) || '-01-01 00:00:00'`,
});

/** Counts the hours from the records, and the rest from the hours. */
export function fill(dialect: Dialect): string {
  const table = dialect === 'sqlite' ? 'attendance_counts' : 'attendance_count_sums';
  const insert = (span: keyof ReturnType<typeof startsOf>, instant: string, records: string, rows: string) => `
insert into ${table} (${key}, records)
  select company_id, '${span}', ${dialect === 'sqlite' ? startsOf(instant)[span] : `date_trunc('${span}', ${instant})`},
    event_type, is_processed, hr_state, ${records}
  from ${rows} group by 1, 2, 3, 4, 5, 6;`;
  const ofHours = (span: 'day' | 'month' | 'year') =>
    insert(span, 'start', 'sum(records)', `${table} where span = 'hour'`);
  return insert('hour', 'occurred_at', 'count(*)', 'attendance') + ofHours('day') + ofHours('month') + ofHours('year');
}

const countRow = (row: 'new' | 'old', change: 1 | -1) => `
  insert into attendance_counts (${key}, records) values
    ${Object.entries(startsOf(`${row}.occurred_at`))
      .map(
        ([span, start]) => `(${row}.company_id, '${span}', ${start}, ${row}.event_type, ${row}.is_processed,
      ${row}.hr_state, ${change})`,
      )
      .join(', ')}
    on conflict (${key}) do update set records = records + excluded.records;`;

const forgetNone = 'delete from attendance_counts where records = 0;';
const countedOf = (row: string) => counted.map((column) => `${row}.${column}`).join(', ');

/** Triggers belong to the table: a migration that replaces it has to create them again. */
export const countingTriggers: Record<Dialect, string> = {
  sqlite: `
create trigger attendance_counted_new after insert on attendance begin ${countRow('new', 1)} end;
create trigger attendance_counted_old after delete on attendance begin ${countRow('old', -1)} ${forgetNone} end;
create trigger attendance_counted_changed after update of ${counted.join(', ')} on attendance
  when (${countedOf('old')}) <> (${countedOf('new')})
  begin ${countRow('old', -1)} ${countRow('new', 1)} ${forgetNone} end;`,

  postgres: `
create trigger attendance_counted_new after insert on attendance
  referencing new table as come for each statement execute function count_new_attendance();
create trigger attendance_counted_old after delete on attendance
  referencing old table as gone for each statement execute function count_old_attendance();
create trigger attendance_counted_changed after update on attendance
  referencing old table as gone new table as come for each statement execute function count_changed_attendance();`,
};
