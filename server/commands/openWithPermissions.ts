import type { Db } from '../db/db.ts';
import { type DatabaseLocation, openDatabase } from '../db/open.ts';
import { ensureSigningKey } from '../exports/signingKey.ts';
import { alignPermissions } from '../people/roleQueries.ts';

/** Opens the database, migrated, with every permission that this version knows and with a key for signing exports. */
export async function openWithPermissions(location: DatabaseLocation): Promise<Db> {
  const db = await openDatabase(location);
  try {
    await db.tx(alignPermissions);
    await ensureSigningKey(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}
