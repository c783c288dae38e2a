// `migrate`: brings the database to this version without serving, so that operators can choose when to upgrade.
// `migrate --plan` tells what it would do.

import { foldCounts } from '../../features/attendance/foldCounts.ts';
import {
  assertKnown,
  oldProcessesGoOn,
  steps,
  stepsAfter,
  storedVersion,
} from '../../platform/db/migrations/migrate.ts';
import { assertOtherKind, move as moveDatabase } from '../../platform/db/move.ts';
import { type DatabaseLocation, openDatabase, openExisting, withDatabase } from '../../platform/db/open.ts';
import { createLog } from '../../platform/log/log.ts';
import { type Config, ConfigError, databaseUrlOf } from '../config.ts';
import { openCurrent, openWithPermissions } from './openWithPermissions.ts';

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

const printPlan = (config: Config): Promise<void> =>
  withDatabase(openExisting(config), async (db) => {
    const version = await storedVersion(db);
    assertKnown(version);
    if (version === 0) return console.error(`The database is empty: migrate brings it to version ${steps.length}.`);
    const missing = stepsAfter(version);
    console.error(`The database has version ${version}, and this server needs ${steps.length}.`);
    for (const { version: number, name, mustStop } of missing) {
      console.error(`  ${number}  ${name}`);
      if (mustStop) console.error(`      an older process must stop first: ${mustStop}`);
    }
    console.error(conclusion(version, missing.length));
  });

function conclusion(version: number, missing: number): string {
  if (missing === 0) return 'There is nothing to do.';
  return oldProcessesGoOn(version)
    ? 'Older processes go on meanwhile: replace them one after the other.'
    : 'Stop all older processes first.';
}

// `move --to postgres://…`, or `move --to DATA_DIR`: copies the configured database into another one of the other kind.
const usage = 'Where to? Use: move --to postgres://user:password@host/database, or move --to a-new-data-folder';

export async function move(config: Config, option?: string, place?: string): Promise<void> {
  if (option !== '--to' || !place) throw new ConfigError(usage);
  await withDatabase(openCurrent(config), async (source) => {
    const location = locationOf(place, config);
    // Opening the target would make it.
    assertOtherKind(source.dialect, location.databaseUrl ? 'postgres' : 'sqlite');
    await withDatabase(openDatabase(location), async (target) => {
      const moved = await moveDatabase(source, target, createProgress());
      await foldCounts(target);
      // Autovacuum takes a minute or more to reach each table. Until then, lists would take seconds.
      if (target.dialect === 'postgres') await target.exec('vacuum analyze');
      for (const { table, rows, hash } of moved) console.log(`${table} ${rows} ${hash}`);
      const written = moved.reduce((sum, each) => sum + each.written, 0);
      console.error(`All ${count(moved.reduce((sum, { rows }) => sum + rows, 0))} rows are the same at both ends.`);
      console.error(
        written > 0
          ? 'Anything written meanwhile was not copied: stop the servers and run this once more.'
          : 'Nothing had changed since the last run.',
      );
    });
  });
}

function locationOf(place: string, { databasePooler }: Config): DatabaseLocation {
  const isUrl = /^\w+:\/\//.test(place);
  return isUrl ? { databaseUrl: databaseUrlOf(place), databasePooler, dataDir: '' } : { dataDir: place };
}

const count = (rows: number) => rows.toLocaleString('en');

/** Prints at most one line a second, to show that the move is under way. */
function createProgress(): (table: string, written: number) => void {
  let last = 0;
  return (table, written) => {
    if (Date.now() < last + 1_000) return;
    last = Date.now();
    console.error(`${table}: ${count(written)} rows copied`);
  };
}
