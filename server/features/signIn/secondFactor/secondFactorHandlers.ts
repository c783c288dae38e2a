// Signs in with the second factor, and confirms who somebody is before what only the owner of an account may do: by
// password and second factor, as far as the account has them. Somebody who found an open session can do neither.

import { isBeginning } from '../../people/sessionQueries.ts';
import { type ApiRequest, assertValid, type Handlers } from '../../../platform/records/endpoint.ts';
import { assertMayEnter, enter } from '../continueSignIn.ts';
import { answerDemand, demandSecondFactor } from './demand.ts';
import { confirmRules } from '../../../../src/shared/contract/signIn.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { forgiveAttempt } from '../../../platform/access/rateLimit.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { hasPassword, lockIfUnchanged } from '../../people/credentialQueries.ts';
import { conflict, invalid } from '../../../platform/records/domainErrors.ts';
import { checkOwnPassword, ownPasswordLimits } from '../passwordHandlers.ts';
import { createTicket, findTicket, staleTicket } from '../../people/tickets.ts';
import type { OwnRequest } from './changeFactors.ts';

export const secondFactorHandlers = {
  'POST /auth/second-factor': {
    allow: 'anyone',
    async handle(request) {
      return answerDemand(request, 'second_factor', async (queries, user, firstProof) => {
        const how = isBeginning(firstProof) ? firstProof : 'password';
        await assertMayEnter(queries, user.id, how);
        return enter(queries, request, user, how);
      });
    },
  },

  'POST /auth/confirm': {
    allow: 'signedIn',
    async handle(request) {
      const { db, caller } = request;
      if (!(await hasPassword(db, caller.id))) return { data: { second_factor: await demandAlone(request) } };
      return { data: await confirmByPassword(request) };
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

const wrongPassword = () => invalid({ password: 'Password is incorrect' });

type Confirming = ApiRequest<'POST /auth/confirm', Caller>;

async function confirmByPassword(request: Confirming) {
  const { db, caller, body, now } = request;
  assertValid(validate(confirmRules, body));
  const credentials = await checkOwnPassword(request, body.password);
  if (!credentials) throw wrongPassword();
  return db.tx(async (queries) => {
    await forgiveAttempt(queries, ownPasswordLimits(caller.id), now);
    if (!(await lockIfUnchanged(queries, credentials, 'rely'))) throw wrongPassword();
    const demand = await demandSecondFactor(queries, request, caller.id, 'confirming');
    return demand ? { second_factor: demand } : confirm(queries, request);
  });
}

/** Asks for the second factor alone, from users of single sign-on, who have no password to type. */
async function demandAlone(request: Confirming) {
  const demand = await request.db.tx((queries) =>
    demandSecondFactor(queries, request, request.caller.id, 'confirming'),
  );
  if (!demand)
    throw conflict(
      'Your account has no password to confirm with. Sign out and in again, then do it within ten minutes',
    );
  return demand;
}

async function confirm(queries: Queries, { caller, now, requestId }: OwnRequest) {
  const confirmation = await createTicket(queries, { stage: 'confirmed', userId: caller.id }, now);
  await audit(queries, { caller, now, requestId, action: 'auth.confirm', subject: 'users', subjectId: caller.id });
  return { confirmation };
}
