// Requests whose transactions are certain to overlap, not only when the machine happens to be slow.

import { setTimeout as wait } from 'node:timers/promises';
import { type Db, one, type Queries, type Sql, sql } from '../../../server/platform/db/db.ts';

type Request<Result> = () => Promise<Result>;

/** Locks the audit's head, which a transaction writes last. */
const head = sql`update audit_head set last_id = last_id where id = 1`;

/**
 * Starts each request once the previous one waits for a lock: the first for the audit's head, the others for it too or
 * for a lock that an earlier request holds. SQLite has only one writer, so there they run one after another.
 */
export const runOverlapping = <Result>(db: Db, ...requests: readonly Request<Result>[]): Promise<Result[]> =>
  runHeldUp(db, head, ...requests);

/**
 * Does the same, but with the lock that the first request waits for. A request that needs no lock is answered at once.
 */
export async function runHeldUp<Result>(db: Db, lock: Sql, ...requests: readonly Request<Result>[]): Promise<Result[]> {
  const answers: Promise<Result>[] = [];
  if (db.dialect === 'sqlite') {
    for (const request of requests) answers.push(Promise.resolve(await request()));
    return Promise.all(answers);
  }
  await db.tx(async (queries) => {
    await queries.run(lock);
    let answered = 0;
    const noteAnswer = () => {
      answered++;
    };
    for (const request of requests) {
      const answer = request();
      answer.then(noteAnswer, noteAnswer);
      answers.push(answer);
      while ((await countWaiting(queries)) + answered < answers.length) await wait(5);
    }
  });
  return Promise.all(answers);
}

/** Clears the snapshot first: within a transaction, PostgreSQL would keep returning the same activity. */
async function countWaiting(queries: Queries): Promise<number> {
  await queries.all(sql`select pg_stat_clear_snapshot()`);
  const waiting = sql`select count(*) as total from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await one<{ total: number }>(queries, waiting)).total;
}
