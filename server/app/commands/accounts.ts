// Commands that let people in: the first or another administrator, a new password, a reset second factor, and sign-in
// by password where single sign-on closed it.

import { notifyOwner } from '../../features/people/accountMails.ts';
import {
  arePasswordsClosed,
  type Credentials,
  findCredentials,
  hasAdministrator,
  normalizeEmail,
  openPasswords,
} from '../../features/people/credentialQueries.ts';
import { administratorRole, lockRights, roleId } from '../../features/people/roleQueries.ts';
import { hasUsers, insertUser, loadUser, setPassword, setRoles } from '../../features/people/userQueries.ts';
import { resetFactors } from '../../features/signIn/secondFactor/factors.ts';
import { createPassword, createPasswords } from '../../platform/access/passwords.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockSetup } from '../../platform/db/migrations/migrate.ts';
import { withDatabase } from '../../platform/db/open.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { type Config, ConfigError } from '../config.ts';
import { openCurrent, openWithPermissions } from './openWithPermissions.ts';

type Admin = NonNullable<Config['admin']>;

/** Creates the first administrator of an empty database, or another one if none is left. */
export async function admin(config: Config): Promise<void> {
  if (!config.admin) throw new ConfigError('Set ADMIN_EMAIL and ADMIN_PASSWORD to create the administrator');
  const { admin: wanted } = config;
  await withDatabase(openWithPermissions(config), async (db) => {
    if ((await createFirstAdmin(db, wanted)) || (await replaceLastAdmin(db, wanted))) return;
    throw new ConfigError('The database already has an administrator: ask them to add more');
  });
}

const byCommand = (now: Date) => ({ caller: null, requestId: 'command line', now });

/** Returns false, and changes nothing, if the database has users. */
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
    await audit(queries, { caller: null, requestId: '', now }, 'users.create_first', 'users', { subjectId });
    return true;
  });
  // Standard output carries the server's log.
  if (isCreated) console.error(`Created the administrator ${email}`);
  return isCreated;
}

/**
 * Makes the user with this e-mail an administrator with this password, or adds one, if there are users but no
 * administrator. Returns false, and changes nothing, if there is an administrator.
 */
async function replaceLastAdmin(db: Db, { email, password }: Admin): Promise<boolean> {
  const passwordHash = await createPasswords().hash(password);
  const now = new Date();
  const isMade = await db.tx(async (queries) => {
    await lockRights(queries);
    if (await hasAdministrator(queries)) return false;
    const role = await roleId(queries, administratorRole);
    const credentials = await findCredentials(queries, email);
    const user = { name: 'Administrator', email, passwordHash, roles: [role], companies: [] };
    const subjectId = credentials?.id ?? (await insertUser(queries, user, now));
    if (credentials) {
      await lockRow(queries, 'users', subjectId, 'change');
      const held = (await loadUser(queries, subjectId))?.roles ?? [];
      await setRoles(queries, subjectId, [...held.map(({ id }) => id), role]);
      await setPassword(queries, subjectId, passwordHash);
      await notifyOwner(queries, credentials.email, 'password', now);
    }
    const { name, roles } = (await loadUser(queries, subjectId)) ?? { name: '', roles: [] };
    const after = { name, email: normalizeEmail(email), roles: roles.map((held) => held.name), is_new: !credentials };
    await audit(queries, byCommand(now), 'users.replace_administrator', 'users', { subjectId, after });
    return true;
  });
  if (isMade) console.error(`${normalizeEmail(email)} is an administrator now`);
  if (isMade && (await arePasswordsClosed(db)))
    console.error('Sign-in by password is closed: open-password-sign-in opens it');
  return isMade;
}

/**
 * Sets a new password for a user who cannot get a reset link, since there is no mail server or no other administrator.
 * Also ends the user's sessions.
 */
export const resetPassword = (config: Config, email: string | undefined): Promise<void> =>
  forUser(config, 'reset-password', email, async (db, user) => {
    const { id } = user;
    const password = createPassword();
    const passwordHash = await createPasswords().hash(password);
    await db.tx(async (queries) => {
      await lockRow(queries, 'users', id, 'change');
      await setPassword(queries, id, passwordHash);
      const now = new Date();
      await notifyOwner(queries, user.email, 'password', now);
      await audit(queries, byCommand(now), 'users.reset_password', 'users', { subjectId: id });
    });
    console.log(`The new password of ${user.email} is ${password}`);
  });

async function forUser(
  config: Config,
  command: string,
  email: string | undefined,
  work: (db: Db, user: Credentials) => Promise<void>,
): Promise<void> {
  if (email === undefined) throw new ConfigError(`Usage: ${command} <e-mail>`);
  await withDatabase(openCurrent(config), async (db) => {
    const user = await findCredentials(db, email);
    if (!user) throw new ConfigError(`There is no user with the e-mail ${email}`);
    await work(db, user);
  });
}

/**
 * Removes the second factors of a user who lost them, if no administrator can: the last one gets in again this way.
 * Also ends the user's sessions.
 */
export const resetSecondFactor = (config: Config, email: string | undefined): Promise<void> =>
  forUser(config, 'reset-second-factor', email, async (db, user) => {
    const wasReset = await db.tx(async (queries) => {
      await lockRow(queries, 'users', user.id, 'change');
      const now = new Date();
      if (!(await resetFactors(queries, user, now))) return false;
      await audit(queries, byCommand(now), 'users.reset_second_factor', 'users', { subjectId: user.id });
      return true;
    });
    if (!wasReset) throw new ConfigError(`${user.email} has no second factor`);
    console.log(`The second factor of ${user.email} was removed. The password alone signs in now`);
  });

/** Opens sign-in by password again, for operators whose provider of single sign-on does not work. */
export const openPasswordSignIn = (config: Config): Promise<void> =>
  withDatabase(openCurrent(config), async (db) => {
    const wasClosed = await db.tx(async (queries) => {
      await lockRights(queries);
      if (!(await openPasswords(queries))) return false;
      await audit(queries, byCommand(new Date()), 'single_sign_on.open_passwords', 'single_sign_on');
      return true;
    });
    console.log(wasClosed ? 'Everybody can sign in by password again' : 'Sign-in by password was not closed');
  });
