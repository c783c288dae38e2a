// Single-use password reset tokens: valid for an hour, stored as hashes.

import { instantOf } from '../../platform/time/instants.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Credentials } from './credentialQueries.ts';

export const resetMinutes = 60;

export async function addPasswordReset(
  queries: Queries,
  userId: number,
  tokenHash: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await queries.run(sql`delete from password_resets where expires_at <= ${instantOf(now)}`);
  await queries.run(
    sql`insert into password_resets (token_hash, user_id, expires_at)
      values (${tokenHash}, ${userId}, ${instantOf(expiresAt)})`,
  );
}

export function findPasswordReset(
  queries: Queries,
  tokenHash: string,
  email: string,
  now: Date,
): Promise<Credentials | undefined> {
  return maybeOne(
    queries,
    sql`select users.id, users.email, users.password_hash from password_resets join users on users.id = password_resets.user_id
      where token_hash = ${tokenHash} and users.email = ${email} and expires_at > ${instantOf(now)}`,
  );
}

/** Answers whether this call used the token up; of two concurrent calls only one does. */
export async function usePasswordReset(queries: Queries, tokenHash: string): Promise<boolean> {
  return (await queries.run(sql`delete from password_resets where token_hash = ${tokenHash}`)) === 1;
}

export async function deletePasswordResets(queries: Queries, userId: number): Promise<void> {
  await queries.run(sql`delete from password_resets where user_id = ${userId}`);
}
