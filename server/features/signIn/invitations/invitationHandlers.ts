// What administrators do with invitations: count them, send one again, and take one back.

import type { ListedUser } from '../../../../src/shared/contract/people.ts';
import { countAttempt } from '../../../platform/access/rateLimit.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Mail } from '../../../platform/mail/outboxQueries.ts';
import { hasPassword } from '../../people/credentialQueries.ts';
import { assertMayChangeUser } from '../../people/grantRules.ts';
import { countInvitations, endInvitation, invitationDays } from '../../people/invitationQueries.ts';
import { invite, inviteLimits } from '../../people/invite.ts';
import { deletePasswordResets } from '../../people/passwordResetQueries.ts';
import { usersAmong } from '../../people/userQueries.ts';
import { users } from '../../people/userRecord.ts';
import { conflict } from '../../../platform/records/domainErrors.ts';
import type { ApiRequest, Handlers } from '../../../platform/records/endpoint.ts';
import { findOrThrow, lockRecord } from '../../../platform/records/recordActions.ts';

type UserRequest = ApiRequest<'POST /users/{id}/invitation' | 'DELETE /users/{id}/invitation', Caller>;

/** Answers the user as `change` leaves them. */
function changeInvitation(
  request: UserRequest,
  change: (queries: Queries, before: ListedUser, caller: Caller) => Promise<void>,
): Promise<ListedUser> {
  const { db, params } = request;
  return db.tx(async (queries) => {
    await lockRecord(users, queries, params.id);
    const caller = await request.readCaller(queries);
    const before = await findOrThrow(users, queries, caller, params.id);
    await assertMayChangeUser(queries, caller, before.id);
    await change(queries, before, caller);
    return findOrThrow(users, queries, caller, params.id);
  });
}

export const invitationHandlers = {
  'GET /invitations': {
    allow: 'users.view',
    async handle({ db, caller, sendsMail = false }) {
      const ofUsers = usersAmong(caller).scope(sql`user_id`, sql`0`);
      return { data: { days: invitationDays, sends_mail: sendsMail, waiting: await countInvitations(db, ofUsers) } };
    },
  },

  'POST /users/{id}/invitation': {
    allow: 'users.edit',
    async handle(request) {
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
      return { data };
    },
  },

  'DELETE /users/{id}/invitation': {
    allow: 'users.edit',
    async handle(request) {
      const { now, requestId } = request;
      const data = await changeInvitation(request, async (queries, { id, name, invitation }, caller) => {
        if (!invitation || invitation.ended) throw conflict(`${name} has no invitation to take back`);
        await deletePasswordResets(queries, id);
        await endInvitation(queries, id);
        const action = 'users.end_invitation';
        await audit(queries, { caller, now, requestId, action, subject: 'users', subjectId: id });
      });
      return { data };
    },
  },
} satisfies Partial<Handlers>;
