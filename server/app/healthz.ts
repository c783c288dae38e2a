// The health check: whether this process can serve. A database that does not respond counts as down, like one that
// refuses connections, and a full disk too: nothing can be saved, and nobody can sign in.

import type { Db } from '../platform/db/db.ts';
import { isDiskFull } from '../platform/db/errors.ts';
import { sql } from '../platform/db/sql.ts';
import { DomainError } from '../platform/records/domainErrors.ts';
import { withTimeLimit } from '../platform/concurrency/limits.ts';

/** The check rejects if the database fails or takes too long. Concurrent checks share one query. */
export function createDatabaseCheck(db: Db, timeoutMs: number): () => Promise<void> {
  let checking: Promise<unknown> | undefined;
  const check = () => db.all(sql`select 1`).then(() => db.checkRoom());
  return async () => {
    checking ??= check().finally(() => (checking = undefined));
    await withTimeLimit(checking, timeoutMs, () => new Error(`No response within ${timeoutMs} ms`)).catch((cause) => {
      const message = isDiskFull(cause) ? 'The server’s disk is full' : 'The database does not respond';
      throw new DomainError('unavailable', message, { cause });
    });
  };
}
