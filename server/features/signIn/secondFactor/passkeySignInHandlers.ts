// Signing in by passkey alone. The passkey tells who it is, and must have checked its user by PIN, finger or face: so
// it is two factors in one.

import { countAttempt, forgiveAttempt, type Limit, networkOf } from '../../../platform/access/rateLimit.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';
import { conflict, invalid } from '../../../platform/records/domainErrors.ts';
import type { ApiRequest, Handlers } from '../../../platform/records/endpoint.ts';
import { continueSignIn } from '../continueSignIn.ts';
import { createTicket, staleTicket, takeTicket } from '../../people/tickets.ts';
import { countPasskeyUse, findByCredential, type StoredPasskey } from './factorQueries.ts';
import { challengeOf, type PasskeyFault, passkeySite, type PasskeySite, verifyPasskey } from './passkeys.ts';

/** Counts beginnings and answers. A signature cannot be guessed, so this only bounds the work. */
const passkeyLimits = (address: string): Limit[] => [
  { key: `passkey ${networkOf(address)}`, attempts: 200, minutes: 15 },
];

type SignIn = ApiRequest<'POST /auth/passkey', null>;

export const passkeySignInHandlers = {
  'POST /auth/passkey/begin': {
    allow: 'anyone',
    async handle({ db, address, now, publicUrl }) {
      const site = siteOf(publicUrl);
      await countAttempt(db, passkeyLimits(address), now);
      const ticket = await db.tx((queries) => createTicket(queries, { stage: 'passkey', userId: null }, now));
      return { data: { ticket, passkey: { challenge: challengeOf(ticket), rp_id: site.id, credentials: [] } } };
    },
  },

  'POST /auth/passkey': {
    allow: 'anyone',
    async handle(request) {
      const { db, body, address, now } = request;
      const site = siteOf(request.publicUrl);
      const limits = passkeyLimits(address);
      await countAttempt(db, limits, now);
      const storedPasskey = await findByCredential(db, body.passkey.id);
      if (!storedPasskey) return refuse(request, undefined, 'unknown passkey');
      const entered = await db.tx(async (queries) => {
        const result = await enterBy(queries, request, site, storedPasskey);
        if (typeof result === 'string') return result;
        // Forgive both attempts: the beginning's and the answer's.
        for (let attempt = 1; attempt <= 2; attempt++) await forgiveAttempt(queries, limits, now);
        return result;
      });
      return typeof entered === 'string' ? refuse(request, storedPasskey.user_id, entered) : entered;
    },
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

/** Audited under the name of its user, if the passkey has one. */
async function refuse(request: SignIn, subjectId: number | undefined, fault: PasskeyFault): Promise<never> {
  const { db, log, address, now, requestId } = request;
  const caller = { id: null, email: '', address };
  const act = { action: 'auth.login_failed', subject: 'users', subjectId } as const;
  await db.tx((queries) => audit(queries, { caller, requestId, now, ...act, after: { method: 'passkey', fault } }));
  log.warn('sign-in failed', { address, user_id: subjectId, fault, request_id: requestId });
  throw invalid({ passkey: words[fault] ?? 'This passkey was not accepted here' });
}

const words: Partial<Record<PasskeyFault, string>> = {
  'unknown passkey': 'This passkey is not known here. Please sign in with your password',
  'user not verified': 'This passkey did not check who you are. Please sign in with your password',
  cloned: 'This passkey was refused: it seems that somebody has a copy of it',
};

function siteOf(publicUrl: string): PasskeySite {
  const site = passkeySite(publicUrl);
  if (!site) throw conflict('This server does not offer to sign in with a passkey');
  return site;
}
