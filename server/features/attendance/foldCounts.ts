// Folds changes to the counts of attendance records into the sums that `counts.ts` reads.

import { setImmediate } from 'node:timers/promises';
import { type Job, startRepeating } from '../../platform/concurrency/repeating.ts';
import { type Db, exists, one, type Queries, sql } from '../../platform/db/db.ts';
import type { Log } from '../../platform/log/log.ts';

/** Kept short, since every reader adds up the waiting changes. */
const pauseMs = 5_000;

/** Batch size. All other SQLite requests wait while a batch is folded. */
const changesAtOnce = 4_000;

export const startFoldingCounts = (db: Db, log: Log): Job =>
  startRepeating('folding the counts of attendance', pauseMs, log, (isStopping) => foldCounts(db, isStopping));

/** Folds the changes of revisions in the same step on PostgreSQL. */
export async function foldCounts(db: Db, isStopping = () => false): Promise<void> {
  if (db.dialect === 'postgres') {
    await foldBatch(db);
    return;
  }
  // Looks first, so that a process without work waits for no other writer.
  let isMore = await exists(db, sql`select 1 from attendance_count_changes limit 1`);
  for (; isMore && !isStopping(); await setImmediate()) isMore = await db.tx(foldBatch);
}

/** Requires a transaction on SQLite, where it takes several statements. Returns whether more may be waiting. */
export async function foldBatch(queries: Queries): Promise<boolean> {
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
  // Each change counts for its company, and for company 0, which stands for all companies.
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
