// The rules of every change of second factors: the confirmation before it, and what follows the first factor that is
// added and the last one that is removed.

import type { User } from '../../../../src/shared/contract/session.ts';
import type { SignedInActor } from '../../../platform/audit/auditLog.ts';
import { type Queries, sql } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { conflict } from '../../../platform/records/domainErrors.ts';
import { notifyOwner } from '../../people/accountMails.ts';
import { isFactorRequired } from '../../people/credentialQueries.ts';
import { endSessionsOf } from '../../people/sessionQueries.ts';
import { isFreshlySignedIn, takeConfirmation } from '../../people/tickets.ts';
import {
  createRecoveryCodes,
  deleteAuthenticator,
  deleteRecoveryCodes,
  type Factors,
  findFactors,
  hasFactor,
} from './factorQueries.ts';

/** Locks them, so that of two changes at once the second sees what the first did. */
export async function lockOwnFactors(queries: Queries, { caller }: SignedInActor): Promise<Factors> {
  await lockRow(queries, 'users', caller.id, 'change');
  return findFactors(queries, caller.id);
}

/** Whoever has just signed in, to an account without a second factor, has confirmed enough to set up the first one. */
export const mustConfirm = async (queries: Queries, request: SignedInActor, factors: Factors): Promise<boolean> =>
  hasFactor(factors) || !(await isFreshlySignedIn(queries, request));

/** Uses the confirmation up. */
export async function assertConfirmed(
  queries: Queries,
  request: SignedInActor,
  confirmation: string,
): Promise<Factors> {
  const factors = await lockOwnFactors(queries, request);
  if (await mustConfirm(queries, request, factors)) await takeConfirmation(queries, request, confirmation);
  return factors;
}

/**
 * Call it after a factor was added. The first one brings recovery codes, returned for their owner; and as no other
 * session of the account was opened with it, those end.
 */
export async function afterAdding(queries: Queries, request: SignedInActor, before: Factors): Promise<string[]> {
  if (hasFactor(before)) return [];
  const { caller, now } = request;
  await endSessionsOf(queries, caller.id, caller.session);
  await notifyOwner(queries, caller.email, 'factorAdded', now);
  return createRecoveryCodes(queries, caller.id);
}

/** Call it after a factor was removed. */
export async function afterRemoving(queries: Queries, { caller, now }: SignedInActor): Promise<void> {
  if (hasFactor(await findFactors(queries, caller.id))) return;
  if (await isFactorRequired(queries, caller.id))
    throw conflict('Your role asks for a second factor, and this is your last one. Please add another one first');
  await deleteRecoveryCodes(queries, caller.id);
  await notifyOwner(queries, caller.email, 'factorRemoved', now);
}

/**
 * Removes all second factors of somebody who lost them, and ends their sessions. An administrator or the server's
 * command line calls it. Returns whether there was anything to remove.
 */
export async function resetFactors(
  queries: Queries,
  { id, email }: Pick<User, 'id' | 'email'>,
  now: Date,
): Promise<boolean> {
  const factors = await findFactors(queries, id);
  if (!hasFactor(factors) && factors.recoveryCodes === 0) return false;
  await deleteAuthenticator(queries, id);
  await queries.run(sql`delete from passkeys where user_id = ${id}`);
  await deleteRecoveryCodes(queries, id);
  await endSessionsOf(queries, id, '');
  await notifyOwner(queries, email, 'factorReset', now);
  return true;
}
