// An API token that no call created: it may hold more than its user could give it.

import { insertToken } from '../../../server/features/signIn/apiTokens/apiTokenQueries.ts';
import { createTokenText, startOf } from '../../../server/features/signIn/apiTokens/tokenText.ts';
import { hashOfToken } from '../../../server/platform/crypto/hashes.ts';
import type { Db } from '../../../server/platform/db/db.ts';

interface Wanted {
  readonly userId: number;
  readonly name: string;
  readonly permissions: readonly string[];
  /** Null: all of the user's. */
  readonly companies: readonly number[] | null;
}

export async function addApiToken(db: Db, wanted: Wanted, now = new Date()): Promise<string> {
  const token = createTokenText();
  const secret = { tokenHash: hashOfToken(token), start: startOf(token) };
  await insertToken(db, { ...wanted, ...secret, expiresAt: null }, now);
  return token;
}
