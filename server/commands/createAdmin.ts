// The first person of an empty database.

import { audit } from '../audit/auditLog.ts';
import type { Db } from '../db/db.ts';
import { lockSchema } from '../db/migrations/migrate.ts';
import { administratorRole, roleId } from '../people/roleQueries.ts';
import { hasUsers, insertUser } from '../people/userQueries.ts';
import type { Passwords } from '../access/secrets.ts';

/** Whether it was needed: a database that has people keeps them, and gets nobody. */
export async function createFirstAdmin(
  db: Db,
  passwords: Passwords,
  admin: { email: string; password: string },
  now: Date,
): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const passwordHash = await passwords.hash(admin.password);
  return db.tx(async (queries) => {
    await lockSchema(queries);
    if (await hasUsers(queries)) return false;
    const roles = [await roleId(queries, administratorRole)];
    const id = await insertUser(
      queries,
      { name: 'Administrator', email: admin.email, passwordHash, roles, companies: [] },
      now,
    );
    await audit(queries, {
      caller: null,
      requestId: '',
      now,
      action: 'users.create_first',
      subject: 'users',
      subjectId: id,
    });
    return true;
  });
}
