// What a console is told when the second factor is asked for.

import {
  type SecondFactorDemand,
  type SecondFactorMethod,
  secondFactorMethods,
} from '../../../../src/shared/contract/login.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { createTicket, type Stage } from '../../people/tickets.ts';
import { challengeOf } from './passkeys/challenge.ts';
import { type Factors, findFactors, hasFactor } from './factorQueries.ts';
import { passkeySite } from './passkeys/passkeySite.ts';

interface Asked {
  readonly publicUrl: string;
  readonly now: Date;
}

/** Undefined for a user without a second factor. */
export async function demandSecondFactor(
  queries: Queries,
  { publicUrl, now }: Asked,
  userId: number,
  stage: Extract<Stage, 'second_factor' | 'confirming'>,
  /** Comes back with the answer. */
  data = '',
): Promise<SecondFactorDemand | undefined> {
  const factors = await findFactors(queries, userId);
  if (!hasFactor(factors)) return undefined;
  const site = passkeySite(publicUrl);
  const ticket = await createTicket(queries, { stage, userId, data }, now);
  const methods = methodsOf(factors, site !== undefined);
  if (!site || !methods.includes('passkey')) return { ticket, methods, passkey: null };
  const credentials = factors.passkeys.map((passkey) => passkey.credential_id);
  return { ticket, methods, passkey: { challenge: challengeOf(ticket), rp_id: site.id, credentials } };
}

function methodsOf({ app, passkeys, recoveryCodes }: Factors, hasPasskeySite: boolean): SecondFactorMethod[] {
  const held = {
    passkey: hasPasskeySite && passkeys.length > 0,
    authenticator_app: app !== undefined,
    recovery_code: recoveryCodes > 0,
  };
  return secondFactorMethods.filter((method) => held[method]);
}
