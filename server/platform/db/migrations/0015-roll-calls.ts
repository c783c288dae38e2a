// Roll calls: the people on each, as the system knew them when it began, and who was ticked. Names are stored with it,
// so that its report never changes.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = 'goes on';

export function up(dialect: Dialect): string {
  const { id, instant, flag } = columnTypes[dialect];
  return `
create table roll_calls (
  id ${id},
  company_id bigint not null references companies(id),
  site text not null,
  department text not null,
  -- The names of the controllers that were silent when it began, as JSON.
  silent text not null,
  started_by text not null,
  started_at ${instant} not null,
  ended_by text not null default '',
  ended_at ${instant}
);
create index roll_calls_by_company on roll_calls (company_id, id);

create table roll_call_people (
  roll_call_id bigint not null references roll_calls(id),
  employee_id bigint not null references employees(id),
  name text not null,
  employee_number text not null,
  department text not null,
  state text not null check (state in ('in', 'out', 'not_seen')),
  since ${instant},
  site text not null,
  is_ticked ${flag} not null default false,
  ticked_by text not null default '',
  -- By the clock of the phone, in UTC with milliseconds: the last tick of a person counts.
  ticked_at text not null default '',
  primary key (roll_call_id, employee_id)
);
`;
}
