// Before tests on SQLite, once for all projects: makes the folder for their databases, and the migrated database that
// `createSqlite` copies.
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../../server/platform/db/open.ts';
import { fastFolder } from '../tools.ts';

export default async function setup(): Promise<(() => void) | undefined> {
  if (process.env.TEST_DATABASES) return undefined;
  const parent = mkdtempSync(path.join(fastFolder(), 'rollcall-tests-'));
  const template = path.join(parent, 'template');
  await (await openDatabase({ dataDir: template })).close();
  Object.assign(process.env, { TEST_DATABASES: parent, TEST_TEMPLATE: template });
  return () => {
    delete process.env.TEST_DATABASES;
    delete process.env.TEST_TEMPLATE;
    rmSync(parent, { recursive: true });
  };
}
