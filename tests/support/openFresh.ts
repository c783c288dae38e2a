// A database of one's own, opened as the server opens it. By itself it needs no vitest, so scripts may use it
// too.

import type { Db } from '../../server/db/db.ts';
import { openWithPermissions } from '../../server/commands/openWithPermissions.ts';
import type { TestDatabase } from './testDatabase.ts';

/** With its tables and nothing else; once it is closed it is gone. */
export async function openFresh(create: () => Promise<TestDatabase>): Promise<Db> {
  const database = await create();
  const db = await openWithPermissions(database.location);
  return {
    ...db,
    async close() {
      await db.close();
      await database.remove();
    },
  };
}
