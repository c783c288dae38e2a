// Signatures of messages from controllers and to HR systems. The timestamp is signed too, so that a recorded
// message cannot be replayed later.

import { createHmac, timingSafeEqual } from 'node:crypto';

const hmac = (secret: string, head: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(head).update(body).digest('hex');

export const signatureOf = (secret: string, timestamp: string, body: string | Buffer): string =>
  `sha256=${hmac(secret, `${timestamp}.`, body)}`;

/** The second version also covers whom the message is for, so that it fits no other one with the same secret. */
const boundSignatureOf = (secret: string, { timestamp, to, body }: SignedMessage): string =>
  `v2=${hmac(secret, `v2.${timestamp}.${to}.`, body)}`;

export interface SignedMessage {
  readonly timestamp: string;
  /** The identifier of the controller that it was sent to. */
  readonly to: string;
  readonly body: Buffer;
}

/** Accepts either version: the signature says which. */
export function isSigned(secret: string, message: SignedMessage, signature: string): boolean {
  if (secret === '') return false; // Anyone could compute that one.
  const given = Buffer.from(signature.toLowerCase());
  const expected = Buffer.from(
    /^v2=/i.test(signature) ? boundSignatureOf(secret, message) : signatureOf(secret, message.timestamp, message.body),
  );
  return given.length === expected.length && timingSafeEqual(given, expected);
}
