// Hashes, and the random texts that are stored as hashes only: tokens of sessions and links, and salts.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

export const sha256 = (text: string): string => hash('sha256', text);

/** Keeps what is hashed with it from being guessed. */
export const createSalt = (): string => randomBytes(16).toString('base64url');

export const apiTokenPrefix = 'rc_';

/** The text is for its owner, and never stored. It avoids the beginning of API tokens, for which it would be taken. */
export function createToken(): { token: string; hash: string } {
  let token = '';
  do token = randomBytes(32).toString('base64url');
  while (token.startsWith(apiTokenPrefix));
  return { token, hash: hashOfToken(token) };
}

export const hashOfToken = sha256;

// Signatures of messages from controllers and to HR systems. The timestamp is signed too, so that a recorded
// message cannot be replayed later.
const hmac = (secret: string, head: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(head).update(body).digest('hex');

const signatureOf = (secret: string, timestamp: string, body: string | Buffer): string =>
  `sha256=${hmac(secret, `${timestamp}.`, body)}`;

export function signedHeaders(secret: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return { 'X-Rollcall-Timestamp': timestamp, 'X-Rollcall-Signature': signatureOf(secret, timestamp, body) };
}

export interface SignedMessage {
  readonly timestamp: string;
  /** The identifier of the controller that it was sent to. */
  readonly to: string;
  readonly body: Buffer;
}

/** Accepts either version: the second also covers whom the message is for, so it fits no other one with the secret. */
export function isSigned(secret: string, { timestamp, to, body }: SignedMessage, signature: string): boolean {
  if (secret === '') return false; // Anyone could compute that one.
  const given = Buffer.from(signature.toLowerCase());
  const isBound = given.toString().startsWith('v2=');
  const expected = Buffer.from(
    isBound ? `v2=${hmac(secret, `v2.${timestamp}.${to}.`, body)}` : signatureOf(secret, timestamp, body),
  );
  return given.length === expected.length && timingSafeEqual(given, expected);
}
