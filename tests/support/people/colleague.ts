// Another user of a test's server, with these permissions and companies.

import { insertRole } from '../../../server/features/people/roleQueries.ts';
import { insertUser } from '../../../server/features/people/userQueries.ts';
import type { Db } from '../../../server/platform/db/db.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import type { Permission } from '../../../src/shared/contract/permissions.ts';
import { openSession } from '../server/session.ts';

/** Answers the user's token. */
export async function addColleague(
  db: Db,
  name: string,
  permissions: readonly Permission[],
  companies: readonly number[],
  now: Date,
): Promise<string> {
  const ids = await db.all<{ id: number }>(sql`select id from permissions where name in (${permissions})`);
  const role = { name: name.toLowerCase(), display_name: name, description: '', permissions: ids.map(({ id }) => id) };
  const user = { name, email: `${name.toLowerCase()}@colleagues.example`, passwordHash: '', companies };
  const userId = await insertUser(db, { ...user, roles: [await insertRole(db, role)] }, now);
  return openSession(db, userId, now);
}
