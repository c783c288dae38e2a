// The data of a released version, as tests/server/upgrades/README.md says, in a new database.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fileIn } from '../../../server/platform/db/open.ts';
import type { CreateDatabase, TestDatabase } from './testDatabase.ts';

export const releases = path.resolve('tests/server/upgrades');

export async function restoreRelease(release: string, create: CreateDatabase): Promise<TestDatabase> {
  const database = await create();
  const { databaseUrl, dataDir } = database.location;
  const dataIn = (file: string) => gunzipSync(readFileSync(path.join(releases, release, file)));
  if (databaseUrl) {
    execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', databaseUrl], {
      input: dataIn('postgres.sql.gz'),
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  } else writeFileSync(fileIn(dataDir), dataIn('sqlite.gz'));
  return database;
}
