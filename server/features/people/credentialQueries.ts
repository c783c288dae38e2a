// What a user signs in with: e-mail and password hash, links for a new password, and whether a second factor is due.

import { noPassword } from '../../platform/access/passwords.ts';
import { changesRow, exists, maybeOne, type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { isUnexpired } from '../../platform/db/moments.ts';
import { lockRow, type Purpose } from '../../platform/db/rowLocks.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { administratorRole } from './roleQueries.ts';

/** E-mail addresses are stored and compared in lower case, with accents on their letters. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');

/** A condition on a row of users. What is stored from before may have accents beside their letters. */
export function hasEmail(email: string): Sql {
  const normal = normalizeEmail(email);
  return sql`users.email in (${[normal, normal.normalize('NFD')]})`;
}

export interface Credentials {
  id: number;
  email: string;
  password_hash: string;
}

export const findCredentials = (queries: Queries, email: string): Promise<Credentials | undefined> =>
  maybeOne(
    queries,
    sql`select id, email, password_hash from users where ${hasEmail(email)} order by length(email) limit 1`,
  );

/** A condition on a row of users. People without a password come in by single sign-on only. */
export const isPasswordSet = sql`users.password_hash <> ${noPassword}`;

export const hasPassword = (queries: Queries, userId: number): Promise<boolean> =>
  userMeets(queries, userId, isPasswordSet);

/**
 * Returns whether e-mail and password are still those that were checked, and keeps them so until the transaction ends.
 */
export async function lockIfUnchanged(
  queries: Queries,
  { id, email, password_hash }: Credentials,
  to: Purpose,
): Promise<boolean> {
  await lockRow(queries, 'users', id, to);
  const same = sql`select id from users where id = ${id} and email = ${email} and password_hash = ${password_hash}`;
  return exists(queries, same);
}

const isClosed = sql`exists (select 1 from single_sign_on_settings where closes_passwords = true)`;

export const arePasswordsClosed = (queries: Queries): Promise<boolean> => isTrue(queries, isClosed);

const administratorIds = sql`select user_id from user_roles join roles on roles.id = user_roles.role_id
  where roles.name = ${administratorRole}`;

/** Selects the ids of chosen emergency accounts that still are administrators. */
export const emergencyAccounts = sql`select user_id from emergency_accounts where user_id in (${administratorIds})`;

/** Checks that single sign-on has not closed sign-in by password, or that the user has an emergency account. */
export const mayUsePassword = (queries: Queries, userId: number): Promise<boolean> =>
  isTrue(queries, sql`not ${isClosed} or ${userId} in (${emergencyAccounts})`);

interface Administrator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly has_password: boolean;
}

/** Lists the users who can be emergency accounts. */
export const findAdministrators = (queries: Queries): Promise<Administrator[]> =>
  queries.all<Administrator>(
    sql`select users.id, users.name, users.email, ${isPasswordSet} as has_password
      from users where users.id in (${administratorIds}) ${byName(searchedKinds.users)}`,
    ['has_password'],
  );

/** Whether somebody can still sign in and do everything; an invited administrator cannot yet. */
export const hasAdministrator = (queries: Queries): Promise<boolean> =>
  exists(
    queries,
    sql`select id from users where id in (${administratorIds})
      and (${isPasswordSet} or id in (select user_id from single_sign_on_links))`,
  );

/** Opens sign-in by password. Returns whether it was closed. */
export const openPasswords = (queries: Queries): Promise<boolean> =>
  changesRow(queries, sql`update single_sign_on_settings set closes_passwords = false where closes_passwords = true`);

const isTrue = (queries: Queries, condition: Sql): Promise<boolean> =>
  exists(queries, sql`select 1 as yes where ${condition}`);

/** Reset tokens work once, and are stored as hashes. */
export const resetMinutes = 60;
export const isResetValid = (now: Date): Sql => isUnexpired(sql`password_resets.expires_at`, resetMinutes, now);

export async function addPasswordReset(
  queries: Queries,
  userId: number,
  tokenHash: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await queries.run(sql`delete from password_resets where not ${isResetValid(now)}`);
  await queries.run(
    sql`insert into password_resets (token_hash, user_id, expires_at)
      values (${tokenHash}, ${userId}, ${instantOf(expiresAt)})`,
  );
}

/** Returns whether this call used up the token; of two concurrent calls, only one does. */
export const usePasswordReset = (queries: Queries, tokenHash: string): Promise<boolean> =>
  changesRow(queries, sql`delete from password_resets where token_hash = ${tokenHash}`);

export async function deletePasswordResets(queries: Queries, userId: number): Promise<void> {
  await queries.run(sql`delete from password_resets where user_id = ${userId}`);
}

/** Whether a role of the user asks for a second factor. `userId` is the column that holds the id. */
const mustHaveFactor = (userId: Sql): Sql =>
  sql`exists (
    select 1 from user_roles join roles on roles.id = user_roles.role_id
    where user_roles.user_id = ${userId} and roles.requires_second_factor = true)`;

export const hasFactor = (userId: Sql): Sql =>
  sql`(exists (select 1 from authenticator_apps where authenticator_apps.user_id = ${userId})
    or exists (select 1 from passkeys where passkeys.user_id = ${userId}))`;

/** Whether the user must set up a second factor before anything else. */
export const mustSetUpSecondFactor = (userId: Sql): Sql =>
  sql`(${mustHaveFactor(userId)} and not ${hasFactor(userId)})`;

export const isFactorRequired = (queries: Queries, userId: number): Promise<boolean> =>
  userMeets(queries, userId, mustHaveFactor(sql`users.id`));

export const isSecondFactorDue = (queries: Queries, userId: number): Promise<boolean> =>
  userMeets(queries, userId, mustSetUpSecondFactor(sql`users.id`));

/** Checks a condition on the user's row. */
export const userMeets = (queries: Queries, userId: number, condition: Sql): Promise<boolean> =>
  exists(queries, sql`select id from users where id = ${userId} and ${condition}`);
