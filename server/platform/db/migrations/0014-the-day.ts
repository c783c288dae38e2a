// Working days: each company's rules, the employment of people, corrections, and closed months. A correction never
// changes what a terminal sent: it adds a record, or says of a record that it does not count.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'it knows no closed months, and would change them' };

export function up(dialect: Dialect): string {
  const { id, instant, flag } = columnTypes[dialect];
  return `
-- The first and the last day, 'YYYY-MM-DD'.
alter table employees add column employed_from text;
alter table employees add column employed_until text;

-- A company without a row has the defaults.
create table day_rules (
  company_id bigint primary key references companies(id),
  starts_at text not null default '00:00',
  repeat_seconds integer not null default 60,
  needs_second_person ${flag} not null default false,
  -- How the hours of a day are counted.
  hours text not null default 'pairs' check (hours in ('pairs', 'first_last')),
  -- Empty: the installation's.
  timezone text not null default '',
  -- What is checked of working time, as JSON; empty: nothing.
  working_time text not null default ''
);

-- Records that a person added come from this controller of their company. It is no device, and no list shows it.
alter table access_controllers add column is_for_corrections ${flag} not null default false;
create unique index access_controllers_for_corrections on access_controllers (company_id) where is_for_corrections;

create table corrections (
  id ${id},
  company_id bigint not null references companies(id),
  employee_id bigint references employees(id),
  employee_code text not null,
  -- The working day that it changes.
  day text not null,
  kind text not null check (kind in ('add', 'set_aside', 'as_is', 'undo', 'change_direction')),
  -- The event that it adds or is about.
  event_type text not null,
  occurred_at ${instant} not null,
  -- Null while an added event waits for a second person.
  attendance_id bigint references attendance(id),
  exception text not null default '',
  undoes_id bigint references corrections(id),
  reason text not null,
  state text not null check (state in ('waiting', 'applied', 'refused', 'undone')),
  author_id bigint,
  author text not null,
  created_at ${instant} not null,
  decider_id bigint,
  decider text not null default '',
  decided_at ${instant},
  decision_reason text not null default ''
);
create index corrections_by_company on corrections (company_id, day, id);
create index corrections_by_employee on corrections (employee_id, day, id);
create index corrections_by_record on corrections (attendance_id, id);
create index corrections_waiting on corrections (company_id, id) where state = 'waiting';
create index corrections_undoing on corrections (undoes_id) where undoes_id is not null;

-- The correction that added the record, and the one by which it does not count.
alter table attendance add column added_by bigint references corrections(id);
alter table attendance add column set_aside_by bigint references corrections(id);
-- Without them, removing a correction, and checking its foreign keys, would read all attendance.
create index attendance_by_adding on attendance (added_by) where added_by is not null;
create index attendance_by_setting_aside on attendance (set_aside_by) where set_aside_by is not null;
-- The rule that guessed the direction, because the reader says none; empty if it was said.
alter table attendance add column guessed_by text not null default '';

create table closed_months (
  id ${id},
  company_id bigint not null references companies(id),
  month text not null,
  closed_by text not null,
  closed_at ${instant} not null,
  reopened_by text not null default '',
  reopened_at ${instant},
  reopen_reason text not null default ''
);
create unique index closed_months_by_month on closed_months (company_id, month) where reopened_at is null;

-- What changed a closed month all the same, for its sheets.
create table closed_month_changes (
  closed_month_id bigint not null references closed_months(id),
  kind text not null check (kind in ('late_events', 'erasure', 'retention')),
  -- How many events came, people were erased, or times the retention rules removed records.
  total bigint not null,
  first_at ${instant} not null,
  primary key (closed_month_id, kind)
);
`;
}
