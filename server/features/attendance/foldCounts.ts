// The counts of attendance, and on PostgreSQL its revisions: whatever changes records only adds to a list of changes, which
// is folded into the sums from time to time. However many changes wait, the counts are exact.

import { setImmediate } from 'node:timers/promises';
import { type Db, maybeOne, one, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Job, startRepeating } from '../../platform/concurrency/repeating.ts';

/** A reader adds up the changes that wait, so there should not be many. */
const pauseMs = 5_000;

/** On SQLite everybody waits for them. */
const changesAtOnce = 4_000;

export const startFoldingCounts = (db: Db, log: Log): Job =>
  startRepeating('folding the counts of attendance', pauseMs, log, (isStopping) => foldCounts(db, isStopping));

export async function foldCounts(db: Db, isStopping = () => false): Promise<void> {
  if (db.dialect === 'postgres') {
    await foldSome(db);
    return;
  }
  // Asked first, so that a process without work waits for no other writer.
  let isMore = (await maybeOne(db, sql`select 1 from attendance_count_changes limit 1`)) !== undefined;
  for (; isMore && !isStopping(); await setImmediate()) isMore = await db.tx(foldSome);
}

/** On SQLite in a transaction, as it takes several statements. Answers whether more may wait. */
export async function foldSome(queries: Queries): Promise<boolean> {
  if (queries.dialect === 'sqlite') return foldOnSqlite(queries);
  await queries.all(sql`select fold_attendance_counts(), fold_attendance_revisions()`);
  return false;
}

async function foldOnSqlite(queries: Queries): Promise<boolean> {
  const { last, waiting } = await one<{ last: number | null; waiting: number }>(
    queries,
    sql`select max(rowid) as last, count(*) as waiting
      from (select rowid from attendance_count_changes order by rowid limit ${changesAtOnce})`,
  );
  if (last === null) return false;
  // Each change counts for its company, and for company 0, which stands for all together.
  await queries.run(
    sql`insert into attendance_count_sums (company_id, span, start, event_type, is_processed, hr_state, records)
      select company_id * is_of_one, span, substr(start, 1, digits) || substr('0000-01-01 00:00:00', digits + 1),
        event_type, is_processed, hr_state, sum(records)
      from attendance_count_changes cross join (select 1 as is_of_one union all select 0)
        cross join (select 'hour' as span, 13 as digits
          union all select 'day', 10 union all select 'month', 7 union all select 'year', 4)
      where attendance_count_changes.rowid <= ${last}
      group by 1, 2, 3, 4, 5, 6 having sum(records) <> 0
      on conflict do update set records = records + excluded.records`,
  );
  await queries.run(sql`delete from attendance_count_sums indexed by attendance_count_sums_of_none where records = 0`);
  await queries.run(sql`delete from attendance_count_changes where rowid <= ${last}`);
  return waiting === changesAtOnce;
}
