// Expected time: week patterns, companies' free days, people's leave, entered by hand or read from HR systems, and
// carried balances.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = {
  mustStop: 'it would let the dates of an employment change the expected time of closed months',
};

export function up(dialect: Dialect): string {
  const { id, flag, instant } = columnTypes[dialect];
  return `
-- From this day on all leave is entered, so whoever has none and does not come is absent. Empty: never.
alter table day_rules add column leave_known_from text not null default '';

create table week_patterns (
  id ${id},
  company_id bigint not null references companies(id),
  -- Of a person, else of a department, else of the company.
  employee_id bigint references employees(id),
  department text not null default '',
  valid_from text not null,
  monday integer not null,
  tuesday integer not null,
  wednesday integer not null,
  thursday integer not null,
  friday integer not null,
  saturday integer not null,
  sunday integer not null,
  latest_start text not null default '',
  earliest_end text not null default ''
);
create unique index week_patterns_by_day on week_patterns (company_id, coalesce(employee_id, 0), department, valid_from);
create index week_patterns_by_employee on week_patterns (employee_id);

create table free_days (
  company_id bigint not null references companies(id),
  day text not null,
  name text not null,
  is_half ${flag} not null,
  primary key (company_id, day)
);

create table leaves (
  id ${id},
  company_id bigint not null references companies(id),
  employee_id bigint not null references employees(id),
  first_day text not null,
  last_day text not null,
  is_half ${flag} not null,
  -- Off on each of the days instead of all or half of it; 0 where the leave has no hours.
  minutes integer not null default 0,
  -- Id of the leave in the HR system that it was read from; empty where it was entered by hand.
  source_id text not null default ''
);
create index leaves_by_company on leaves (company_id, last_day);
create index leaves_by_employee on leaves (employee_id, first_day);

alter table hr_connections add column reads_leave ${flag} not null default false;
alter table hr_connections add column leave_tried_at ${instant};
alter table hr_connections add column leave_read_at ${instant};
-- Why the last try failed; empty if it did not.
alter table hr_connections add column leave_error text not null default '';

-- Frozen while its month is closed, as the days are.
create table leave_readings (
  company_id bigint not null references companies(id),
  month text not null,
  -- Name of the HR system.
  source text not null,
  read_at ${instant},
  -- Last day of which all leave was read; empty before the first reading, null once leave is not read any more.
  known_until text,
  -- JSON: ids of the employees whom nobody in the HR system is matched with.
  unmatched text not null default '[]',
  primary key (company_id, month)
);

create table balances (
  id ${id},
  company_id bigint not null references companies(id),
  employee_id bigint not null references employees(id),
  day text not null,
  minutes integer not null,
  reason text not null
);
create unique index balances_by_day on balances (employee_id, day);
create index balances_by_company on balances (company_id, day);

-- The department that somebody had until they got another one, so that its pattern stays the one of past days.
create table former_departments (
  id ${id},
  employee_id bigint not null references employees(id),
  department text not null,
  -- The first day without it.
  left_on text not null
);
create index former_departments_by_employee on former_departments (employee_id, left_on);
${dialect === 'sqlite' ? sqlite : postgres}`;
}

const changed = 'old.department <> new.department';

const note = (today: string) =>
  `insert into former_departments (employee_id, department, left_on) values (old.id, old.department, ${today});`;

const sqlite = `
create trigger former_department after update of department on employees when ${changed}
  begin ${note("date('now')")} end;`;

const postgres = `
create function note_former_department() returns trigger language plpgsql as $$
begin
  ${note("to_char(now() at time zone 'utc', 'YYYY-MM-DD')")}
  return null;
end $$;
create trigger former_department after update of department on employees
  for each row when (${changed}) execute function note_former_department();`;
