// Checks whether the server's signature of an exported file is genuine and belongs to the file.

import { statement as decodeStatement, type Statement } from '../../../shared/contract/attendance.ts';
import type { Answer, Body } from '../../../shared/contract/calls.ts';
import { DecodeError } from '../../../shared/contract/decode.ts';

/** Claim about a file that the server is asked to sign. */
export type Claim = Omit<Body<'POST /attendance/sign-export'>, 'filters' | 'up_to_id' | 'has_zones'>;
/** A statement about the file, and its signature. */
export type Signed = Answer<'POST /attendance/sign-export'>;
/** Resolves with undefined if the server refuses. */
export type Sign = (claim: Claim) => Promise<Signed | undefined>;
export type ServerKey = Answer<'GET /attendance/signing-key'>;

/** Hashes of a file, to be compared with its signed statement. */
export interface Hashes {
  readonly rowsHash: string | undefined;
  readonly seal: string;
}

/** Results that raise no suspicion. Only a valid signature is proof. */
export type TrueSignature =
  | { kind: 'none' }
  | { kind: 'valid'; statement: Statement }
  /** The server does not sign files. */
  | { kind: 'noKey' }
  /** The browser lacks Ed25519, or the page came without HTTPS. */
  | { kind: 'unsupported' };

export type FalseSignature = { kind: 'otherKey'; fingerprint: string } | { kind: 'otherFile' } | { kind: 'invalid' };

type SignatureResult = TrueSignature | FalseSignature;

export const isFalse = (signature: SignatureResult): signature is FalseSignature =>
  ['otherKey', 'otherFile', 'invalid'].includes(signature.kind);

export async function checkSignature(
  signed: Signed | undefined,
  hashes: Hashes,
  key: ServerKey | undefined,
): Promise<SignatureResult> {
  if (!signed) return { kind: 'none' };
  if (!key) return { kind: 'noKey' };
  const statement = readStatement(signed.statement);
  if (!statement) return { kind: 'invalid' };
  if (statement.key !== key.fingerprint) return { kind: 'otherKey', fingerprint: statement.key };
  const isGenuine = await verifies(signed, key.public_key);
  if (isGenuine === undefined) return { kind: 'unsupported' };
  if (!isGenuine) return { kind: 'invalid' };
  const isOfThisFile = statement.seal === hashes.seal && statement.rows_hash === hashes.rowsHash;
  return isOfThisFile ? { kind: 'valid', statement } : { kind: 'otherFile' };
}

function readStatement(json: string): Statement | undefined {
  try {
    return decodeStatement(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Resolves with undefined if the browser cannot verify. */
async function verifies({ statement, signature }: Signed, pem: string): Promise<boolean | undefined> {
  const key = await importKey(pem);
  if (!key) return undefined;
  const bytes = bytesOf(signature);
  return bytes !== undefined && crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(statement));
}

async function importKey(pem: string): Promise<CryptoKey | undefined> {
  // Pages without HTTPS have no `subtle`, although its type says so.
  if (!('subtle' in crypto) || !crypto.subtle) return undefined;
  const der = bytesOf(pem.replace(/-----[A-Z ]+-----|\s/g, ''));
  if (!der) return undefined;
  return crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify']).catch(() => undefined);
}

/** Returns undefined for anything but canonical base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const characters = atob(base64);
    return btoa(characters) === base64 ? Uint8Array.from(characters, (one) => one.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}
