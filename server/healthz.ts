// The health check: whether this process can serve. A database that does not respond counts as down, like one that
// refuses connections.

import type { Db } from './db/db.ts';
import { sql } from './db/sql.ts';
import { DomainError } from './platform/domainErrors.ts';
import { withTimeLimit } from './platform/timeLimit.ts';

/** The check rejects if the database fails or takes too long. Concurrent checks share one query. */
export function createDatabaseCheck(db: Db, timeoutMs: number): () => Promise<void> {
  let query: Promise<unknown> | undefined;
  return async () => {
    query ??= db.all(sql`select 1`).finally(() => (query = undefined));
    await withTimeLimit(query, timeoutMs, () => new Error(`No response within ${timeoutMs} ms`)).catch((cause) => {
      throw new DomainError('unavailable', 'The database does not respond', { cause });
    });
  };
}
