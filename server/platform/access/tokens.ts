// Session and reset tokens. Only their hashes are stored. API tokens begin with a prefix of their own.

import { hash, randomBytes } from 'node:crypto';

interface Token {
  /** For its owner; never stored. */
  readonly token: string;
  readonly hash: string;
}

export const apiTokenPrefix = 'rc_';

/** One of these that began like an API token would be taken for one. */
export function createToken(): Token {
  let token = '';
  do token = randomBytes(32).toString('base64url');
  while (token.startsWith(apiTokenPrefix));
  return { token, hash: hashOfToken(token) };
}

export const hashOfToken = (token: string): string => hash('sha256', token);
