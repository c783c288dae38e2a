// Updates the counts and revisions when a month of attendance is dropped as a whole, because no trigger runs then.

import { one, type Queries } from '../../db.ts';
import { sql } from '../../sql.ts';

/** Brings into memory what `dropCountsOfMonth` removes; `month` is its first instant. */
export async function readCountsOfMonth(queries: Queries, month: string): Promise<void> {
  await queries.exec('set local enable_seqscan = off');
  await queries.all(
    sql`select sum(records) from attendance_count_sums
      where company_id in (select id from companies union all select 0) and span in ('hour', 'day', 'month')
        and start >= ${month} and start < ${month}::timestamp + interval '1 month'`,
  );
  await queries.exec('set local enable_seqscan = on');
}

/**
 * Call it in the transaction that drops the month; `month` is its first instant. Returns how many records were counted. The
 * revision changes for readers of any days.
 */
export async function dropCountsOfMonth(queries: Queries, month: string): Promise<number> {
  // By the index: the counts of a month are few among those of years, which PostgreSQL would rather read as a whole.
  await queries.exec('set local enable_seqscan = off; select fold_attendance_counts()');
  // Those of company 0 are the counts of all.
  const { records } = await one<{ records: number }>(
    queries,
    sql`select coalesce(sum(records), 0) as records from attendance_count_sums
      where company_id = 0 and span = 'month' and start = ${month}`,
  );
  await queries.all(sql`select drop_attendance_counts(${month}::timestamp)`);
  await queries.exec('set local enable_seqscan = on');
  await queries.run(
    sql`insert into attendance_revision_changes (company_id, day, changes)
      select id, '0001-01-01 00:00:00', 1 from companies`,
  );
  return records;
}
