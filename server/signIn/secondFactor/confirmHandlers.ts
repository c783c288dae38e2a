// Confirming who one is before a change of second factors: by the password and, where there is one, a second factor. Who
// only found an open session can do neither.

import { confirmRules } from '../../../src/contract/secondFactorRules.ts';
import { validate } from '../../../src/contract/validate.ts';
import { forgiveAttempt } from '../../access/rateLimit.ts';
import { audit } from '../../audit/auditLog.ts';
import type { Queries } from '../../db/db.ts';
import { lockIfUnchanged } from '../../people/credentialQueries.ts';
import { invalid } from '../../platform/domainErrors.ts';
import { assertValid, type Handlers } from '../../records/endpoint.ts';
import { ownCredentials, ownPasswordLimits } from '../ownPassword.ts';
import { createTicket, findTicket, staleTicket } from '../tickets.ts';
import { answerDemand } from './answerDemand.ts';
import { demandSecondFactor } from './demand.ts';
import type { OwnRequest } from './ownFactors.ts';

const wrongPassword = () => invalid({ password: 'Password is incorrect' });

export const confirmHandlers = {
  'POST /auth/confirm': {
    allow: 'signedIn',
    async handle(request) {
      const { db, caller, body, now } = request;
      assertValid(validate(confirmRules, body));
      const known = await ownCredentials(request, body.password);
      if (!known) throw wrongPassword();
      const data = await db.tx(async (queries) => {
        await forgiveAttempt(queries, ownPasswordLimits(caller.id), now);
        if (!(await lockIfUnchanged(queries, known, 'rely'))) throw wrongPassword();
        const demand = await demandSecondFactor(queries, request, caller.id, 'confirming');
        return demand ? { second_factor: demand } : confirm(queries, request);
      });
      return { data };
    },
  },

  'POST /auth/confirm/second-factor': {
    allow: 'signedIn',
    async handle(request) {
      const { db, caller, body, now } = request;
      const ticket = await findTicket(db, body.ticket, 'confirming', now);
      if (ticket?.userId !== caller.id) throw staleTicket();
      return { data: await answerDemand(request, 'confirming', (queries) => confirm(queries, request)) };
    },
  },
} satisfies Partial<Handlers>;

async function confirm(queries: Queries, { caller, now, requestId }: OwnRequest) {
  const confirmation = await createTicket(queries, { stage: 'confirmed', userId: caller.id }, now);
  await audit(queries, { caller, now, requestId, action: 'auth.confirm', subject: 'users', subjectId: caller.id });
  return { confirmation };
}
