// Counts the writes of a server to its database: statements that are not selects, and transactions.

import { vi } from 'vitest';
import type { Db } from '../../../server/platform/db/db.ts';
import { textOf } from './statementText.ts';

/** The returned function answers the number of writes since. */
export function countWrites(db: Db): () => number {
  const [all, run, exec, tx] = [vi.spyOn(db, 'all'), vi.spyOn(db, 'run'), vi.spyOn(db, 'exec'), vi.spyOn(db, 'tx')];
  return () => {
    const writing = all.mock.calls.filter(([statement]) => !/^\s*select\b/.test(textOf(statement)));
    return [writing, run.mock.calls, exec.mock.calls, tx.mock.calls].flat().length;
  };
}
