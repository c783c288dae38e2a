// Sessions: the caller's own, and those of other users.

import type { Calls } from './call.ts';
import { type Decoded, flag, integer, list, nothing, object, text } from './decode.ts';
import { ifUnderstood } from './decodeRecords.ts';

/** Period of being signed in on one device. */
export const session = object({
  id: integer,
  /** Whether it is the session that makes the call. */
  is_current: flag,
  /** 'Firefox on Windows'; empty if unknown. */
  device: text,
  user_agent: text,
  /** 'password', 'passkey', 'single_sign_on' or 'invitation'; empty if unknown. */
  began_by: text,
  first_address: text,
  last_address: text,
  /** UTC, like `last_seen_at`. */
  created_at: text,
  last_seen_at: text,
});
export type Session = Decoded<typeof session>;

const endedSessions = object({ ended: integer });

const sessionList = { feature: 'sessions', answer: list(session), failed: 'Failed to fetch sessions' } as const;
const sessionEnd = { answer: nothing, done: 'Session ended', failed: 'Failed to end the session' } as const;
const own = { feature: 'sessions', touches: ['GET /sessions'] } as const;
const ofUser = {
  needs: 'sign_in.manage',
  feature: 'sessions',
  touches: ['GET /users/{id}/sessions'],
} as const;

export const calls = {
  'GET /sessions': sessionList,
  'DELETE /sessions/{id}': { ...own, ...sessionEnd },
  'POST /sessions/end-others': {
    ...own,
    answer: ifUnderstood(endedSessions),
    done: 'All other sessions ended',
    failed: 'Failed to end the sessions',
  },
  'GET /users/{id}/sessions': { ...sessionList, needs: 'sign_in.manage' },
  'DELETE /users/{id}/sessions': {
    ...ofUser,
    answer: ifUnderstood(endedSessions),
    done: 'All sessions of the user ended',
    failed: 'Failed to end the sessions',
  },
  'DELETE /user-sessions/{id}': { ...ofUser, ...sessionEnd },
} satisfies Calls;
