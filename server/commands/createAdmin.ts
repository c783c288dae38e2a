// Creates the first administrator of an empty database.

import { createPasswords } from '../access/passwords.ts';
import { audit } from '../audit/auditLog.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Db } from '../db/db.ts';
import { lockSetup } from '../db/migrations/migrate.ts';
import { administratorRole, roleId } from '../people/roleQueries.ts';
import { hasUsers, insertUser } from '../people/userQueries.ts';
import { openWithPermissions } from './openWithPermissions.ts';

type Admin = NonNullable<Config['admin']>;

export async function admin(config: Config): Promise<void> {
  if (!config.admin) throw new ConfigError('Set ADMIN_EMAIL and ADMIN_PASSWORD to create the administrator');
  const db = await openWithPermissions(config);
  const isCreated = await createFirstAdmin(db, config.admin);
  await db.close();
  if (!isCreated) throw new ConfigError('The database already has users: ask one of its administrators to add more');
}

/** Answers false, and changes nothing, where the database has users. */
export async function createFirstAdmin(db: Db, { email, password }: Admin): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const now = new Date();
  const passwordHash = await createPasswords().hash(password);
  const isCreated = await db.tx(async (queries) => {
    await lockSetup(queries);
    if (await hasUsers(queries)) return false;
    const roles = [await roleId(queries, administratorRole)];
    const user = { name: 'Administrator', email, passwordHash, roles, companies: [] };
    const subjectId = await insertUser(queries, user, now);
    const action = 'users.create_first';
    await audit(queries, { caller: null, requestId: '', now, action, subject: 'users', subjectId });
    return true;
  });
  // Standard output carries the server's log.
  if (isCreated) console.error(`Created the administrator ${email}`);
  return isCreated;
}
