// HR sync: the idempotency key of each delivery, and whether it was ever sent; how long an HR system asked to wait;
// when a company's last sync ended, and whether a slot still owes it one; and since when a slot runs.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'it would not note which deliveries were sent' };

export function up(dialect: Dialect): string {
  const { instant, flag } = columnTypes[dialect];
  return `
-- Null in a delivery queued before this step: its key is company/record number/type, as it was sent.
alter table hr_deliveries add column idempotency_key text;
alter table hr_deliveries add column was_sent ${flag} not null default false;
update hr_deliveries set was_sent = true where state <> 'waiting' or attempts > 0 or last_error <> '';

alter table hr_sync_turns add column resume_at ${instant};
alter table hr_sync_turns add column last_run_at ${instant};
alter table hr_sync_turns add column is_owed_turn ${flag} not null default false;

-- Null until the first start; earlier occurrences are not run.
alter table hr_sync_slots add column runs_since ${instant};
update hr_sync_slots set runs_since = '2000-01-01 00:00:00' where exists (select 1 from slot_run);
`;
}
