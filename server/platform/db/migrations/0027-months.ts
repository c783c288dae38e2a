// PostgreSQL keeps attendance, deliveries and what devices sent by month, so that a month can go at once. Foreign keys to
// attendance would need the month too, and would keep it from going: what refers to a record goes with it, as
// privacy/retention does it. How far a large table has been moved into months is in `moves_to_months`.

import type { Queries } from '../db.ts';
import { moveSmall } from '../postgres/months/moveAtOnce.ts';
import { attendanceTables } from '../postgres/months/monthlyTables.ts';
import type { Dialect } from '../sql.ts';

export async function up(dialect: Dialect, queries: Queries): Promise<string> {
  if (dialect === 'sqlite') return '';
  await queries.exec(`
    alter table hr_deliveries drop constraint hr_deliveries_attendance_id_fkey;
    alter table hr_deliveries drop constraint hr_deliveries_pair_start_id_fkey;
    alter table corrections drop constraint corrections_attendance_id_fkey;
    alter table device_events drop constraint device_events_attendance_id_fkey;
    create table moves_to_months (
      table_name text primary key,
      -- The last key that was copied.
      copied_to bigint not null
    );`);
  for (const table of attendanceTables) await moveSmall(queries, table);
  return '';
}
