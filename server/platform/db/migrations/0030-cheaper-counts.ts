// The counts of attendance on SQLite are kept as on PostgreSQL: a write only adds to a list of changes, which the
// server folds into the sums. Before, each record of a statement changed the sums of its hour, day, month and year.
//
// A change says its hour alone. Folding makes the other spans of it, and a reader finds a period's changes by their
// hours.

import type { Dialect } from '../sql.ts';
import { functionThatFolds } from './0026-attendance-counts.ts';

export const oldProcess = { mustStop: 'counts get a new form, which it cannot read' };

export const up = (dialect: Dialect): string => (dialect === 'sqlite' ? sqlite : postgres);

const ofRecord = 'event_type, is_processed, hr_state';
const counted = `company_id, occurred_at, ${ofRecord}`;

const valuesOf = (row: string, change: 1 | -1) => `(${row}.company_id, substr(${row}.occurred_at, 1, 13) || ':00:00',
    ${row}.event_type, ${row}.is_processed, ${row}.hr_state, ${change})`;
const add = (...values: string[]) => `insert into attendance_count_changes values ${values.join(', ')};`;
const countedOf = (row: string) => counted.replaceAll(/\w+/g, `${row}.$&`);

const sqlite = `
drop trigger attendance_counted_new;
drop trigger attendance_counted_old;
drop trigger attendance_counted_changed;
alter table attendance_counts rename to attendance_count_sums;
-- Holds no row but during folding, which looks for the sums of nothing.
create index attendance_count_sums_of_none on attendance_count_sums (company_id) where records = 0;
create table attendance_count_changes (
  company_id bigint not null,
  start text not null,
  event_type text not null,
  is_processed integer not null,
  hr_state text not null,
  records integer not null
);
create trigger attendance_counted_new after insert on attendance begin ${add(valuesOf('new', 1))} end;
create trigger attendance_counted_old after delete on attendance begin ${add(valuesOf('old', -1))} end;
create trigger attendance_counted_changed after update of ${counted} on attendance
  when (${countedOf('old')}) <> (${countedOf('new')})
  begin ${add(valuesOf('old', -1), valuesOf('new', 1))} end;`;

const come = `select ${counted}, 1 as change from come`;
const gone = `select ${counted}, -1 as change from gone`;

const functionThatAdds = (name: string, changes: string) => `
create or replace function ${name}() returns trigger language plpgsql as $$
begin
  insert into attendance_count_changes (company_id, start, ${ofRecord}, records)
    select company_id, date_trunc('hour', occurred_at), ${ofRecord}, sum(change)
    from (${changes}) changes group by 1, 2, 3, 4, 5 having sum(change) <> 0;
  return null;
end $$;`;

const postgres = `
lock table attendance_count_changes in access exclusive mode;
select fold_attendance_counts();
drop view attendance_counts;
alter table attendance_count_changes drop column span;
create index attendance_count_changes_by_hour on attendance_count_changes (company_id, start);
${functionThatAdds('count_new_attendance', come)}
${functionThatAdds('count_old_attendance', gone)}
${functionThatAdds('count_changed_attendance', `${gone} union all ${come}`)}
${functionThatFolds(`select company_id, span, date_trunc(span, start), ${ofRecord}, sum(records)
      from changes cross join (values ('hour'), ('day'), ('month'), ('year')) spans (span)
      group by 1, 2, 3, 4, 5, 6 having sum(records) <> 0`)}`;
