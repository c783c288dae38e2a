// Personal data: how long each class of it is kept, legal holds, and who was erased.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = 'goes on';

export function up(dialect: Dialect): string {
  const { id, instant } = columnTypes[dialect];
  return `
-- A class without a row is kept for ever.
create table retention_rules (
  data_class text primary key,
  keep_months integer not null
);

-- Each business date on which the daily job ran.
create table retention_runs (
  run_on text primary key,
  worker text not null,
  heartbeat_at ${instant} not null,
  finished_at ${instant},
  -- How many rows went, by what they were, as JSON.
  removed text not null default '{}'
);

create table legal_holds (
  id ${id},
  kind text not null check (kind in ('companies', 'employees', 'users')),
  subject_id bigint not null,
  reason text not null,
  author_id bigint,
  author text not null,
  created_at ${instant} not null
);
create index legal_holds_by_subject on legal_holds (kind, subject_id);

create table erasures (
  kind text not null check (kind in ('employees', 'users')),
  person_id bigint not null,
  author_id bigint,
  erased_at ${instant} not null,
  primary key (kind, person_id)
);
`;
}
