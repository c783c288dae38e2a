// Signatures of messages from controllers and to HR systems. The timestamp is signed too, so that a recorded
// message cannot be replayed later.

import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureOf = (secret: string, timestamp: string, body: string | Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;

export function isSigned(secret: string, timestamp: string, body: Buffer, signature: string): boolean {
  if (secret === '') return false; // Anyone could compute that one.
  const expected = Buffer.from(signatureOf(secret, timestamp, body));
  const given = Buffer.from(signature.toLowerCase());
  return given.length === expected.length && timingSafeEqual(given, expected);
}
