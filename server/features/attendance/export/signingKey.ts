// The server's Ed25519 key. It signs exports; its private half never leaves the database and this module.

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { type Queries, scalar, sql } from '../../../platform/db/db.ts';

/** Makes the key of a new database. Call it at every start, so that even the first backup has it. */
export async function ensureSigningKey(queries: Queries): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // Of two processes that start together, only one stores its key.
  await queries.run(sql`insert into signing_key (id, private_key) values (1, ${pem}) on conflict (id) do nothing`);
}

export async function loadSigner(queries: Queries) {
  const private_key = await scalar<string>(queries, sql`select private_key from signing_key where id = 1`);
  const privateKey = createPrivateKey(private_key);
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(der).digest('hex'),
    /** Encoded in base64. */
    sign: (text: string): string => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}
