// Second factors: which ones somebody has, new recovery codes, setting up an authenticator app, whose key is shown once
// and stored when its first code was right, and resetting those of other users.

import type { SecondFactors } from '../../../../src/shared/contract/signIn.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { hasPassword, isFactorRequired } from '../../people/credentialQueries.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { asUtc } from '../../../platform/time/instants.ts';
import {
  createRecoveryCodes,
  deleteAuthenticator,
  findFactors,
  hasFactor,
  storeAuthenticator,
} from './factorQueries.ts';
import {
  afterAdding,
  afterRemoving,
  assertConfirmed,
  lockOwnFactors,
  mustConfirm,
  resetFactors,
} from './changeFactors.ts';
import { passkeySite } from './passkeys.ts';
import { countAttempt, forgiveAttempt } from '../../../platform/access/rateLimit.ts';
import { createTicket, findTicket, staleTicket, takeTicket } from '../../people/tickets.ts';
import { authenticatorLink, base32, createKey, fromBase32, stepOfCode } from './totp.ts';
import { factorLimits } from './demand.ts';
import type { User } from '../../../../src/shared/contract/session.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { assertMayChangeUser, lockRightsFor } from '../../people/grantRules.ts';
import { findUser } from '../../people/userQueries.ts';

/** Name that an authenticator app shows beside the e-mail. */
const issuer = 'Rollcall';

export const factorHandlers = {
  'GET /auth/second-factors': {
    allow: 'signedIn',
    async handle(request) {
      const { db, caller, publicUrl } = request;
      const confirm_first = await mustConfirm(db, request, await findFactors(db, caller.id));
      return { data: { ...(await describeFactors(db, caller.id, publicUrl)), confirm_first } };
    },
  },

  'POST /auth/recovery-codes': {
    allow: 'signedIn',
    async handle(request) {
      const { db, caller, body, now, requestId } = request;
      const recovery_codes = await db.tx(async (queries) => {
        const factors = await assertConfirmed(queries, request, body.confirmation);
        if (!hasFactor(factors)) throw conflict('Recovery codes stand in for a second factor. Please set up one first');
        const codes = await createRecoveryCodes(queries, caller.id);
        const action = 'auth.new_recovery_codes';
        await audit(queries, { caller, requestId, now, action, subject: 'users', subjectId: caller.id });
        return codes;
      });
      return { data: { recovery_codes } };
    },
  },

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

  'GET /users/{id}/second-factors': {
    allow: 'sign_in.manage',
    async handle({ db, caller, params, publicUrl }) {
      const { id } = await visibleUser(db, caller, params.id);
      await assertMayChangeUser(db, caller, id);
      return { data: await describeFactors(db, id, publicUrl) };
    },
  },

  'POST /users/{id}/second-factors/reset': {
    allow: 'sign_in.manage',
    async handle(request) {
      const { db, params, now, requestId } = request;
      await db.tx(async (queries) => {
        const caller = await lockRightsFor(queries, request);
        await lockRow(queries, 'users', params.id, 'change');
        const user = await visibleUser(queries, caller, params.id);
        // Otherwise an open session would be enough to get rid of it.
        if (user.id === caller.id) throw forbidden('Please change your own second factors on your profile');
        await assertMayChangeUser(queries, caller, user.id);
        if (!(await resetFactors(queries, user, now))) throw conflict(`${user.name} has no second factor`);
        const action = 'users.reset_second_factor';
        await audit(queries, { caller, now, requestId, action, subject: 'users', subjectId: user.id });
      });
      return { data: null };
    },
  },
} satisfies Partial<Handlers>;

async function describeFactors(queries: Queries, userId: number, publicUrl: string): Promise<SecondFactors> {
  const { app, passkeys, recoveryCodes } = await findFactors(queries, userId);
  return {
    is_required: await isFactorRequired(queries, userId),
    confirm_first: true,
    has_password: await hasPassword(queries, userId),
    offers_passkeys: passkeySite(publicUrl) !== undefined,
    authenticator_app: app ? { created_at: asUtc(app.created_at), last_used_at: asUtc(app.last_used_at) } : null,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: asUtc(created_at),
      last_used_at: asUtc(last_used_at),
    })),
    recovery_codes: recoveryCodes,
  };
}

async function visibleUser(queries: Queries, caller: Caller, id: number): Promise<User> {
  const user = await findUser(queries, caller, id);
  if (!user) throw notFound('User not found');
  return user;
}
