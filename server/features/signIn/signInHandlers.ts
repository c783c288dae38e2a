// Signing in by password, and out. Neither a response nor its duration reveals whether an e-mail is known.

import type { User } from '../../../src/shared/contract/session.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { forgiveAttempt, type Limit, networkOf } from '../../platform/access/rateLimit.ts';
import { audit, visitor } from '../../platform/audit/auditLog.ts';
import { changesRow, sql } from '../../platform/db/db.ts';
import { unauthenticated } from '../../platform/records/domainErrors.ts';
import type { ApiRequest, Handlers } from '../../platform/records/endpoint.ts';
import { arePasswordsClosed, lockIfUnchanged, mayUsePassword, normalEmail } from '../people/credentialQueries.ts';
import { findUsers } from '../people/userQueries.ts';
import { continueSignIn, withFeatures } from './continueSignIn.ts';
import { tryPassword } from './passwordHandlers.ts';

/** Limits guesses at one user's password, and tries of many users from one address. */
const loginLimits = (address: string, email: string): Limit[] => [
  { key: `login ${networkOf(address)} ${normalEmail(email)}`, attempts: 10, minutes: 15 },
  { key: `login ${networkOf(address)}`, attempts: 100, minutes: 15 },
];

const wrongSignIn = () => unauthenticated('Invalid email or password');
/** Same answer for a right password, so that nobody can find out by trying. */
const closedOrWrong = () => unauthenticated('Invalid email or password. Sign-in by password is closed for most users');

export const signInHandlers = {
  async 'POST /auth/login'(request) {
    const { db, body, address, now } = request;
    const limits = loginLimits(address, body.email);
    const { credentials, isRight } = await tryPassword(request, limits, body);
    if (!credentials || !isRight || !(await mayUsePassword(db, credentials.id))) {
      await recordFailedSignIn(request, credentials?.id);
      throw (await arePasswordsClosed(db)) ? closedOrWrong() : wrongSignIn();
    }
    return db.tx(async (queries) => {
      await forgiveAttempt(queries, limits, now);
      if (!(await lockIfUnchanged(queries, credentials, 'rely'))) throw wrongSignIn();
      return continueSignIn(queries, request, credentials, 'password');
    });
  },

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
} satisfies Partial<Handlers>;

/** A machine learns its own rights, and not its owner's. */
function asToken(user: User, { permissions }: Caller, name: string): User {
  const held = [...permissions].sort().map((permission) => ({ name: permission }));
  const role = { id: 0, name: 'api_token', display_name: name, is_system: false, permissions: held };
  return { ...user, role: name, roles: [role] };
}

/**
 * Known users are named by their id. What was typed for an unknown one is not kept, not even as a hash: it may be a
 * password in the wrong field.
 */
async function recordFailedSignIn(request: ApiRequest<'POST /auth/login'>, subjectId?: number): Promise<void> {
  const { db, log, address, requestId } = request;
  await db.tx((queries) => audit(queries, visitor(request), 'auth.login_failed', 'users', { subjectId }));
  log.warn('sign-in failed', { address, user_id: subjectId, request_id: requestId });
}
