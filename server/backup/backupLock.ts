// Of the processes on one SQLite database, one at a time makes the backup. The lock is SQLite's own, on an empty file beside
// the database: it ends with the process, however that ends.

import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** SQLite's code for a lock that somebody else holds. */
const busy = 5;

/** Does the work, or nothing where another process is at it. */
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
