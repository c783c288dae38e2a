// What has to follow when a month of attendance goes at once: no trigger runs then.

import type { Queries } from '../../db.ts';
import { sql } from '../../sql.ts';

/** In the transaction that drops the month, whose first instant this is. Readers of any days are told of a change. */
export async function dropCountsOfMonth(queries: Queries, month: string): Promise<void> {
  await queries.all(sql`select drop_attendance_counts(${month}::timestamp)`);
  await queries.run(
    sql`insert into attendance_revision_changes (company_id, day, changes)
      select id, '0001-01-01 00:00:00', 1 from companies`,
  );
}
