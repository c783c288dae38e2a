// The page of a mailed invitation: who is invited by whom, and choosing the password, which signs in. A link that was
// used, has expired or was taken back is answered like one that never was.

import { resetPasswordRules } from '../../../../src/shared/contract/signIn.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';
import { networkOf } from '../../../platform/access/clientNetwork.ts';
import { countAttempt, forgiveAttempt, type Limit } from '../../../platform/access/rateLimit.ts';
import { hashOfToken } from '../../../platform/access/tokens.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { lockIfUnchanged } from '../../people/credentialQueries.ts';
import { findInvitation, useInvitation } from '../../people/invitationQueries.ts';
import { setPassword } from '../../people/userQueries.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import { assertValid, type Handlers } from '../../../platform/records/endpoint.ts';
import { asUtc } from '../../../platform/time/instants.ts';
import { proceed } from '../proceed.ts';

const limits = (address: string): Limit[] => [{ key: `invitation ${networkOf(address)}`, attempts: 30, minutes: 60 }];

const staleLink = () => invalid({ token: 'This invitation was used already, has expired, or was taken back' });

export const acceptHandlers = {
  'POST /auth/invitation': {
    allow: 'anyone',
    async handle({ db, body, address, now }) {
      await countAttempt(db, limits(address), now);
      const found = await findInvitation(db, hashOfToken(body.token), now);
      if (!found) throw staleLink();
      await forgiveAttempt(db, limits(address), now);
      const { name, email, invited_by, expires_at } = found;
      return { data: { name, email, invited_by, expires_at: asUtc(expires_at) } };
    },
  },

  'POST /auth/invitation/accept': {
    allow: 'anyone',
    async handle(request) {
      const { db, passwords, body, address, now, requestId } = request;
      assertValid(validate(resetPasswordRules, body));
      await countAttempt(db, limits(address), now);
      const tokenHash = hashOfToken(body.token);
      const user = await findInvitation(db, tokenHash, now);
      if (!user) throw staleLink();
      const passwordHash = await passwords.hash(body.password);
      return db.tx(async (queries) => {
        if (!(await lockIfUnchanged(queries, user, 'change'))) throw staleLink();
        if (!(await useInvitation(queries, tokenHash))) throw staleLink();
        await forgiveAttempt(queries, limits(address), now);
        await setPassword(queries, user.id, passwordHash);
        const caller = { id: user.id, email: user.email, address };
        const action = 'auth.accept_invitation';
        await audit(queries, { caller, now, requestId, action, subject: 'users', subjectId: user.id });
        return proceed(queries, request, user, 'invitation');
      });
    },
  },
} satisfies Partial<Handlers>;
