// Does not depend on vitest, so that scripts can use it too.

import type { Db } from '../../../server/platform/db/db.ts';
import { openWithPermissions } from '../../../server/app/commands/openWithPermissions.ts';
import type { CreateDatabase } from './testDatabase.ts';

/** A migrated, empty database, which closing deletes. */
export async function openFresh(create: CreateDatabase): Promise<Db> {
  const database = await create('migrated');
  const db = await openWithPermissions(database.location);
  return {
    ...db,
    async close() {
      await db.close();
      await database.remove();
    },
  };
}
