// An SQLite database in a temporary folder. Does not import vitest, so scripts can use it too.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestDatabase } from './testDatabase.ts';

export async function createSqlite(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-'));
  return { location: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
