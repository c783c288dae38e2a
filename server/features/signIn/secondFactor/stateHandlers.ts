// Which second factors somebody has, and new recovery codes.

import type { SecondFactors } from '../../../../src/shared/contract/signIn.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { hasPassword } from '../../people/credentialQueries.ts';
import { isFactorRequired } from '../../people/requiredFactor.ts';
import { conflict } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { asUtc } from '../../../platform/time/instants.ts';
import { findFactors, hasFactor } from './factorQueries.ts';
import { assertConfirmed, mustConfirm } from './ownFactors.ts';
import { passkeySite } from './passkeys/passkeySite.ts';
import { createRecoveryCodes } from './recoveryCodes.ts';

export const stateHandlers = {
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
} satisfies Partial<Handlers>;

export async function describeFactors(queries: Queries, userId: number, publicUrl: string): Promise<SecondFactors> {
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
