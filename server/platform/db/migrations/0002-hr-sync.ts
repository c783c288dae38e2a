// HR sync: each company's configuration and lease, the delivery of each record, and the slots of the schedule.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = 'goes on';

export function up(dialect: Dialect): string {
  const { instant, flag } = columnTypes[dialect];
  return `
create table hr_sync_configs (
  company_id bigint primary key references companies(id),
  config text not null,
  signing_secret text not null default ''
);

-- A record is added when a plan first sends it. An accepted one stays accepted.
create table hr_deliveries (
  attendance_id bigint primary key references attendance(id),
  company_id bigint not null references companies(id),
  day text not null,
  state text not null check (state in ('waiting', 'accepted', 'failed')),
  attempts integer not null default 0,
  last_error text not null default '',
  next_try_at ${instant} not null,
  accepted_at ${instant}
);
create index hr_deliveries_by_day on hr_deliveries (company_id, day);
create index hr_deliveries_waiting on hr_deliveries (next_try_at) where state = 'waiting';

-- One row per company: the lease of the run that is syncing it, and how the last run ended.
create table hr_sync_turns (
  company_id bigint primary key references companies(id),
  holder text,
  lease_ends_at ${instant} not null,
  last_success_at ${instant},
  last_error_at ${instant},
  last_error text not null default ''
);

create table hr_sync_slots (
  name text primary key,
  clock text not null,
  is_enabled ${flag} not null
);
insert into hr_sync_slots (name, clock, is_enabled) values
  ('morning', '09:30', true), ('evening', '18:30', true), ('night', '23:30', false);
`;
}
