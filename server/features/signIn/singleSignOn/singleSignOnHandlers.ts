// The settings of single sign-on, a test of the provider, and the console's last step: the ticket for a session.

import { singleSignOnRules } from '../../../../src/shared/contract/singleSignOn.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';
import { networkOf } from '../../../platform/access/clientNetwork.ts';
import { countAttempt, forgiveAttempt, type Limit } from '../../../platform/access/rateLimit.ts';
import { hashOfToken } from '../../../platform/access/tokens.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { lockRightsFor } from '../../people/grantRules.ts';
import { loadUser } from '../../people/userQueries.ts';
import { assertValid, type Handlers } from '../../../platform/records/endpoint.ts';
import { proceed } from '../proceed.ts';
import { staleTicket, takeTicket } from '../../people/tickets.ts';
import { changeSettings } from './changeSettings.ts';
import { shownSingleSignOn } from './shownSingleSignOn.ts';
import { testProvider } from './testProvider.ts';

const ticketLimits = (address: string): Limit[] => [
  { key: `single sign-on ticket ${networkOf(address)}`, attempts: 100, minutes: 15 },
];

export const singleSignOnHandlers = {
  'POST /auth/single-sign-on': {
    allow: 'anyone',
    async handle(request) {
      const { db, body, address, now, requestId } = request;
      const limits = ticketLimits(address);
      await countAttempt(db, limits, now);
      const reply = await db.tx(async (queries) => {
        const ticket = await takeTicket(queries, body.ticket, 'single_sign_on', now);
        // A ticket that somebody else got hold of is of no use without what the page keeps.
        const user = ticket?.data === hashOfToken(body.verifier) && (await loadUser(queries, ticket.userId ?? 0));
        if (!user) return undefined;
        await forgiveAttempt(queries, limits, now);
        return proceed(queries, request, user, 'single_sign_on');
      });
      if (reply) return reply;
      await db.tx((queries) =>
        audit(queries, {
          caller: { id: null, email: '', address },
          requestId,
          now,
          action: 'auth.single_sign_on_failed',
          subject: 'users',
          after: { reason: 'expired' },
        }),
      );
      throw staleTicket();
    },
  },

  'GET /single-sign-on': {
    allow: 'sign_in.manage',
    reach: 'everyCompany',
    async handle({ db, caller, publicUrl, identityProvider }) {
      return { data: await shownSingleSignOn(db, { caller, publicUrl, identityProvider }) };
    },
  },

  'PUT /single-sign-on': {
    allow: 'sign_in.manage',
    reach: 'everyCompany',
    async handle(request) {
      const { db, body } = request;
      assertValid(validate(singleSignOnRules, body));
      const data = await db.tx(async (queries) => {
        const caller = await lockRightsFor(queries, request);
        await changeSettings(queries, { ...request, caller }, body);
        return shownSingleSignOn(queries, request);
      });
      return { data };
    },
  },

  'POST /single-sign-on/test': {
    allow: 'sign_in.manage',
    reach: 'everyCompany',
    async handle(request) {
      const { db, caller, now, requestId } = request;
      const test = await testProvider(request);
      const { is_good } = test;
      const action = 'single_sign_on.test';
      await db.tx((queries) =>
        audit(queries, { caller, now, requestId, action, subject: 'single_sign_on', after: { is_good } }),
      );
      return { data: test };
    },
  },
} satisfies Partial<Handlers>;
