// An SQLite database in a temporary folder. Does not import vitest, so scripts can use it too.

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileIn } from '../../../server/platform/db/open.ts';
import type { TestDatabase } from './testDatabase.ts';

/** Set while tests run: a folder that goes with the run, and in it the folder of a migrated database to copy. */
const { TEST_DATABASES: parent = tmpdir(), TEST_TEMPLATE: template } = process.env;

export async function createSqlite(state: 'empty' | 'migrated' = 'empty'): Promise<TestDatabase> {
  return inNewFolder(state === 'migrated' ? template : undefined);
}

createSqlite.copy = ({ location }: TestDatabase) => inNewFolder(location.dataDir);

async function inNewFolder(original: string | undefined): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(parent, 'rollcall-'));
  if (original !== undefined) await copyFile(fileIn(original), fileIn(dataDir));
  return { location: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
