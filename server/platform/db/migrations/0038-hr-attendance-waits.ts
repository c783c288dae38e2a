// Stores what keeps a company from telling its HR system that all records are there, as the last run found it, which of
// that was lifted, and the time from which the schedule owes a company a catch-up sync.

import type { Dialect } from '../sql.ts';

export const oldProcess = { mustStop: 'it would tell HR systems that all records are there while some wait' };

export function up(dialect: Dialect): string {
  const instant = dialect === 'sqlite' ? 'text' : 'timestamp(0)';
  return `
create table hr_attendance_waits (
  company_id bigint not null references companies(id),
  -- 'record': one that is still to be sent. 'days': some that were never queued, and are too old for the schedule.
  -- 'door': a silent controller. 'person': an employee whom nobody in the HR system is matched with.
  kind text not null check (kind in ('record', 'days', 'door', 'person')),
  -- The record, the first of the days' records, the controller, the employee.
  subject_id bigint not null,
  since ${instant} not null,
  -- It counts no more, until it has ended.
  lifted_at ${instant},
  primary key (company_id, kind, subject_id)
);

-- Null: as soon as no other sync runs.
alter table hr_sync_turns add column owed_from ${instant};
`;
}
