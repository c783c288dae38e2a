// Hashes, and the random texts that are stored as hashes only: tokens of sessions and links, and salts.

import { hash, randomBytes } from 'node:crypto';

export const sha256 = (text: string): string => hash('sha256', text);

/** Keeps what is hashed with it from being guessed. */
export const createSalt = (): string => randomBytes(16).toString('base64url');

interface Token {
  /** The text for its owner; never stored. */
  readonly token: string;
  readonly hash: string;
}

export const apiTokenPrefix = 'rc_';

/** Avoids the beginning of API tokens, for which the token would be taken. */
export function createToken(): Token {
  let token = '';
  do token = randomBytes(32).toString('base64url');
  while (token.startsWith(apiTokenPrefix));
  return { token, hash: hashOfToken(token) };
}

export const hashOfToken = sha256;
