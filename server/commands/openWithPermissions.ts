import type { Db } from '../db/db.ts';
import { type DatabaseLocation, openDatabase } from '../db/open.ts';
import { alignPermissions } from '../people/roleQueries.ts';

/** Opens the database, migrated, and with every permission that this version knows. */
export async function openWithPermissions(location: DatabaseLocation): Promise<Db> {
  const db = await openDatabase(location);
  try {
    await db.tx(alignPermissions);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}
