// Requests whose transactions are certain to overlap, not only when the machine happens to be slow.

import { setTimeout as wait } from 'node:timers/promises';
import { type Db, one, type Queries } from '../../server/db/db.ts';
import { sql } from '../../server/db/sql.ts';

/**
 * Starts each request when the previous one waits for a lock: the first for the audit's head, which a transaction
 * writes last; the others for that too, or for a row that an earlier one holds. SQLite has one writer, so there they
 * run one after another.
 */
export async function runOverlapping<Result>(
  db: Db,
  ...requests: readonly (() => Promise<Result>)[]
): Promise<Result[]> {
  const answers: Promise<Result>[] = [];
  if (db.dialect === 'sqlite') {
    for (const request of requests) answers.push(Promise.resolve(await request()));
    return Promise.all(answers);
  }
  await db.tx(async (queries) => {
    await queries.run(sql`update audit_head set last_id = last_id where id = 1`);
    for (const request of requests) {
      answers.push(request());
      while ((await countWaiting(queries)) < answers.length) await wait(5);
    }
  });
  return Promise.all(answers);
}

/** Within a transaction, PostgreSQL would return the same activity again and again. */
async function countWaiting(queries: Queries): Promise<number> {
  await queries.all(sql`select pg_stat_clear_snapshot()`);
  const waiting = sql`select count(*) as total from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await one<{ total: number }>(queries, waiting)).total;
}
