// A passkey that was just created. What it is made of is not attested: whoever signed in may bring any.

import { createPublicKey, type KeyObject } from 'node:crypto';
import type { NewPasskey } from '../../../../../src/shared/contract/signIn.ts';
import type { PasskeySite } from './passkeySite.ts';
import { type PasskeyFault, readAnswer } from './readAnswer.ts';

/** The numbers of COSE: ES256, EdDSA, RS256. */
export const algorithms = [-7, -8, -257] as const;

interface Expected {
  readonly challenge: string;
  readonly site: PasskeySite;
}

export type ReadPasskey = { readonly counter: number } | { readonly fault: PasskeyFault | 'unknown key' };

export function readNewPasskey(passkey: NewPasskey, expected: Expected): ReadPasskey {
  const read = readAnswer(passkey.client_data, passkey.authenticator_data, {
    ...expected,
    kind: 'webauthn.create',
    verifiesUser: false,
  });
  if ('fault' in read) return read;
  if (read.credentialId === undefined || read.credentialId !== passkey.id) return { fault: 'unreadable' };
  return fits(passkey.public_key, passkey.algorithm) ? { counter: read.counter } : { fault: 'unknown key' };
}

function fits(publicKey: string, algorithm: number): boolean {
  const key = keyOf(publicKey);
  const { namedCurve, modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
  if (algorithm === -7) return key?.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1';
  if (algorithm === -8) return key?.asymmetricKeyType === 'ed25519';
  return algorithm === -257 && key?.asymmetricKeyType === 'rsa' && modulusLength >= 2_048 && modulusLength <= 8_192;
}

function keyOf(publicKey: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}
