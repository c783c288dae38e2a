// HR connectors: the connection to each company's HR system, the people in it and their matches, and the id and
// evidence of each delivery there. Two deliveries may go out as one pair. A whole company waits while its HR system
// cannot be reached or refuses its credentials.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'it would send records without noting to which HR system' };

export function up(dialect: Dialect): string {
  const { instant, flag } = columnTypes[dialect];
  return `
-- A company without a row speaks our own protocol.
create table hr_connections (
  company_id bigint primary key references companies(id),
  connector text not null,
  settings text not null default '{}',
  -- Sealed with the server's key; empty if there are none.
  secrets text not null default '',
  -- Where they were entered for, such as 'https://hr.example.com': they are sent nowhere else.
  origin text not null default '',
  match_by text not null default 'number',
  -- A date; empty if the credentials do not expire.
  expires_on text not null default '',
  -- What was last mailed: 'near' or 'past' and the date of expiry.
  warned_of text not null default '',
  people_read_at ${instant},
  -- The last try, successful or not.
  people_tried_at ${instant},
  -- The last test of the connection, as the contract has it; empty if there was none.
  last_test text not null default ''
);

create table hr_people (
  company_id bigint not null references companies(id),
  id text not null,
  number text not null,
  name text not null,
  email text not null,
  is_active ${flag} not null,
  primary key (company_id, id)
);

create table hr_matches (
  employee_id bigint primary key references employees(id),
  company_id bigint not null references companies(id),
  person_id text not null,
  -- By what: number, email or chosen.
  matched_by text not null,
  unique (company_id, person_id)
);

-- 'answer': it said that it took the record. 'duplicate': it said that it has it. 'found': it was found there.
alter table hr_deliveries add column evidence text not null default '';
alter table hr_deliveries add column remote_id text not null default '';
-- The HR system that has it: connector and host.
alter table hr_deliveries add column sent_to text not null default '';
alter table hr_deliveries add column last_attempt_at ${instant};
-- The record that it forms a pair with as its end: the check-in of a check-out, or the check-out before a break.
alter table hr_deliveries add column pair_start_id bigint references attendance(id);
create index hr_deliveries_by_pair_start on hr_deliveries (pair_start_id) where pair_start_id is not null;

-- Who cancelled the company's sync: what waits stays until a slot or a person starts the next one. Empty if nobody.
alter table hr_sync_turns add column cancelled_by text not null default '';
-- Of the run that holds the lease.
alter table hr_sync_turns add column done integer not null default 0;
alter table hr_sync_turns add column total integer not null default 0;
-- How often in a row the HR system failed; 0 if the company does not wait. It is called again at resume_at.
alter table hr_sync_turns add column failed_tries integer not null default 0;
alter table hr_sync_turns add column waits_since ${instant};
alter table hr_sync_turns add column wait_reason text not null default '';
-- The address that failed: the wait ends when it is changed.
alter table hr_sync_turns add column wait_url text not null default '';
-- The time from which the schedule owes it a catch-up sync. Null: as soon as no other sync runs.
alter table hr_sync_turns add column owed_from ${instant};

-- What keeps a company from telling its HR system that all records are there, as the last run found it.
create table hr_attendance_waits (
  company_id bigint not null references companies(id),
  -- 'record': one that is still to be sent. 'days': some that were never queued, and are too old for the schedule.
  -- 'door': a silent controller. 'person': an employee without a match in the HR system.
  kind text not null check (kind in ('record', 'days', 'door', 'person')),
  -- The record, the first of the days' records, the controller, the employee.
  subject_id bigint not null,
  since ${instant} not null,
  -- It counts no more, until it has ended.
  lifted_at ${instant},
  primary key (company_id, kind, subject_id)
);

-- Twelve failures rejected a record, and only a manual retry sent it again. Those wait again now; what was refused at
-- its twelfth attempt is refused again.
update hr_deliveries set state = 'waiting', attempts = 0
  where state = 'failed' and attempts >= 12
    and last_error not like 'Nobody in % is matched with employee %'
    and last_error not like 'The HR system says it already has this record, but Rollcall never sent it.%'
    and not exists (select 1 from attendance where attendance.id = attendance_id and set_aside_by is not null);
`;
}
