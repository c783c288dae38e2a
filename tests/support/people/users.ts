// Users with sessions and API tokens created without a call, somebody invited by mail, and an employee to erase.

import { insertRole } from '../../../server/features/people/roleQueries.ts';
import { startSession } from '../../../server/features/people/sessionQueries.ts';
import { createTicket } from '../../../server/features/people/tickets.ts';
import { insertUser } from '../../../server/features/people/userQueries.ts';
import { insertToken } from '../../../server/features/signIn/apiTokens/apiTokenQueries.ts';
import { createTokenText, startOf } from '../../../server/features/signIn/apiTokens/callerOfToken.ts';
import { createToken, hashOfToken } from '../../../server/platform/crypto/hashes.ts';
import { type Db, maybeOne, one, type Queries, sql } from '../../../server/platform/db/db.ts';
import { type ListedUser, listedUser } from '../../../src/shared/contract/people.ts';
import type { Permission } from '../../../src/shared/contract/permissions.ts';
import type { TestAnswer, TestServer } from '../server/server.ts';

/** Adds another user with these permissions and companies, and returns the user's token. */
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

/** Starts a session for a user without a call to sign in, and returns its token. */
export async function openSession(db: Db, userId: number, at: Date): Promise<string> {
  const { token, hash } = createToken();
  const unknown = { device: '', userAgent: '', address: '' };
  await startSession(db, { userId, tokenHash: hash, beganBy: 'password', ...unknown }, at);
  return token;
}

interface Wanted {
  readonly userId: number;
  readonly name: string;
  readonly permissions: readonly string[];
  /** Null for all of the user's companies. */
  readonly companies: readonly number[] | null;
}

/** Adds an API token, even with more rights than its user could give it. */
export async function addApiToken(db: Db, wanted: Wanted, now = new Date()): Promise<string> {
  const token = createTokenText();
  const secret = { tokenHash: hashOfToken(token), start: startOf(token) };
  await insertToken(db, { ...wanted, ...secret, expiresAt: null }, now);
  return token;
}

/**
 * A signed-in user's confirmation, as from POST /auth/confirm. Empty for anything but a session, such as an API token.
 */
export async function confirmationFor(db: Db, session: string, now: Date): Promise<string> {
  const found = await maybeOne<{ user_id: number }>(
    db,
    sql`select user_id from sessions where token_hash = ${hashOfToken(session)}`,
  );
  return found ? createTicket(db, { stage: 'confirmed', userId: found.user_id }, now) : '';
}

// An invited person: inviting them, their link, and what they do with it.

export const invitee = { name: 'Nina Reader', email: 'nina@rollcall.example', roles: [], companies: [] };

export const inviteUser = (server: TestServer, token: string, more: object = {}): Promise<TestAnswer> =>
  server.ask('POST /users', { token, body: { ...invitee, invite: true, ...more } });

/** The user in a call's answer. */
export function userIn({ status, json }: TestAnswer): ListedUser {
  if (status >= 300) throw new Error(json.message);
  return listedUser(json.data);
}

/** The token in the last link mailed. */
export function mailedToken({ mails }: TestServer): string {
  const link = new URL(/https:\S+#\S+/.exec(mails.at(-1)?.body ?? '')?.[0] ?? 'https://no.link');
  return new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
}

export const openInvitation = (server: TestServer, token: string): Promise<TestAnswer> =>
  server.ask('POST /auth/invitation', { body: { token } });

export const acceptInvitation = (
  server: TestServer,
  token: string,
  password = 'chosen by Nina',
  password_confirmation = password,
): Promise<TestAnswer> =>
  server.ask('POST /auth/invitation/accept', { body: { token, password, password_confirmation } });

/** An employee with attendance whom the server agrees to erase: no record waits for the HR system or a decision. */
export const someoneErasable = (queries: Queries): Promise<{ id: number; name: string }> =>
  one(
    queries,
    sql`select id, name from employees
      where exists (select 1 from attendance where employee_id = employees.id)
        and not exists (select 1 from corrections where employee_id = employees.id and state = 'waiting')
        and not exists (select 1 from attendance join hr_deliveries on attendance_id = attendance.id
          where attendance.employee_id = employees.id and state = 'waiting')
      order by id limit 1`,
  );
