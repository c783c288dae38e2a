// The sessions that signing in begins: one's own, and those of a user.

import type { Calls } from './call.ts';
import { type Decoded, flag, integer, list, nothing, object, text } from './decode.ts';
import { ifUnderstood } from './decodeRecords.ts';

/** Somebody being signed in, on one device. */
export const session = object({
  id: integer,
  /** The session of the caller. */
  is_current: flag,
  /** 'Firefox on Windows'; empty if it is not known. */
  device: text,
  user_agent: text,
  /** 'password', 'passkey', 'single_sign_on' or 'invitation'; empty if it is not known. */
  began_by: text,
  first_address: text,
  last_address: text,
  /** UTC, as `last_seen_at`. */
  created_at: text,
  last_seen_at: text,
});
export type Session = Decoded<typeof session>;

const endedSessions = object({ ended: integer });

export const calls = {
  'GET /sessions': {
    feature: 'sessions',
    answer: list(session),
    failed: 'Failed to fetch sessions',
  },
  'DELETE /sessions/{id}': {
    feature: 'sessions',
    answer: nothing,
    done: 'Session ended',
    failed: 'Failed to end the session',
    touches: ['GET /sessions'],
  },
  'POST /sessions/end-others': {
    feature: 'sessions',
    answer: ifUnderstood(endedSessions),
    done: 'All other sessions ended',
    failed: 'Failed to end the sessions',
    touches: ['GET /sessions'],
  },
  'GET /users/{id}/sessions': {
    needs: 'sign_in.manage',
    feature: 'sessions',
    answer: list(session),
    failed: 'Failed to fetch sessions',
  },
  'DELETE /users/{id}/sessions': {
    needs: 'sign_in.manage',
    feature: 'sessions',
    answer: ifUnderstood(endedSessions),
    done: 'All sessions of the user ended',
    failed: 'Failed to end the sessions',
    touches: ['GET /users/{id}/sessions'],
  },
  'DELETE /user-sessions/{id}': {
    needs: 'sign_in.manage',
    feature: 'sessions',
    answer: nothing,
    done: 'Session ended',
    failed: 'Failed to end the session',
    touches: ['GET /users/{id}/sessions'],
  },
} satisfies Calls;
