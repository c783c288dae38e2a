// Whether the database answers. One that says nothing is as bad as one that refuses.

import type { Db } from './db/db.ts';
import { sql } from './db/sql.ts';

/** Rejects when it does not, or not in time. However many ask, the database is asked once at a time. */
export function createPulse(db: Db, patienceMs: number): () => Promise<void> {
  let question: Promise<unknown> | undefined;
  return async () => {
    question ??= db.all(sql`select 1`).finally(() => (question = undefined));
    await inTime(question, patienceMs);
  };
}

async function inTime(work: Promise<unknown>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${patienceMs} ms`)), patienceMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
