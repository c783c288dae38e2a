// Managing one's own passkeys: adding, naming and removing them.
import { countAttempt, forgiveAttempt, type Limit, networkOf } from '../../platform/access/rateLimit.ts';
import { audit, signedOutActor } from '../../platform/audit/auditLog.ts';
import { ConstraintError, one, type Queries, sql } from '../../platform/db/db.ts';
import { lockRow } from '../../platform/db/rowLocks.ts';
import { conflict, invalid, notFound } from '../../platform/domainErrors.ts';
import type { ApiRequest, Handlers } from '../../platform/records/endpoint.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { createTicket, staleTicket, takeTicket } from '../people/tickets.ts';
import { continueSignIn } from './continueSignIn.ts';
import {
  afterAdding,
  afterRemoving,
  assertConfirmed,
  countPasskeyUse,
  type Factors,
  findByCredential,
  lockOwnFactors,
  type StoredPasskey,
} from './secondFactor/factors.ts';
import {
  algorithms,
  challengeOf,
  type PasskeyFault,
  type PasskeySite,
  passkeySite,
  readNewPasskey,
  verifyPasskey,
} from './secondFactor/passkeys.ts';

const mostPasskeys = 20;

/** Name that devices show for the site. */
const siteName = 'Rollcall';

export const passkeyHandlers = {
  async 'POST /auth/passkeys/begin'(request) {
    const { db, caller, body, now } = request;
    const site = siteOf(request.publicUrl, noSite);
    const { ticket, passkeys } = await db.tx(async (queries) => {
      const factors = await assertConfirmed(queries, request, body.confirmation);
      assertRoom(factors);
      const stage = 'new_passkey';
      return { ...factors, ticket: await createTicket(queries, { stage, userId: caller.id }, now) };
    });
    return {
      ticket,
      challenge: challengeOf(ticket),
      rp_id: site.id,
      rp_name: siteName,
      user_id: Buffer.from(`user ${caller.id}`).toString('base64url'),
      user_name: caller.email,
      user_display_name: caller.name,
      algorithms: [...algorithms],
      known: passkeys.map((passkey) => passkey.credential_id),
    };
  },

  async 'POST /auth/passkeys'(request) {
    const { db, caller, body, now } = request;
    const site = siteOf(request.publicUrl, noSite);
    const { id: credential_id, public_key, algorithm } = body.passkey;
    const read = readNewPasskey(body.passkey, { challenge: challengeOf(body.ticket), site });
    if ('fault' in read) throw invalid({ passkey: `This passkey was not accepted: ${read.fault}` });
    const name = body.name.trim();
    const recovery_codes = await db.tx(async (queries) => {
      const before = await lockOwnFactors(queries, request);
      const ticket = await takeTicket(queries, body.ticket, 'new_passkey', now);
      if (ticket?.userId !== caller.id) throw staleTicket();
      assertRoom(before);
      const insertion = sql`insert into passkeys (user_id, name, credential_id, public_key, algorithm, counter, created_at)
        values (${caller.id}, ${name}, ${credential_id}, ${public_key}, ${algorithm}, ${read.counter}, ${instantOf(now)})`;
      await queries.run(insertion).catch((error: unknown) => {
        const isKnown = error instanceof ConstraintError && error.kind === 'unique';
        throw isKnown ? conflict('This passkey is known already') : error;
      });
      const codes = await afterAdding(queries, request, before);
      await audit(queries, request, 'auth.add_passkey', 'users', { subjectId: request.caller.id, after: { name } });
      return codes;
    });
    return { recovery_codes };
  },

  async 'PUT /auth/passkeys/{id}'(request) {
    const { db, params, body } = request;
    await db.tx(async (queries) => {
      const before = ownPasskey(await lockOwnFactors(queries, request), params.id);
      const name = body.name.trim();
      await queries.run(sql`update passkeys set name = ${name} where id = ${before.id}`);
      const names = { before: { name: before.name }, after: { name } };
      await audit(queries, request, 'auth.rename_passkey', 'users', { subjectId: request.caller.id, ...names });
    });
  },

  async 'POST /auth/passkeys/{id}/remove'(request) {
    const { db, params, body } = request;
    await db.tx(async (queries) => {
      const { id, name } = ownPasskey(await lockOwnFactors(queries, request), params.id);
      await assertConfirmed(queries, request, body.confirmation);
      await queries.run(sql`delete from passkeys where id = ${id}`);
      await afterRemoving(queries, request);
      await audit(queries, request, 'auth.remove_passkey', 'users', { subjectId: request.caller.id, before: { name } });
    });
  },
} satisfies Partial<Handlers>;

