// Whether an answer is signed by the passkey that the user registered, and not by a copy of it.

import { createHash, createPublicKey, verify } from 'node:crypto';
import type { PasskeyAnswer } from '../../../../../src/shared/contract/signIn.ts';
import { type Expected, type PasskeyFault, readAnswer } from './readAnswer.ts';

export interface KnownPasskey {
  /** SPKI, in base64url. */
  readonly public_key: string;
  readonly counter: number;
}

/** The passkey's new counter. */
export type Verified = { readonly counter: number } | { readonly fault: PasskeyFault };

export function verifyPasskey(known: KnownPasskey, answer: PasskeyAnswer, expected: Omit<Expected, 'kind'>): Verified {
  const read = readAnswer(answer.client_data, answer.authenticator_data, { ...expected, kind: 'webauthn.get' });
  if ('fault' in read) return read;
  if (!isSigned(known.public_key, answer, read.bytes)) return { fault: 'wrong signature' };
  // One that counts goes up with each use. Lower or equal: somewhere there is another one with the same key.
  if ((read.counter > 0 || known.counter > 0) && read.counter <= known.counter) return { fault: 'cloned' };
  return { counter: read.counter };
}

function isSigned(publicKey: string, { client_data, signature }: PasskeyAnswer, authenticatorData: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
  const clientHash = createHash('sha256').update(Buffer.from(client_data, 'base64url')).digest();
  const signed = Buffer.concat([authenticatorData, clientHash]);
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  try {
    return verify(algorithm, signed, key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
