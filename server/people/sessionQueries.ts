// Sessions. A session ends 12 hours after its last use, and 14 days after its start in any case.

import type { Caller } from '../access/caller.ts';
import { dateOf, instantOf, plusMinutes } from '../time/instants.ts';
import { maybeOne, type Queries } from '../db/db.ts';
import { unlessDiskFull } from '../db/errors.ts';
import { sql } from '../db/sql.ts';

const idleMinutes = 12 * 60;
const maxMinutes = 14 * 24 * 60;

/** Finds the caller of a session, and records that the session is in use. */
export async function touchSession(
  queries: Queries,
  { session: tokenHash, address }: Pick<Caller, 'session' | 'address'>,
  now: Date,
): Promise<Caller | undefined> {
  const session = await maybeOne<{ id: number; name: string; email: string; last_used_at: string }>(
    queries,
    sql`select users.id, users.name, users.email, sessions.last_used_at
      from sessions join users on users.id = sessions.user_id
      where token_hash = ${tokenHash} and expires_at > ${instantOf(now)}
        and last_used_at > ${instantOf(plusMinutes(now, -idleMinutes))}`,
  );
  if (!session) return undefined;

  // To the minute, so that not every read causes a write.
  if (dateOf(session.last_used_at) < plusMinutes(now, -1)) {
    const note = sql`update sessions set last_used_at = ${instantOf(now)} where token_hash = ${tokenHash}`;
    await unlessDiskFull(queries.run(note));
  }
  return {
    id: session.id,
    name: session.name,
    email: session.email,
    permissions: await permissionsOf(queries, session.id),
    session: tokenHash,
    address,
  };
}

export async function permissionsOf(queries: Queries, userId: number): Promise<Caller['permissions']> {
  const permissions = await queries.all<{ name: string }>(
    sql`select distinct permissions.name from permissions
      join role_permissions on role_permissions.permission_id = permissions.id
      join user_roles on user_roles.role_id = role_permissions.role_id
      where user_roles.user_id = ${userId}`,
  );
  return new Set(permissions.map(({ name }) => name));
}

export async function startSession(queries: Queries, userId: number, tokenHash: string, now: Date): Promise<void> {
  const start = instantOf(now);
  await queries.run(sql`delete from sessions where user_id = ${userId} and expires_at <= ${start}`);
  await queries.run(
    sql`insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at)
      values (${tokenHash}, ${userId}, ${start}, ${start}, ${instantOf(plusMinutes(now, maxMinutes))})`,
  );
}

export async function endSession(queries: Queries, tokenHash: string): Promise<void> {
  await queries.run(sql`delete from sessions where token_hash = ${tokenHash}`);
}

/** Ends all sessions of a user but one, and the half-done sign-ins. */
export async function endSessionsOf(queries: Queries, userId: number, keptSession: string): Promise<void> {
  await queries.run(sql`delete from sign_in_tickets where user_id = ${userId}`);
  await queries.run(sql`delete from sessions where user_id = ${userId} and token_hash <> ${keptSession}`);
}
