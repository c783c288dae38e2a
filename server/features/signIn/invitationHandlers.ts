// Invitations: administrators count them, send one again, and take one back; an invited user chooses a password, which
// signs in. A link that was used, has expired or was taken back is answered like one that never existed.

import type { ListedUser } from '../../../src/shared/contract/people.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { countAttempt, forgiveAttempt, type Limit, networkOf } from '../../platform/access/rateLimit.ts';
import { audit, signedOutActor } from '../../platform/audit/auditLog.ts';
import { hashOfToken } from '../../platform/crypto/hashes.ts';
import { changesRow, type Queries, sql } from '../../platform/db/db.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { conflict, invalid } from '../../platform/domainErrors.ts';
import type { Mail } from '../../platform/mail/outboxQueries.ts';
import type { ApiRequest, Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { asUtc } from '../../platform/time/clock.ts';
import { deletePasswordResets, hasPassword, lockIfUnchanged } from '../people/credentialQueries.ts';
import { callerWhoMayChange } from '../people/grantRules.ts';
import {
  countInvitations,
  endInvitation,
  findInvitation,
  invitationDays,
  invite,
  inviteLimits,
} from '../people/invitations.ts';
import { setPassword, userSelection, users } from '../people/userQueries.ts';
import { continueSignIn } from './continueSignIn.ts';

const limits = (address: string): Limit[] => [{ key: `invitation ${networkOf(address)}`, attempts: 30, minutes: 60 }];

const staleLink = () => invalid({ token: 'This invitation was used already, has expired, or was taken back' });

type UserRequest = ApiRequest<'POST /users/{id}/invitation'> | ApiRequest<'DELETE /users/{id}/invitation'>;

/** Returns the user as `change` leaves them. */
function changeInvitation(
  request: UserRequest,
  change: (queries: Queries, before: ListedUser, caller: Caller) => Promise<void>,
): Promise<ListedUser> {
  const { db, params } = request;
  return db.tx(async (queries) => {
    const caller = await callerWhoMayChange(queries, request, params.id);
    await lockRow(queries, 'users', params.id, 'change');
    await change(queries, await findOrThrow(users, queries, caller, params.id), caller);
    return findOrThrow(users, queries, caller, params.id);
  });
}

export const invitationHandlers = {
  async 'GET /invitations'({ db, caller, sendsMail = false }) {
    const ofUsers = userSelection(caller).scope(sql`user_id`, sql`0`);
    return { days: invitationDays, sends_mail: sendsMail, waiting: await countInvitations(db, ofUsers) };
  },

  async 'POST /users/{id}/invitation'(request) {
    const { db, params, now, showMail } = request;
    const { email } = await findOrThrow(users, db, request.caller, params.id);
    await countAttempt(db, inviteLimits(request.caller, email), now);
    const mails: Mail[] = [];
    const data = await changeInvitation(request, async (queries, before, caller) => {
      if (await hasPassword(queries, before.id))
        throw conflict(`${before.name} has a password already, and can ask for another one at sign-in`);
      mails.push(await invite(queries, { ...request, caller }, before));
    });
    for (const mail of mails) showMail?.(mail);
    return data;
  },

  async 'DELETE /users/{id}/invitation'(request) {
    return changeInvitation(request, async (queries, { id, name, invitation }, caller) => {
      if (!invitation || invitation.ended) throw conflict(`${name} has no invitation to take back`);
      await deletePasswordResets(queries, id);
      await endInvitation(queries, id);
      await audit(queries, { ...request, caller }, 'users.end_invitation', 'users', { subjectId: id });
    });
  },

  async 'POST /auth/invitation'({ db, body, address, now }) {
    await countAttempt(db, limits(address), now);
    const invitation = await findInvitation(db, hashOfToken(body.token), now);
    if (!invitation) throw staleLink();
    await forgiveAttempt(db, limits(address), now);
    const { name, email, invited_by, expires_at } = invitation;
    return { name, email, invited_by, expires_at: asUtc(expires_at) };
  },

  async 'POST /auth/invitation/accept'(request) {
    const { db, passwords, body, address, now } = request;
    await countAttempt(db, limits(address), now);
    const tokenHash = hashOfToken(body.token);
    const user = await findInvitation(db, tokenHash, now);
    if (!user) throw staleLink();
    await forgiveAttempt(db, limits(address), now);
    const passwordHash = await passwords.hash(body.password);
    return db.tx(async (queries) => {
      if (!(await lockIfUnchanged(queries, user, 'change'))) throw staleLink();
      // If two calls come at once, only one uses up the token.
      const isUsed = await changesRow(queries, sql`delete from invitations where token_hash = ${tokenHash}`);
      if (!isUsed) throw staleLink();
      await setPassword(queries, user.id, passwordHash);
      await audit(queries, signedOutActor(request, user), 'auth.accept_invitation', 'users', { subjectId: user.id });
      return continueSignIn(queries, request, user, 'invitation');
    });
  },
} satisfies Partial<Handlers>;
