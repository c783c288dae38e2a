// The one place where a session starts, however somebody proved who they are.

import { features } from '../../src/contract/features.ts';
import type { User } from '../../src/contract/entities/people.ts';
import type { SignedIn } from '../../src/contract/entities/secondFactor.ts';
import { createToken } from '../access/tokens.ts';
import { audit } from '../audit/auditLog.ts';
import type { Queries } from '../db/db.ts';
import { startSession } from '../people/sessionQueries.ts';
import { loadUser } from '../people/userQueries.ts';
import { unauthenticated } from '../platform/domainErrors.ts';

export interface Entrance {
  readonly now: Date;
  readonly requestId: string;
  readonly address: string;
}

/** Call it in the transaction that holds the proof to be still true. */
export async function enter(
  queries: Queries,
  { now, requestId, address }: Entrance,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<SignedIn> {
  const { token, hash } = createToken();
  await startSession(queries, id, hash, now);
  const caller = { id, email, address };
  await audit(queries, { caller, requestId, now, action: 'auth.login', subject: 'users', subjectId: id });
  const user = await loadUser(queries, id);
  if (!user) throw unauthenticated();
  return { token, user: announcing(user) };
}

/** Tells the console what this server offers beyond the specification. */
export const announcing = (user: User) => ({ ...user, features: [...features] });
