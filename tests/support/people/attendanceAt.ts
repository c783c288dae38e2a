// The attendance at some doors, in the form of the oracle.

import type { Db } from '../../../server/platform/db/db.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import type { Door } from './attendanceOracle.ts';

export async function attendanceAt(db: Db, doors: readonly Door[]): Promise<string[]> {
  const rows = await db.all<{ controller: number; code: string; at: string; type: string }>(
    sql`select access_controller_id as controller, employee_code as code, occurred_at as at, event_type as type
      from attendance where access_controller_id in (${doors.map(({ controller }) => controller)})`,
  );
  return rows.map(({ controller, code, at, type }) => `${controller} ${code} ${at} ${type}`).sort();
}
