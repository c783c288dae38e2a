// A company waits as a whole while its HR system cannot be reached or refuses its credentials. Before, twelve such
// failures rejected each record, and only a manual retry sent it again: those wait again now.

import type { Dialect } from '../sql.ts';

export const oldProcess = { mustStop: 'it would reject records that are to wait' };

export function up(dialect: Dialect): string {
  const instant = dialect === 'sqlite' ? 'text' : 'timestamp(0)';
  return `
-- How often in a row the HR system failed; 0 if the company does not wait. It is called again at resume_at.
alter table hr_sync_turns add column failed_tries integer not null default 0;
alter table hr_sync_turns add column waits_since ${instant};
alter table hr_sync_turns add column wait_reason text not null default '';
-- The address that failed: the wait ends when it is changed.
alter table hr_sync_turns add column wait_url text not null default '';

-- What was refused at its twelfth attempt is refused again.
update hr_deliveries set state = 'waiting', attempts = 0
  where state = 'failed' and attempts >= 12
    and last_error not like 'Nobody in % is matched with employee %'
    and last_error not like 'The HR system says it already has this record, but Rollcall never sent it.%'
    and not exists (select 1 from attendance where attendance.id = attendance_id and set_aside_by is not null);
`;
}
