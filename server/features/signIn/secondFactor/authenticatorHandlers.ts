// Setting up an authenticator app: the key is shown once, and stored when its first code was right.

import { codeRules } from '../../../../src/shared/contract/signIn.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';
import { countAttempt, forgiveAttempt } from '../../../platform/access/rateLimit.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { invalid, notFound } from '../../../platform/records/domainErrors.ts';
import { assertValid, type Handlers } from '../../../platform/records/endpoint.ts';
import { createTicket, findTicket, staleTicket, takeTicket } from '../../people/tickets.ts';
import { deleteAuthenticator, storeAuthenticator } from './authenticatorQueries.ts';
import { base32, fromBase32 } from './base32.ts';
import { factorLimits } from './factorLimits.ts';
import { afterAdding, afterRemoving, assertConfirmed, lockOwnFactors } from './ownFactors.ts';
import { authenticatorLink, createKey, stepOfCode } from './totp.ts';

/** What the app shows beside the e-mail. */
const issuer = 'Rollcall';

export const authenticatorHandlers = {
  'POST /auth/authenticator-app/begin': {
    allow: 'signedIn',
    async handle(request) {
      const { db, vault, caller, body, now } = request;
      const key = createKey();
      const ticket = await db.tx(async (queries) => {
        await assertConfirmed(queries, request, body.confirmation);
        const data = vault.seal(base32(key));
        return createTicket(queries, { stage: 'new_authenticator', userId: caller.id, data }, now);
      });
      return { data: { ticket, key: base32(key), link: authenticatorLink(key, issuer, caller.email) } };
    },
  },

  'POST /auth/authenticator-app': {
    allow: 'signedIn',
    async handle(request) {
      const { db, vault, caller, body, address, now, requestId } = request;
      assertValid(validate(codeRules, body));
      const begun = await findTicket(db, body.ticket, 'new_authenticator', now);
      const key = begun?.userId === caller.id ? vault.open(begun.data) : undefined;
      if (!begun || key === undefined) throw staleTicket();
      const limits = factorLimits(caller.id, address);
      await countAttempt(db, limits, now);
      const step = stepOfCode(fromBase32(key), body.code, now);
      if (step === undefined)
        throw invalid({ code: 'This code is wrong. Check the clock of the device, and enter what the app shows now' });
      const recovery_codes = await db.tx(async (queries) => {
        await forgiveAttempt(queries, limits, now);
        const before = await lockOwnFactors(queries, request);
        if (!(await takeTicket(queries, body.ticket, 'new_authenticator', now))) throw staleTicket();
        await storeAuthenticator(queries, caller.id, { sealedKey: begun.data, lastStep: step }, now);
        const codes = await afterAdding(queries, request, before);
        const action = 'auth.add_authenticator_app';
        await audit(queries, { caller, requestId, now, action, subject: 'users', subjectId: caller.id });
        return codes;
      });
      return { data: { recovery_codes } };
    },
  },

  'POST /auth/authenticator-app/remove': {
    allow: 'signedIn',
    async handle(request) {
      const { db, caller, body, now, requestId } = request;
      await db.tx(async (queries) => {
        const { app } = await assertConfirmed(queries, request, body.confirmation);
        if (!app) throw notFound('There is no authenticator app');
        await deleteAuthenticator(queries, caller.id);
        await afterRemoving(queries, request);
        const action = 'auth.remove_authenticator_app';
        await audit(queries, { caller, requestId, now, action, subject: 'users', subjectId: caller.id });
      });
      return { data: null };
    },
  },
} satisfies Partial<Handlers>;
