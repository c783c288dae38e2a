// The health check: a database that does not respond counts as down, like one that refuses connections.

import type { Db } from './db/db.ts';
import { sql } from './db/sql.ts';

/** The check rejects if the database fails or takes too long. Concurrent checks share one query. */
export function createDatabaseCheck(db: Db, timeoutMs: number): () => Promise<void> {
  let query: Promise<unknown> | undefined;
  return async () => {
    query ??= db.all(sql`select 1`).finally(() => (query = undefined));
    await withTimeout(query, timeoutMs);
  };
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms`)), timeoutMs);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
