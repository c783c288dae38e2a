// `move --to postgres://…`, or `move --to DATA_DIR`: copies the configured database into another one of the other kind.

import { foldCounts } from '../../features/attendance/counts.ts';
import { type Config, ConfigError, databaseUrlOf } from '../config.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { move as moveDatabase } from '../../platform/db/move.ts';
import { type DatabaseLocation, openDatabase, openExisting } from '../../platform/db/open.ts';
import { isCurrent } from '../../platform/db/migrations/migrate.ts';

const usage = 'Where to? Use: move --to postgres://user:password@host/database, or move --to a-new-data-folder';

export async function move(config: Config, option?: string, place?: string): Promise<void> {
  if (option !== '--to' || !place) throw new ConfigError(usage);
  const source = await openExisting(config);
  try {
    if (!(await isCurrent(source)))
      throw new UnusableError('Start this version once, so that it brings the database up to date');
    const target = await openDatabase(locationOf(place, config));
    try {
      const moved = await moveDatabase(source, target, createProgress());
      await foldCounts(target);
      for (const { table, rows, hash } of moved) console.log(`${table} ${rows} ${hash}`);
      const written = moved.reduce((sum, each) => sum + each.written, 0);
      console.error(`All ${count(moved.reduce((sum, { rows }) => sum + rows, 0))} rows are the same at both ends.`);
      console.error(
        written > 0
          ? 'Anything written meanwhile was not copied: stop the servers and run this once more.'
          : 'Nothing had changed since the last run.',
      );
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function locationOf(place: string, { databasePooler }: Config): DatabaseLocation {
  const isUrl = /^\w+:\/\//.test(place);
  return isUrl ? { databaseUrl: databaseUrlOf(place), databasePooler, dataDir: '' } : { dataDir: place };
}

const count = (rows: number) => rows.toLocaleString('en');

/** Prints at most one line a second, to show that the move goes on. */
function createProgress(): (table: string, written: number) => void {
  let last = 0;
  return (table, written) => {
    if (Date.now() < last + 1_000) return;
    last = Date.now();
    console.error(`${table}: ${count(written)} rows copied`);
  };
}
