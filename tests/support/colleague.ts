// Another user of a test's server, with these permissions and companies.

import { startSession } from '../../server/people/sessionQueries.ts';
import { insertRole } from '../../server/people/roleQueries.ts';
import { insertUser } from '../../server/people/userQueries.ts';
import { createToken } from '../../server/access/tokens.ts';
import type { Db } from '../../server/db/db.ts';
import { sql } from '../../server/db/sql.ts';
import type { Permission } from '../../src/contract/permissions.ts';

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
  const { token, hash } = createToken();
  await startSession(db, userId, hash, now);
  return token;
}
