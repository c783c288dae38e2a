// Where PostgreSQL keeps the personal values of the audit by month, a month that is old as a whole goes at once. Where any
// of a month are held, its others go row by row.

import { one, type Queries } from '../../../platform/db/db.ts';
import { auditValues, isByMonth } from '../../../platform/db/postgres/months/monthlyTables.ts';
import { partOf } from '../../../platform/db/postgres/months/parts.ts';
import { named, type Sql, sql } from '../../../platform/db/sql.ts';
import { dropPart, hasHolds, hasRows, oldMonths } from './oldMonths.ts';

const { name: table } = auditValues;

/** Removes the oldest month that has any values and may go. Answers how many it had, or 0 if there is no such month. */
export async function removeMonthOfValues(queries: Queries, cutoff: string, isHeld: Sql): Promise<number> {
  if (!(await isByMonth(queries, table))) return 0;
  for (const month of await oldMonths(queries, table, cutoff)) {
    const values = named(partOf({ table, month }));
    const isAnyHeld = async () =>
      (await hasHolds(queries)) && hasRows(queries, sql`select 1 from ${values} where ${isHeld}`);
    if (await isAnyHeld()) continue;
    await queries.exec(`set local lock_timeout = '1s'; lock table ${table} in access exclusive mode`);
    if (await isAnyHeld()) continue;
    const { total } = await one<{ total: number }>(queries, sql`select count(*) as total from ${values}`);
    await dropPart(queries, table, month);
    if (total > 0) return total;
  }
  return 0;
}
