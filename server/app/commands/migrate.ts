// `migrate`: brings the database to this version without serving, so that an upgrade can be made at a time of one's
// choice. `migrate --plan` tells what it would do.

import { type Config, ConfigError } from '../config.ts';
import { one } from '../../platform/db/db.ts';
import { openExisting } from '../../platform/db/open.ts';
import {
  assertKnown,
  oldProcessesGoOn,
  steps,
  stepsAfter,
  storedVersion,
} from '../../platform/db/migrations/migrate.ts';
import { createLog } from '../../platform/log/log.ts';
import { sql } from '../../platform/db/sql.ts';
import { openWithPermissions } from './openWithPermissions.ts';

export async function migrate(config: Config, option?: string): Promise<void> {
  if (option === '--plan') return printPlan(config);
  if (option !== undefined) throw new ConfigError('Use: migrate, or migrate --plan');
  await printPlan(config);
  const db = await openWithPermissions(
    config,
    createLog('info', (line) => console.log(line), config.logFormat),
  );
  await db.close();
  console.error(`The database has version ${steps.length}.`);
}

async function printPlan(config: Config): Promise<void> {
  const db = await openExisting(config);
  try {
    const version = await versionOf(db);
    assertKnown(version);
    const missing = stepsAfter(version);
    console.error(`The database has version ${version}, and this server needs ${steps.length}.`);
    for (const { version: number, name, mustStop } of missing) {
      console.error(`  ${number}  ${name}`);
      if (mustStop) console.error(`      an older process must stop first: ${mustStop}`);
    }
    console.error(conclusion(version, missing.length));
  } finally {
    await db.close();
  }
}

function conclusion(version: number, missing: number): string {
  if (missing === 0) return 'There is nothing to do.';
  return oldProcessesGoOn(version)
    ? 'Older processes go on meanwhile: replace them one after the other.'
    : 'Stop all older processes first.';
}

/** A new database of PostgreSQL has no tables. */
async function versionOf(db: Awaited<ReturnType<typeof openExisting>>): Promise<number> {
  const tables = db.dialect === 'sqlite' ? sql`sqlite_master where name` : sql`pg_tables where tablename`;
  const { total } = await one<{ total: number }>(db, sql`select count(*) as total from ${tables} = 'schema_version'`);
  return total === 0 ? 0 : ((await storedVersion(db)) ?? 0);
}
