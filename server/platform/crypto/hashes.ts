// Hashes, salts, and the random tokens of sessions and links, which are stored as hashes only.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

export const sha256 = (text: string): string => hash('sha256', text);

/** Creates a salt, which keeps the hashed value from being guessed. */
export const createSalt = (): string => randomBytes(16).toString('base64url');

export const apiTokenPrefix = 'rc_';

/** Creates a token for its owner; it is never stored. Must not begin like an API token, for which it would be taken. */
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

/** Accepts either version. The second also signs the recipient: no other controller with the same secret accepts it. */
export function isSigned(secret: string, { timestamp, to, body }: SignedMessage, signature: string): boolean {
  if (secret === '') return false; // Anyone could compute that signature.
  const given = Buffer.from(signature.toLowerCase());
  const isBound = given.toString().startsWith('v2=');
  const expected = Buffer.from(
    isBound ? `v2=${hmac(secret, `v2.${timestamp}.${to}.`, body)}` : signatureOf(secret, timestamp, body),
  );
  return given.length === expected.length && timingSafeEqual(given, expected);
}
