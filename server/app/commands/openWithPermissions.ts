// Opens the database for the server and its commands.

import { setTimeout as wait } from 'node:timers/promises';
import { ensureSigningKey } from '../../features/attendance/export/signingKey.ts';
import { alignPermissions } from '../../features/people/roleQueries.ts';
import type { Db } from '../../platform/db/db.ts';
import { UnreachableError, UnusableError } from '../../platform/db/errors.ts';
import { assertKnown, steps, storedVersion } from '../../platform/db/migrations/migrate.ts';
import { type DatabaseLocation, openDatabase, openExisting } from '../../platform/db/open.ts';
import type { Log } from '../../platform/log/log.ts';
import { countMissingWords, storeAllMissingWords } from '../../platform/records/search/searchIndex.ts';

/** Indexing this many records takes some seconds, so it is announced. */
const worthMentioning = 10_000;

/** Opens the database, migrated, with every permission of this version, a key for signing exports, and words to search. */
export async function openWithPermissions(location: DatabaseLocation, log?: Pick<Log, 'info'>): Promise<Db> {
  const db = await openDatabase(location, log);
  try {
    await db.tx(alignPermissions);
    await ensureSigningKey(db);
    const missing = await countMissingWords(db);
    if (missing >= worthMentioning) {
      console.error(`Storing the words of ${missing.toLocaleString('en')} records, so that they can be searched …`);
    }
    if (missing > 0) await storeAllMissingWords(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/** Opens an existing database of this version. An upgrade is left to the server and `migrate`: others may have to stop. */
export async function openCurrent(location: DatabaseLocation): Promise<Db> {
  const db = await openExisting(location);
  const version = await storedVersion(db);
  if (version === steps.length) return db;
  await db.close();
  assertKnown(version);
  throw new UnusableError('Start this version once, so that it brings the database up to date');
}

const waitMs = 60_000;
const pauseMs = 2_000;

/**
 * Waits for a PostgreSQL that is late, as after a power cut, when the server and its database start at the same time.
 * Gives up after a minute, so that the operator learns of it.
 */
export async function openWhenReady(location: DatabaseLocation, log: Log): Promise<Db> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      return await openWithPermissions(location, log);
    } catch (error) {
      if (!(error instanceof UnreachableError) || performance.now() > end) throw error;
      log.warn('waiting for the database', { error: error.message });
      await wait(pauseMs);
    }
  }
}
