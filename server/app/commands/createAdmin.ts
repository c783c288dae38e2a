// Creates the first administrator of an empty database, or another one where none is left.

import { createPasswords } from '../../platform/access/passwords.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Db, Queries } from '../../platform/db/db.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { lockSetup } from '../../platform/db/migrations/migrate.ts';
import { tellOwner } from '../../features/people/accountMails.ts';
import {
  arePasswordsClosed,
  type Credentials,
  findCredentials,
  normalEmail,
} from '../../features/people/credentialQueries.ts';
import { administratorRole, lockRights, roleId } from '../../features/people/roleQueries.ts';
import {
  hasAdministrator,
  hasUsers,
  insertUser,
  loadUser,
  setPassword,
  setRoles,
} from '../../features/people/userQueries.ts';
import { openWithPermissions } from './openWithPermissions.ts';

type Admin = NonNullable<Config['admin']>;

export async function admin(config: Config): Promise<void> {
  if (!config.admin) throw new ConfigError('Set ADMIN_EMAIL and ADMIN_PASSWORD to create the administrator');
  const db = await openWithPermissions(config);
  try {
    if ((await createFirstAdmin(db, config.admin)) || (await replaceLastAdmin(db, config.admin))) return;
    throw new ConfigError('The database already has an administrator: ask them to add more');
  } finally {
    await db.close();
  }
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

/**
 * Where there are users and none is an administrator: whoever has the e-mail becomes one, with the password, or somebody
 * new does. Answers false, and changes nothing, where there is an administrator.
 */
async function replaceLastAdmin(db: Db, { email, password }: Admin): Promise<boolean> {
  const passwordHash = await createPasswords().hash(password);
  const now = new Date();
  const isMade = await db.tx(async (queries) => {
    await lockRights(queries);
    if (await hasAdministrator(queries)) return false;
    const role = await roleId(queries, administratorRole);
    const known = await findCredentials(queries, email);
    const user = { name: 'Administrator', email, passwordHash, roles: [role], companies: [] };
    const subjectId = known?.id ?? (await insertUser(queries, user, now));
    if (known) await promote(queries, known, { role, passwordHash, now });
    const { name, roles } = (await loadUser(queries, subjectId)) ?? { name: '', roles: [] };
    const after = { name, email: normalEmail(email), roles: roles.map((held) => held.name), is_new: !known };
    const act = { caller: null, requestId: 'command line', now, action: 'users.replace_administrator' } as const;
    await audit(queries, { ...act, subject: 'users', subjectId, after });
    return true;
  });
  if (isMade) console.error(`${normalEmail(email)} is an administrator now`);
  if (isMade && (await arePasswordsClosed(db)))
    console.error('Sign-in by password is closed: open-password-sign-in opens it');
  return isMade;
}

interface Promotion {
  readonly role: number;
  readonly passwordHash: string;
  readonly now: Date;
}

async function promote(
  queries: Queries,
  { id, email }: Credentials,
  { role, passwordHash, now }: Promotion,
): Promise<void> {
  await lockRow(queries, 'users', id, 'change');
  const held = (await loadUser(queries, id))?.roles ?? [];
  await setRoles(queries, id, [...held.map((each) => each.id), role]);
  await setPassword(queries, id, passwordHash);
  await tellOwner(queries, email, 'password', now);
}
