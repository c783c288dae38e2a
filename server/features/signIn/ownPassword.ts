// The password of the signed-in user, typed again.

import type { Caller } from '../../platform/access/caller.ts';
import { countAttempt, type Limit } from '../../platform/access/rateLimit.ts';
import { type Credentials, findCredentials } from '../people/credentialQueries.ts';
import type { Services } from '../../platform/records/endpoint.ts';

export const ownPasswordLimits = (userId: number): Limit[] => [{ key: `change ${userId}`, attempts: 10, minutes: 15 }];

interface Typing extends Pick<Services, 'db' | 'passwords'> {
  readonly caller: Caller;
  readonly now: Date;
}

/** Counts the attempt; undefined if it is another one. */
export async function ownCredentials(
  { db, passwords, caller, now }: Typing,
  typed: string,
): Promise<Credentials | undefined> {
  await countAttempt(db, ownPasswordLimits(caller.id), now);
  const known = await findCredentials(db, caller.email);
  const isRight = await passwords.verify(typed, known?.password_hash);
  return isRight ? known : undefined;
}