const noSite = 'Passkeys need a public address with https and a host name. Ask your administrator';

function siteOf(publicUrl: string, refusal: string): PasskeySite {
  const site = passkeySite(publicUrl);
  if (!site) throw conflict(refusal);
  return site;
}

/** Asked when a passkey is begun, and again when it is stored: others may have been begun, too. */
function assertRoom({ passkeys }: Factors): void {
  if (passkeys.length >= mostPasskeys) throw conflict(`You have ${mostPasskeys} passkeys. Please remove one first`);
}

function ownPasskey({ passkeys }: Factors, id: number): StoredPasskey {
  const passkey = passkeys.find((each) => each.id === id);
  if (!passkey) throw notFound('Passkey not found');
  return passkey;
}

/** Counts both beginnings and answers. A signature cannot be guessed, so this only bounds the work. */
const passkeyLimits = (address: string): Limit[] => [
  { key: `passkey ${networkOf(address)}`, attempts: 200, minutes: 15 },
];

const noSignInSite = 'This server does not offer to sign in with a passkey';

type SignIn = ApiRequest<'POST /auth/passkey'>;

/**
 * Signs in by passkey alone. The passkey tells who it is, and must have verified its user by PIN, finger or face, so it
 * is two factors in one.
 */
export const passkeySignInHandlers = {
  async 'POST /auth/passkey/begin'({ db, address, now, publicUrl }) {
    const site = siteOf(publicUrl, noSignInSite);
    await countAttempt(db, passkeyLimits(address), now);
    const ticket = await db.tx((queries) => createTicket(queries, { stage: 'passkey', userId: null }, now));
    return { ticket, passkey: { challenge: challengeOf(ticket), rp_id: site.id, credentials: [] } };
  },

  async 'POST /auth/passkey'(request) {
    const { db, body, address, now } = request;
    const site = siteOf(request.publicUrl, noSignInSite);
    const limits = passkeyLimits(address);
    await countAttempt(db, limits, now);
    const storedPasskey = await findByCredential(db, body.passkey.id);
    if (!storedPasskey) return refuse(request, undefined, 'unknown passkey');
    const entered = await db.tx(async (queries) => {
      const result = await enterBy(queries, request, site, storedPasskey);
      if (typeof result === 'string') return result;
      // Forgives both attempts, for the beginning and for the answer.
      for (let attempt = 1; attempt <= 2; attempt++) await forgiveAttempt(queries, limits, now);
      return result;
    });
    return typeof entered === 'string' ? refuse(request, storedPasskey.user_id, entered) : entered;
  },
} satisfies Partial<Handlers>;

async function enterBy(queries: Queries, request: SignIn, site: PasskeySite, storedPasskey: StoredPasskey) {
  const { body, now } = request;
  await lockRow(queries, 'users', storedPasskey.user_id, 'rely');
  if (!(await takeTicket(queries, body.ticket, 'passkey', now))) throw staleTicket();
  const verified = verifyPasskey(storedPasskey, body.passkey, {
    challenge: challengeOf(body.ticket),
    site,
    verifiesUser: true,
  });
  if ('fault' in verified) return verified.fault;
  if (!(await countPasskeyUse(queries, storedPasskey.id, verified.counter, now))) return 'cloned';
  const person = sql`select id, email from users where id = ${storedPasskey.user_id}`;
  const user = await one<{ id: number; email: string }>(queries, person);
  return continueSignIn(queries, request, user, 'passkey');
}

/** Audits the refusal under the name of the passkey's user, if it has one. */
async function refuse(request: SignIn, subjectId: number | undefined, fault: PasskeyFault): Promise<never> {
  const { db, log, address, requestId } = request;
  const details = { subjectId, after: { method: 'passkey', fault } };
  await db.tx((queries) => audit(queries, signedOutActor(request), 'auth.login_failed', 'users', details));
  log.warn('sign-in failed', { address, user_id: subjectId, fault, request_id: requestId });
  throw invalid({ passkey: faultWords[fault] ?? 'This passkey was not accepted here' });
}

const faultWords: Partial<Record<PasskeyFault, string>> = {
  'unknown passkey': 'This passkey is not known here. Please sign in with your password',
  'user not verified': 'This passkey did not check who you are. Please sign in with your password',
  cloned: 'This passkey was refused: someone seems to have a copy of it',
};
