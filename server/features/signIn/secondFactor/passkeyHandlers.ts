// One's own passkeys: adding, naming and removing them.

import { type Act, audit } from '../../../platform/audit/auditLog.ts';
import { ConstraintError, type Queries } from '../../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { createTicket, staleTicket, takeTicket } from '../../people/tickets.ts';
import { deletePasskey, type Factors, insertPasskey, renamePasskey, type StoredPasskey } from './factorQueries.ts';
import { afterAdding, afterRemoving, assertConfirmed, lockOwnFactors, type OwnRequest } from './changeFactors.ts';
import { algorithms, challengeOf, passkeySite, readNewPasskey } from './passkeys.ts';

const mostPasskeys = 20;

/** Name that devices show for the site. */
const siteName = 'Rollcall';

export const passkeyHandlers = {
  'POST /auth/passkeys/begin': {
    allow: 'signedIn',
    async handle(request) {
      const { db, caller, body, now } = request;
      const site = siteOf(request.publicUrl);
      const { ticket, passkeys } = await db.tx(async (queries) => {
        const factors = await assertConfirmed(queries, request, body.confirmation);
        if (factors.passkeys.length >= mostPasskeys)
          throw conflict(`You have ${mostPasskeys} passkeys. Please remove one first`);
        const stage = 'new_passkey';
        return { ...factors, ticket: await createTicket(queries, { stage, userId: caller.id }, now) };
      });
      return {
        data: {
          ticket,
          challenge: challengeOf(ticket),
          rp_id: site.id,
          rp_name: siteName,
          user_id: Buffer.from(`user ${caller.id}`).toString('base64url'),
          user_name: caller.email,
          user_display_name: caller.name,
          algorithms: [...algorithms],
          known: passkeys.map((passkey) => passkey.credential_id),
        },
      };
    },
  },

  'POST /auth/passkeys': {
    allow: 'signedIn',
    async handle(request) {
      const { db, caller, body, now } = request;
      const site = siteOf(request.publicUrl);
      const { id: credential_id, public_key, algorithm } = body.passkey;
      const read = readNewPasskey(body.passkey, { challenge: challengeOf(body.ticket), site });
      if ('fault' in read) throw invalid({ passkey: `This passkey was not accepted: ${read.fault}` });
      const name = body.name.trim();
      const recovery_codes = await db.tx(async (queries) => {
        const before = await lockOwnFactors(queries, request);
        const ticket = await takeTicket(queries, body.ticket, 'new_passkey', now);
        if (ticket?.userId !== caller.id) throw staleTicket();
        const stored = { user_id: caller.id, name, credential_id, public_key, algorithm, counter: read.counter };
        await insertPasskey(queries, stored, now).catch(refuseKnown);
        const codes = await afterAdding(queries, request, before);
        await auditPasskey(queries, request, 'auth.add_passkey', { after: { name } });
        return codes;
      });
      return { data: { recovery_codes } };
    },
  },

  'PUT /auth/passkeys/{id}': {
    allow: 'signedIn',
    async handle(request) {
      const { db, params, body } = request;
      await db.tx(async (queries) => {
        const before = ownPasskey(await lockOwnFactors(queries, request), params.id);
        const name = body.name.trim();
        await renamePasskey(queries, before.id, name);
        await auditPasskey(queries, request, 'auth.rename_passkey', { before: { name: before.name }, after: { name } });
      });
      return { data: null };
    },
  },

  'POST /auth/passkeys/{id}/remove': {
    allow: 'signedIn',
    async handle(request) {
      const { db, params, body } = request;
      await db.tx(async (queries) => {
        const { id, name } = ownPasskey(await lockOwnFactors(queries, request), params.id);
        await assertConfirmed(queries, request, body.confirmation);
        await deletePasskey(queries, id);
        await afterRemoving(queries, request);
        await auditPasskey(queries, request, 'auth.remove_passkey', { before: { name } });
      });
      return { data: null };
    },
  },
} satisfies Partial<Handlers>;

function siteOf(publicUrl: string) {
  const site = passkeySite(publicUrl);
  if (!site) throw conflict('Passkeys need a public address with https and a host name. Ask your administrator');
  return site;
}

function ownPasskey({ passkeys }: Factors, id: number): StoredPasskey {
  const passkey = passkeys.find((each) => each.id === id);
  if (!passkey) throw notFound('Passkey not found');
  return passkey;
}

function refuseKnown(error: unknown): never {
  if (error instanceof ConstraintError && error.kind === 'unique') throw conflict('This passkey is known already');
  throw error;
}

type Change = Pick<Act, 'before' | 'after'>;

async function auditPasskey(
  queries: Queries,
  { caller, now, requestId }: OwnRequest,
  action: Act['action'],
  change: Change,
): Promise<void> {
  await audit(queries, { caller, now, requestId, action, subject: 'users', subjectId: caller.id, ...change });
}
