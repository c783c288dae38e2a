// Second factors: listing one's own, getting new recovery codes, setting up an authenticator app, whose key is shown
// once and stored when its first code was right, and resetting other users' factors.

import { confirmRules, type SecondFactors } from '../../../src/shared/contract/signIn.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { countAttempt, forgiveAttempt } from '../../platform/access/rateLimit.ts';
import { audit, type SignedInActor } from '../../platform/audit/auditLog.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/domainErrors.ts';
import { type ApiRequest, assertValid, type Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { asUtc, instantOf } from '../../platform/time/clock.ts';
import { hasPassword, isFactorRequired, lockIfUnchanged } from '../people/credentialQueries.ts';
import { assertMayChangeUser, lockRightsFor } from '../people/grantRules.ts';
import { isSignInMethod } from '../people/sessionQueries.ts';
import { createTicket, findTicket, staleTicket, takeTicket } from '../people/tickets.ts';
import { users } from '../people/userQueries.ts';
import { assertMaySignIn, completeSignIn } from './continueSignIn.ts';
import { checkOwnPassword, ownPasswordLimits } from './passwordHandlers.ts';
import { answerSecondFactor, demandSecondFactor, factorLimits } from './secondFactor/demand.ts';
import {
  afterAdding,
  afterRemoving,
  assertConfirmed,
  createRecoveryCodes,
  deleteAuthenticator,
  findFactors,
  hasFactor,
  lockOwnFactors,
  mustConfirm,
  resetFactors,
  type StoredPasskey,
} from './secondFactor/factors.ts';
import { passkeySite } from './secondFactor/passkeys.ts';
import { authenticatorLink, base32, createKey, fromBase32, stepOfCode } from './secondFactor/totp.ts';

/** Name that an authenticator app shows beside the e-mail. */
const issuer = 'Rollcall';

export const factorHandlers = {
  async 'GET /auth/second-factors'(request) {
    const { db, caller, publicUrl } = request;
    const confirm_first = await mustConfirm(db, request, await findFactors(db, caller.id));
    return { ...(await describeFactors(db, caller.id, publicUrl)), confirm_first };
  },

  async 'POST /auth/recovery-codes'(request) {
    const { db, caller, body } = request;
    const recovery_codes = await db.tx(async (queries) => {
      const factors = await assertConfirmed(queries, request, body.confirmation);
      if (!hasFactor(factors)) throw conflict('Recovery codes stand in for a second factor. Please set up one first');
      const codes = await createRecoveryCodes(queries, caller.id);
      await audit(queries, request, 'auth.new_recovery_codes', 'users', { subjectId: caller.id });
      return codes;
    });
    return { recovery_codes };
  },

  async 'POST /auth/authenticator-app/begin'(request) {
    const { db, vault, caller, body, now } = request;
    const key = createKey();
    const ticket = await db.tx(async (queries) => {
      await assertConfirmed(queries, request, body.confirmation);
      const data = vault.seal(base32(key));
      return createTicket(queries, { stage: 'new_authenticator', userId: caller.id, data }, now);
    });
    return { ticket, key: base32(key), link: authenticatorLink(key, issuer, caller.email) };
  },

  async 'POST /auth/authenticator-app'(request) {
    const { db, vault, caller, body, address, now } = request;
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
      // Replaces the app that the user had.
      await queries.run(
        sql`insert into authenticator_apps (user_id, sealed_key, last_step, created_at)
          values (${caller.id}, ${begun.data}, ${step}, ${instantOf(now)})
          on conflict (user_id) do update set sealed_key = excluded.sealed_key, last_step = excluded.last_step,
            created_at = excluded.created_at, last_used_at = null`,
      );
      const codes = await afterAdding(queries, request, before);
      await audit(queries, request, 'auth.add_authenticator_app', 'users', { subjectId: caller.id });
      return codes;
    });
    return { recovery_codes };
  },

  async 'POST /auth/authenticator-app/remove'(request) {
    const { db, caller, body } = request;
    await db.tx(async (queries) => {
      const { app } = await assertConfirmed(queries, request, body.confirmation);
      if (!app) throw notFound('There is no authenticator app');
      await deleteAuthenticator(queries, caller.id);
      await afterRemoving(queries, request);
      await audit(queries, request, 'auth.remove_authenticator_app', 'users', { subjectId: caller.id });
    });
  },

  async 'GET /users/{id}/second-factors'({ db, caller, params, publicUrl }) {
    const { id } = await findOrThrow(users, db, caller, params.id);
    await assertMayChangeUser(db, caller, id);
    return describeFactors(db, id, publicUrl);
  },

  async 'POST /users/{id}/second-factors/reset'(request) {
    const { db, params, now } = request;
    await db.tx(async (queries) => {
      const caller = await lockRightsFor(queries, request);
      await lockRow(queries, 'users', params.id, 'change');
      const user = await findOrThrow(users, queries, caller, params.id);
      // Otherwise, an open session would be enough to remove the factor.
      if (user.id === caller.id) throw forbidden('Please change your own second factors on your profile');
      await assertMayChangeUser(queries, caller, user.id);
      if (!(await resetFactors(queries, user, now))) throw conflict(`${user.name} has no second factor`);
      await audit(queries, { ...request, caller }, 'users.reset_second_factor', 'users', { subjectId: user.id });
    });
  },
} satisfies Partial<Handlers>;

