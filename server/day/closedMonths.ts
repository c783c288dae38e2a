// Which months are closed now: their days stay as they are until somebody reopens the month.

import type { Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';

/** 'YYYY-MM', the oldest first, by company. */
export async function closedMonthsOf(
  queries: Queries,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await queries.all<{ company_id: number; month: string }>(
    sql`select company_id, month from closed_months
      where company_id in (${companyIds}) and reopened_at is null order by month`,
  );
  const ofCompany = Map.groupBy(rows, ({ company_id }) => company_id);
  return new Map([...ofCompany].map(([id, closed]) => [id, closed.map(({ month }) => month)]));
}
