// Records that were rejected only because nobody was matched with their employee wait again once somebody is.

import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { requeueRecords } from '../delivery/deliveryQueries.ts';
import { unmatchedPattern } from '../delivery/shipments.ts';

export async function requeueUnmatched(
  queries: Queries,
  companyId: number,
  employees: readonly number[],
  now: Date,
): Promise<void> {
  const rows = await queries.all<{ id: number }>(
    sql`select attendance.id from attendance join hr_deliveries on attendance_id = attendance.id
      where hr_deliveries.company_id = ${companyId} and state = 'failed' and last_error like ${unmatchedPattern}
        and attendance.employee_id in (${employees})`,
  );
  if (rows.length > 0) {
    await requeueRecords(
      queries,
      rows.map(({ id }) => id),
      now,
    );
  }
}
