// What a passkey's answer says, after the checks that every answer must pass (WebAuthn, sections 7.1 and 7.2): it is of
// the right kind, for this challenge, from this site, and somebody was there.

import { createHash } from 'node:crypto';
import type { PasskeySite } from './passkeySite.ts';

/** Why an answer is refused, as the audit says it. */
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

export interface Expected {
  readonly kind: 'webauthn.create' | 'webauthn.get';
  readonly challenge: string;
  readonly site: PasskeySite;
  /** Whether the passkey must have asked for a PIN, a finger or a face. */
  readonly verifiesUser: boolean;
}

export interface AuthenticatorData {
  readonly bytes: Buffer;
  readonly counter: number;
  /** Of a new passkey, what the browser calls it. */
  readonly credentialId: string | undefined;
}

export type Read = AuthenticatorData | { readonly fault: PasskeyFault };

const present = 0x01;
const verified = 0x04;
const hasCredential = 0x40;

/** Both in base64url. */
export function readAnswer(clientData: string, authenticatorData: string, expected: Expected): Read {
  const said = readClientData(clientData);
  const bytes = Buffer.from(authenticatorData, 'base64url');
  const flags = bytes[32];
  if (!said || flags === undefined || bytes.length < 37) return { fault: 'unreadable' };
  if (said.type !== expected.kind) return { fault: 'wrong kind' };
  if (said.challenge !== expected.challenge) return { fault: 'wrong challenge' };
  if (said.origin !== expected.site.origin || said.crossOrigin === true) return { fault: 'wrong origin' };
  const site = createHash('sha256').update(expected.site.id).digest();
  if (!bytes.subarray(0, 32).equals(site)) return { fault: 'wrong site' };
  if (!(flags & present)) return { fault: 'nobody was there' };
  if (expected.verifiesUser && !(flags & verified)) return { fault: 'user not verified' };
  const credentialId = flags & hasCredential ? credentialIdIn(bytes) : undefined;
  return { bytes, counter: bytes.readUInt32BE(33), credentialId };
}

/** After the 37 bytes of every answer and the 16 of the model: the length of the id, and the id. */
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
