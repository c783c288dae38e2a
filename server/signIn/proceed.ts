// What follows the first proof of who somebody is: a session, or the demand for their second factor.

import type { Answer } from '../../src/contract/endpoints.ts';
import type { User } from '../../src/contract/entities/people.ts';
import type { Queries } from '../db/db.ts';
import { mayUsePassword } from '../people/passwordAccess.ts';
import { unauthenticated } from '../platform/domainErrors.ts';
import { type Entrance, enter } from './enter.ts';
import { demandSecondFactor } from './secondFactor/demand.ts';

/** How somebody proved who they are: a passkey that checked its user is a second factor as well. */
export type FirstProof = 'password' | 'single_sign_on' | 'passkey';

/** Call it in the transaction that holds the proof to be still true. */
export async function proceed(
  queries: Queries,
  request: Entrance & { readonly publicUrl: string },
  user: Pick<User, 'id' | 'email'>,
  how: FirstProof,
): Promise<Answer<'POST /auth/login'>> {
  if (how !== 'single_sign_on' && !(await mayUsePassword(queries, user.id)))
    throw unauthenticated('Sign-in by password and passkey is closed for you');
  const demand = how === 'passkey' ? undefined : await demandSecondFactor(queries, request, user.id, 'second_factor');
  return demand ? { second_factor: demand } : enter(queries, request, user);
}
