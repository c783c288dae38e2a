// The session of a call, the caller's sessions, and those of other users for administrators who may change these users.
// A user whose session was ended has to sign in at the next call.

import type { User } from '../../../src/shared/contract/session.ts';
import type { Session } from '../../../src/shared/contract/sessions.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { audit, type SignedInActor } from '../../platform/audit/auditLog.ts';
import { changesRow, type Queries, scalars, sql } from '../../platform/db/db.ts';
import { notFound, unauthenticated } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { asUtc } from '../../platform/time/clock.ts';
import { assertMayChangeUser, callerWhoMayChange } from '../people/grantRules.ts';
import { endSessionsOf, liveSessions } from '../people/sessionQueries.ts';
import { findUsers, users } from '../people/userQueries.ts';
import { withFeatures } from './continueSignIn.ts';

const unknownSession = () => notFound('Session not found. It may have ended already');

export const sessionHandlers = {
  async 'POST /auth/logout'(request) {
    const { db, caller } = request;
    await db.tx(async (queries) => {
      if (!(await changesRow(queries, sql`delete from sessions where token_hash = ${caller.session}`))) return;
      await audit(queries, request, 'auth.logout', 'users', { subjectId: caller.id });
    });
  },

  async 'GET /auth/user'({ db, caller, clocks }) {
    const [user] = await findUsers(db, caller, [caller.id]);
    if (!user) throw unauthenticated();
    const shown = caller.apiToken ? asToken(user, caller, caller.apiToken.name) : user;
    return withFeatures(db, shown, { caller, clocks });
  },

  'GET /sessions': ({ db, caller, now }) => shownSessions(db, caller, caller.id, now),

  async 'DELETE /sessions/{id}'(request) {
    await request.db.tx((queries) => endSession(queries, request, request.caller.id, request.params.id));
  },

  async 'POST /sessions/end-others'(request) {
    const ended = await request.db.tx((queries) =>
      endSessions(queries, request, request.caller.id, 'sessions.end_others'),
    );
    return { ended };
  },

  async 'GET /users/{id}/sessions'({ db, caller, params, now }) {
    const { id } = await findOrThrow(users, db, caller, params.id);
    await assertMayChangeUser(db, caller, id);
    return shownSessions(db, caller, id, now);
  },

  async 'DELETE /users/{id}/sessions'(request) {
    const { db, params } = request;
    const ended = await db.tx(async (queries) => {
      const caller = await callerWhoMayChange(queries, request, params.id);
      return endSessions(queries, { ...request, caller }, params.id, 'sessions.end_all');
    });
    return { ended };
  },

  async 'DELETE /user-sessions/{id}'(request) {
    const { db, params } = request;
    await db.tx(async (queries) => {
      const owners = await scalars(queries, sql`select user_id from sessions where id = ${params.id}`);
      const [user] = await findUsers(queries, request.caller, owners);
      if (!user) throw unknownSession();
      const caller = await callerWhoMayChange(queries, request, user.id);
      await endSession(queries, { ...request, caller }, user.id, params.id);
    });
  },
} satisfies Partial<Handlers>;

/** Shows a machine its own rights, not its owner's. */
function asToken(user: User, { permissions }: Caller, name: string): User {
  const held = [...permissions].sort().map((permission) => ({ name: permission }));
  const role = { id: 0, name: 'api_token', display_name: name, is_system: false, permissions: held };
  return { ...user, role: name, roles: [role] };
}

async function endSession(queries: Queries, actor: SignedInActor, userId: number, id: number) {
  const ended = await queries.run(sql`delete from sessions where user_id = ${userId} and id = ${id}`);
  if (ended === 0) throw unknownSession();
  await audit(queries, actor, 'sessions.end', 'users', { subjectId: userId, before: { session_id: id } });
}

/** Returns the number of ended sessions. The caller's own stays, as signing out is another button. */
async function endSessions(
  queries: Queries,
  actor: SignedInActor,
  userId: number,
  action: 'sessions.end_others' | 'sessions.end_all',
): Promise<number> {
  const sessions = await endSessionsOf(queries, userId, actor.caller.session);
  await audit(queries, actor, action, 'users', { subjectId: userId, before: { sessions } });
  return sessions;
}

async function shownSessions(queries: Queries, caller: Caller, userId: number, now: Date): Promise<Session[]> {
  const rows = await liveSessions(queries, userId, now);
  return rows.map(({ token_hash, created_at, last_seen_at, ...row }) => ({
    ...row,
    is_current: token_hash === caller.session,
    created_at: asUtc(created_at),
    last_seen_at: asUtc(last_seen_at),
  }));
}
