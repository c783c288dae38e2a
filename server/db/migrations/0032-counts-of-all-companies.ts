// The counts of attendance are also kept for all companies together, as those of company 0. Whoever sees every company had
// to add up the counts of each: with 500 companies, that took longer than to read a page.

import type { Dialect } from '../sql.ts';

export const up = (dialect: Dialect): string => (dialect === 'sqlite' ? fill : postgres);

const ofRecord = 'event_type, is_processed, hr_state';
const key = `company_id, span, start, ${ofRecord}`;

/** From the counts of each company. */
export const fill = `
insert into attendance_count_sums (${key}, records)
  select 0, span, start, ${ofRecord}, sum(records) from attendance_count_sums group by span, start, ${ofRecord};`;

const andAllTogether = 'select id from companies union all select 0';

const postgres = `
lock table attendance_count_sums in share row exclusive mode;
${fill}

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
end $$;

-- For the records of a month that go without a statement that deletes them; to be called in the same transaction.
create or replace function drop_attendance_counts(month timestamp) returns void language plpgsql as $$
begin
  perform fold_attendance_counts();
  update attendance_count_sums years set records = years.records - gone.records
    from attendance_count_sums gone
    where gone.company_id in (${andAllTogether}) and gone.span = 'month' and gone.start = month
      and (${key.replaceAll(/\w+/g, 'years.$&')})
        = (gone.company_id, 'year', date_trunc('year', month), gone.event_type, gone.is_processed, gone.hr_state);
  delete from attendance_count_sums
    where company_id in (${andAllTogether})
      and span = 'year' and start = date_trunc('year', month) and records = 0;
  delete from attendance_count_sums
    where company_id in (${andAllTogether})
      and span in ('hour', 'day', 'month') and start >= month and start < month + interval '1 month';
end $$;`;
