// Sessions. A session ends 12 hours after its last use, and 14 days after its start in any case.

import type { Session } from '../../../src/shared/contract/sessions.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { maybeOne, type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { ignoreUnwritable } from '../../platform/db/errors.ts';
import { isUnexpired } from '../../platform/db/moments.ts';
import { heldUsers } from '../../platform/records/legalHolds.ts';
import { dateOf, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { clocksColumn } from '../settings/clocks.ts';
import { mustSetUpSecondFactor } from './credentialQueries.ts';

const idleMinutes = 12 * 60;
const maxMinutes = 14 * 24 * 60;

const isLive = (now: Date) =>
  sql`${isUnexpired(sql`expires_at`, maxMinutes, now)} and last_used_at > ${instantOf(plusMinutes(now, -idleMinutes))}`;

interface UsedSession {
  id: number;
  name: string;
  email: string;
  last_used_at: string;
  lacks_factor: boolean;
  permission_names: string | null;
  clocks: string;
}

/** The caller, and the clocks of all companies at that moment. */
export interface SignedIn {
  readonly caller: Caller;
  readonly clocks: string;
}

/** Finds who has a session, and records that it is in use. */
export async function touchSession(
  queries: Queries,
  { session: tokenHash, address }: Pick<Caller, 'session' | 'address'>,
  now: Date,
): Promise<SignedIn | undefined> {
  const session = await maybeOne<UsedSession>(
    queries,
    sql`select users.id, users.name, users.email, sessions.last_used_at,
        ${mustSetUpSecondFactor(sql`users.id`)} as lacks_factor, ${permissionNames(sql`users.id`)} as permission_names,
        ${clocksColumn} as clocks
      from sessions join users on users.id = sessions.user_id
      where token_hash = ${tokenHash} and ${isLive(now)}`,
    ['lacks_factor'],
  );
  if (!session) return undefined;

  // Updates at most once a minute: otherwise every read would write.
  if (dateOf(session.last_used_at) < plusMinutes(now, -1)) {
    const note = sql`update sessions set last_used_at = ${instantOf(now)}, last_address = ${address}
      where token_hash = ${tokenHash}`;
    await ignoreUnwritable(queries.run(note));
  }
  const caller = {
    id: session.id,
    name: session.name,
    email: session.email,
    permissions: permissionsIn(session.permission_names),
    mustSetUpSecondFactor: session.lacks_factor,
    session: tokenHash,
    address,
  };
  return { caller, clocks: session.clocks };
}

export async function permissionsOf(queries: Queries, userId: number): Promise<Caller['permissions']> {
  const names = await scalar<string | null>(queries, sql`select ${permissionNames(sql`${userId}`)} as names`);
  return permissionsIn(names);
}

const permissionNames = (userId: Sql) =>
  sql`(select string_agg(permissions.name, ' ') from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
    join permissions on permissions.id = role_permissions.permission_id
    where user_roles.user_id = ${userId})`;

/** Sets of permissions by their names, as the database has them now; there are about as many as roles. */
const permissionSets = new LruMap<string, Caller['permissions']>(100);

function permissionsIn(names: string | null): Caller['permissions'] {
  if (names === null) return new Set();
  const cached = permissionSets.get(names);
  if (cached) return cached;
  const permissions = new Set(names.split(' '));
  permissionSets.set(names, permissions);
  return permissions;
}

/** The ways in which a user proves who they are. */
const signInMethods = ['password', 'passkey', 'single_sign_on', 'invitation'] as const;
export type SignInMethod = (typeof signInMethods)[number];
export const isSignInMethod = (text: string): text is SignInMethod => signInMethods.some((each) => each === text);

interface NewSession {
  readonly userId: number;
  readonly tokenHash: string;
  readonly beganBy: SignInMethod;
  readonly device: string;
  readonly userAgent: string;
  readonly address: string;
}

export async function startSession(queries: Queries, session: NewSession, now: Date): Promise<number> {
  const { userId, tokenHash, beganBy, device, userAgent, address } = session;
  const start = instantOf(now);
  await queries.run(
    sql`delete from sessions where user_id = ${userId} and expires_at <= ${start} and user_id not in (${heldUsers})`,
  );
  return scalar(
    queries,
    sql`insert into sessions (token_hash, user_id, began_by, device, user_agent, first_address, last_address,
        created_at, last_used_at, expires_at)
      values (${tokenHash}, ${userId}, ${beganBy}, ${device}, ${userAgent}, ${address}, ${address},
        ${start}, ${start}, ${instantOf(plusMinutes(now, maxMinutes))})
      returning id`,
  );
}

type SessionRow = Omit<Session, 'is_current'> & { readonly token_hash: string };

/** Lists sessions that still work, the last used one first. */
export const liveSessions = (queries: Queries, userId: number, now: Date): Promise<SessionRow[]> =>
  queries.all(
    sql`select id, token_hash, began_by, device, user_agent, first_address, last_address, created_at,
        last_used_at as last_seen_at
      from sessions where user_id = ${userId} and ${isLive(now)} order by last_used_at desc, id desc`,
  );

/** Ends all but one of a user's sessions, and the half-done sign-ins. Returns the number of ended sessions. */
export async function endSessionsOf(queries: Queries, userId: number, keptSession: string): Promise<number> {
  await queries.run(sql`delete from sign_in_tickets where user_id = ${userId}`);
  return queries.run(sql`delete from sessions where user_id = ${userId} and token_hash <> ${keptSession}`);
}
