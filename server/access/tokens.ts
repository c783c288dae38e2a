// Session and reset tokens. Only their hashes are stored.

import { createHash, randomBytes } from 'node:crypto';

interface Token {
  /** For its owner; never stored. */
  readonly token: string;
  readonly hash: string;
}

export function createToken(): Token {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
