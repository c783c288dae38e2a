// Lets one process at a time back up an SQLite database. It uses SQLite's own lock, on an empty file beside the database,
// because that lock is released however its process ends.

import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** SQLite's code for a lock that another connection holds. */
const busy = 5;

/** Does the work, unless another process is doing it. */
export async function unlessLocked(dataDir: string, work: () => Promise<void>): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  const lock = new DatabaseSync(path.join(dataDir, 'backup.lock'));
  try {
    if (take(lock)) await work();
  } finally {
    lock.close();
  }
}

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false;
    throw error;
  }
}
