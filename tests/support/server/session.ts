// A session of a user who does not sign in by a call.

import { createToken } from '../../../server/platform/crypto/hashes.ts';
import type { Db } from '../../../server/platform/db/db.ts';
import { startSession } from '../../../server/features/people/sessionQueries.ts';

/** Answers its token. */
export async function openSession(db: Db, userId: number, at: Date): Promise<string> {
  const { token, hash } = createToken();
  const unknown = { device: '', userAgent: '', address: '' };
  await startSession(db, { userId, tokenHash: hash, beganBy: 'password', ...unknown }, at);
  return token;
}