async function describeFactors(queries: Queries, userId: number, publicUrl: string): Promise<SecondFactors> {
  const { app, passkeys, recoveryCodes } = await findFactors(queries, userId);
  return {
    is_required: await isFactorRequired(queries, userId),
    confirm_first: true,
    has_password: await hasPassword(queries, userId),
    offers_passkeys: passkeySite(publicUrl) !== undefined,
    authenticator_app: app ? usesOf(app) : null,
    passkeys: passkeys.map(({ id, name, ...passkey }) => ({ id, name, ...usesOf(passkey) })),
    recovery_codes: recoveryCodes,
  };
}

const usesOf = ({ created_at, last_used_at }: Pick<StoredPasskey, 'created_at' | 'last_used_at'>) => ({
  created_at: asUtc(created_at),
  last_used_at: asUtc(last_used_at),
});

/**
 * Signs in with the second factor, and confirms who somebody is before something that only the owner of an account may
 * do: by password and second factor, as far as the account has them. Somebody who found an open session has neither.
 */
export const secondFactorHandlers = {
  'POST /auth/second-factor': (request) =>
    answerSecondFactor(request, 'second_factor', async (queries, user, firstProof) => {
      const how = isSignInMethod(firstProof) ? firstProof : 'password';
      await assertMaySignIn(queries, user.id, how);
      return completeSignIn(queries, request, user, how);
    }),

  async 'POST /auth/confirm'(request) {
    const { db, caller } = request;
    if (await hasPassword(db, caller.id)) return confirmByPassword(request);
    // Users of single sign-on have no password to type.
    const demand = await db.tx((queries) => demandSecondFactor(queries, request, caller.id, 'confirming'));
    if (demand) return { second_factor: demand };
    throw conflict(
      'Your account has no password to confirm with. Sign out and in again, then do it within ten minutes',
    );
  },

  async 'POST /auth/confirm/second-factor'(request) {
    const { db, caller, body, now } = request;
    const ticket = await findTicket(db, body.ticket, 'confirming', now);
    if (ticket?.userId !== caller.id) throw staleTicket();
    return answerSecondFactor(request, 'confirming', (queries) => confirm(queries, request));
  },
} satisfies Partial<Handlers>;

const wrongPassword = () => invalid({ password: 'Password is incorrect' });

type Confirming = ApiRequest<'POST /auth/confirm'>;

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

async function confirm(queries: Queries, actor: SignedInActor) {
  const userId = actor.caller.id;
  const confirmation = await createTicket(queries, { stage: 'confirmed', userId }, actor.now);
  await audit(queries, actor, 'auth.confirm', 'users', { subjectId: userId });
  return { confirmation };
}
