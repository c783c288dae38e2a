// What follows the first proof of who somebody is: a session, or the demand for their second factor.

import type { Answer } from '../../../src/shared/contract/calls.ts';
import type { User } from '../../../src/shared/contract/session.ts';
import type { Queries } from '../../platform/db/db.ts';
import { mayUsePassword } from '../people/passwordAccess.ts';
import type { Beginning } from '../people/sessionQueries.ts';
import { unauthenticated } from '../../platform/records/domainErrors.ts';
import type { Reply } from '../../platform/records/endpoint.ts';
import { type Entrance, enter } from './enter.ts';
import { demandSecondFactor } from './secondFactor/demand.ts';

/** Call it again at every step: that way may have been closed meanwhile. */
export async function assertMayEnter(queries: Queries, userId: number, how: Beginning): Promise<void> {
  if (how !== 'single_sign_on' && !(await mayUsePassword(queries, userId)))
    throw unauthenticated('Sign-in by password and passkey is closed for you');
}

/**
 * Call it in the transaction that holds the proof to be still true. A passkey that checked its user is a second factor as
 * well.
 */
export async function proceed(
  queries: Queries,
  request: Entrance,
  user: Pick<User, 'id' | 'email'>,
  how: Beginning,
): Promise<Reply<Answer<'POST /auth/login'>>> {
  await assertMayEnter(queries, user.id, how);
  const demand =
    how === 'passkey' ? undefined : await demandSecondFactor(queries, request, user.id, 'second_factor', how);
  return demand ? { data: { second_factor: demand } } : enter(queries, request, user, how);
}
