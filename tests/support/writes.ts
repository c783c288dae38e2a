// Counts what a server writes to its database: the statements that are no questions, and the transactions.

import { vi } from 'vitest';
import type { Db } from '../../server/db/db.ts';

/** Answers how many there were since. */
export function countWrites(db: Db): () => number {
  const [all, run, exec, tx] = [vi.spyOn(db, 'all'), vi.spyOn(db, 'run'), vi.spyOn(db, 'exec'), vi.spyOn(db, 'tx')];
  return () => {
    const writing = all.mock.calls.filter(([{ texts }]) => !/^\s*select\b/.test(texts[0] ?? ''));
    return [writing, run.mock.calls, exec.mock.calls, tx.mock.calls].flat().length;
  };
}
