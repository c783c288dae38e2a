import type { Db } from '../../platform/db/db.ts';
import { type DatabaseLocation, openDatabase } from '../../platform/db/open.ts';
import { ensureSigningKey } from '../../features/attendance/export/signingKey.ts';
import { countMissingWords, storeAllMissingWords } from '../../platform/records/search/searchIndex.ts';
import { alignPermissions } from '../../features/people/roleQueries.ts';

/** As many records take some seconds. */
const worthMentioning = 10_000;

/** Opens the database, migrated, with every permission of this version, a key for signing exports, and words to search. */
export async function openWithPermissions(location: DatabaseLocation): Promise<Db> {
  const db = await openDatabase(location);
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
