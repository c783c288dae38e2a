// The sessions of the caller, and those of other users for administrators who may change these. Whose session ended is
// asked to sign in at the next call.

import type { Session } from '../../../src/contract/entities/sessions.ts';
import type { Caller } from '../../access/caller.ts';
import { audit } from '../../audit/auditLog.ts';
import type { Queries } from '../../db/db.ts';
import { callerWhoMayChange } from '../../people/grantRules.ts';
import {
  endSessionById,
  endSessionsOf,
  liveSessions,
  type SessionRow,
  userOfSession,
} from '../../people/sessionQueries.ts';
import { findUser } from '../../people/userQueries.ts';
import { notFound } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../records/endpoint.ts';
import { asUtc } from '../../time/instants.ts';

const unknownSession = () => notFound('Session not found. It may have ended already');
const unknownUser = () => notFound('User not found');

export const sessionHandlers = {
  'GET /sessions': {
    allow: 'signedIn',
    async handle({ db, caller, now }) {
      return { data: await shownSessions(db, caller, caller.id, now) };
    },
  },

  'DELETE /sessions/{id}': {
    allow: 'signedIn',
    async handle({ db, caller, params, now, requestId }) {
      await db.tx(async (queries) => {
        if ((await endSessionById(queries, caller.id, params.id)) === 0) throw unknownSession();
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'sessions.end',
          subject: 'users',
          subjectId: caller.id,
          before: { session_id: params.id },
        });
      });
      return { data: null };
    },
  },

  'POST /sessions/end-others': {
    allow: 'signedIn',
    async handle({ db, caller, now, requestId }) {
      const ended = await db.tx(async (queries) => {
        const count = await endSessionsOf(queries, caller.id, caller.session);
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'sessions.end_others',
          subject: 'users',
          subjectId: caller.id,
          before: { sessions: count },
        });
        return count;
      });
      return { data: { ended } };
    },
  },

  'GET /users/{id}/sessions': {
    allow: 'sign_in.manage',
    async handle({ db, caller, params, now }) {
      if (!(await findUser(db, caller, params.id))) throw unknownUser();
      return { data: await shownSessions(db, caller, params.id, now) };
    },
  },

  'DELETE /users/{id}/sessions': {
    allow: 'sign_in.manage',
    async handle(request) {
      const { db, params, now, requestId } = request;
      const ended = await db.tx(async (queries) => {
        const caller = await callerWhoMayChange(queries, request, params.id);
        // One's own current session stays: signing out is another button.
        const count = await endSessionsOf(queries, params.id, caller.session);
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'sessions.end_all',
          subject: 'users',
          subjectId: params.id,
          before: { sessions: count },
        });
        return count;
      });
      return { data: { ended } };
    },
  },

  'DELETE /user-sessions/{id}': {
    allow: 'sign_in.manage',
    async handle(request) {
      const { db, params, now, requestId } = request;
      await db.tx(async (queries) => {
        const userId = await userOfSession(queries, params.id);
        if (userId === undefined || !(await findUser(queries, request.caller, userId))) throw unknownSession();
        const caller = await callerWhoMayChange(queries, request, userId);
        if ((await endSessionById(queries, userId, params.id)) === 0) throw unknownSession();
        await audit(queries, {
          caller,
          now,
          requestId,
          action: 'sessions.end',
          subject: 'users',
          subjectId: userId,
          before: { session_id: params.id },
        });
      });
      return { data: null };
    },
  },
} satisfies Partial<Handlers>;

async function shownSessions(queries: Queries, caller: Caller, userId: number, now: Date): Promise<Session[]> {
  const rows = await liveSessions(queries, userId, now);
  return rows.map((row) => shown(row, caller));
}

const shown = (row: SessionRow, caller: Caller): Session => ({
  id: row.id,
  is_current: row.token_hash === caller.session,
  device: row.device,
  user_agent: row.user_agent,
  began_by: row.began_by,
  first_address: row.first_address,
  last_address: row.last_address,
  created_at: asUtc(row.created_at),
  last_seen_at: asUtc(row.last_used_at),
});
