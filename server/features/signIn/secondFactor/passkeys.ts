// Reads and verifies the answers of passkeys (WebAuthn, sections 7.1 and 7.2): each must be of the right kind, for this
// challenge, from this site, and with somebody present.

import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { isIP } from 'node:net';
import type { NewPasskey, PasskeyAnswer } from '../../../../src/shared/contract/signIn.ts';
import type { StoredPasskey } from './factors.ts';

/** Why an answer is refused, in the audit's words. */
export type PasskeyFault =
  | 'unreadable'
  | 'wrong kind'
  | 'wrong challenge'
  | 'wrong origin'
  | 'wrong site'
  | 'nobody was there'
  | 'user not verified'
  | 'wrong signature'
  | 'cloned'
  | 'unknown passkey';

interface Expected {
  readonly kind: 'webauthn.create' | 'webauthn.get';
  readonly challenge: string;
  readonly site: PasskeySite;
  /** Whether the passkey must have asked for a PIN, a finger or a face. */
  readonly verifiesUser: boolean;
}

interface AuthenticatorData {
  readonly bytes: Buffer;
  readonly counter: number;
  /** The browser's id for a new passkey. */
  readonly credentialId: string | undefined;
}

type Read = AuthenticatorData | { readonly fault: PasskeyFault };

const present = 0x01;
const verified = 0x04;
const hasCredential = 0x40;

/** Checks what every answer must fulfill. Both texts are in base64url. */
function readAnswer(clientData: string, authenticatorData: string, expected: Expected): Read {
  const client = readClientData(clientData);
  const bytes = Buffer.from(authenticatorData, 'base64url');
  const flags = bytes[32];
  if (!client || flags === undefined || bytes.length < 37) return { fault: 'unreadable' };
  if (client.type !== expected.kind) return { fault: 'wrong kind' };
  if (client.challenge !== expected.challenge) return { fault: 'wrong challenge' };
  if (client.origin !== expected.site.origin || client.crossOrigin === true) return { fault: 'wrong origin' };
  const site = createHash('sha256').update(expected.site.id).digest();
  if (!bytes.subarray(0, 32).equals(site)) return { fault: 'wrong site' };
  if (!(flags & present)) return { fault: 'nobody was there' };
  if (expected.verifiesUser && !(flags & verified)) return { fault: 'user not verified' };
  const credentialId = flags & hasCredential ? credentialIdIn(bytes) : undefined;
  return { bytes, counter: bytes.readUInt32BE(33), credentialId };
}

/** Reads the id and its length after the 37 bytes of every answer and the 16 of the model. */
function credentialIdIn(bytes: Buffer): string | undefined {
  if (bytes.length < 55) return undefined;
  const end = 55 + bytes.readUInt16BE(53);
  return bytes.length < end ? undefined : bytes.subarray(55, end).toString('base64url');
}

function readClientData(base64: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

/** The numbers of COSE: ES256, EdDSA, RS256. */
export const algorithms = [-7, -8, -257] as const;

type ReadPasskey = { readonly counter: number } | { readonly fault: PasskeyFault | 'unknown key' };

/** Checks a passkey that was just created. It is not attested, because a signed-in user may bring any. */
export function readNewPasskey(passkey: NewPasskey, expected: Omit<Expected, 'kind' | 'verifiesUser'>): ReadPasskey {
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

/** Verifies that an answer is signed by the registered passkey, and not by a copy. Returns its new counter. */
export function verifyPasskey(
  stored: Pick<StoredPasskey, 'public_key' | 'counter'>,
  answer: PasskeyAnswer,
  expected: Omit<Expected, 'kind'>,
): { readonly counter: number } | { readonly fault: PasskeyFault } {
  const read = readAnswer(answer.client_data, answer.authenticator_data, { ...expected, kind: 'webauthn.get' });
  if ('fault' in read) return read;
  if (!isSigned(stored.public_key, answer, read.bytes)) return { fault: 'wrong signature' };
  // A counter grows with each use. If it has not, a copy of the passkey exists somewhere.
  if ((read.counter > 0 || stored.counter > 0) && read.counter <= stored.counter) return { fault: 'cloned' };
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

export interface PasskeySite {
  /** The host name: 'console.example.com'. */
  readonly id: string;
  /** Origin as browsers report it: 'https://console.example.com'. */
  readonly origin: string;
}

/** Undefined where passkeys are impossible: browsers have them only for host names, with https or on localhost. */
export function passkeySite(publicUrl: string): PasskeySite | undefined {
  if (!URL.canParse(publicUrl)) return undefined;
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return undefined;
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  return { id: hostname, origin };
}

/** Derives what a passkey signs from the ticket: the hash is as random as the ticket, and as short-lived. */
export const challengeOf = (ticket: string): string =>
  createHash('sha256').update(`passkey ${ticket}`).digest('base64url');
