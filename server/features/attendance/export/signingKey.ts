// The server's Ed25519 key. It signs exports; its private half never leaves the database and this module.

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Queries, scalar, sql } from '../../../platform/db/db.ts';

interface Signer {
  /** SPKI in PEM, for everybody. */
  readonly publicKey: string;
  /** The SHA-256 of the public key's DER. */
  readonly fingerprint: string;
  /** Encoded in base64. */
  sign(text: string): string;
}

/** Makes the key of a new database. Call it at every start, so that the first backup has it. */
export async function ensureSigningKey(queries: Queries): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // One of two processes that start together makes the key.
  await queries.run(sql`insert into signing_key (id, private_key) values (1, ${pem}) on conflict (id) do nothing`);
}

export async function loadSigner(queries: Queries): Promise<Signer> {
  const private_key = await scalar<string>(queries, sql`select private_key from signing_key where id = 1`);
  const privateKey = createPrivateKey(private_key);
  const publicKey = createPublicKey(privateKey);
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(publicKey),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
