// A passkey in software: what a browser would answer, for tests of the server. It can lie, too.

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer } from '../../../src/shared/contract/signIn.ts';

type Algorithm = -7 | -8 | -257;

interface Said {
  challenge: string;
  counter?: number;
  origin?: string;
  site?: string;
  /** UP 1, UV 4. */
  flags?: number;
  type?: string;
}

export interface SoftPasskey {
  readonly id: string;
  create(said: Said): NewPasskey;
  answer(said: Said): PasskeyAnswer;
}

const home = { origin: 'https://console.example', site: 'console.example' };

export function createSoftPasskey(algorithm: Algorithm = -7): SoftPasskey {
  const { publicKey, privateKey } = keysOf(algorithm);
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  const length = Buffer.from([0, rawId.length]);
  return {
    id,
    create(said) {
      const { client_data, data } = statement({ type: 'webauthn.create', flags: 0x45, ...said });
      return {
        id,
        client_data,
        authenticator_data: Buffer.concat([data, Buffer.alloc(16), length, rawId]).toString('base64url'),
        public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
        algorithm,
      };
    },
    answer(said) {
      const { client_data, data } = statement({ type: 'webauthn.get', flags: 0x05, ...said });
      const hash = createHash('sha256').update(Buffer.from(client_data, 'base64url')).digest();
      const signature = sign(algorithm === -8 ? null : 'sha256', Buffer.concat([data, hash]), privateKey);
      return {
        id,
        client_data,
        authenticator_data: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
    },
  };
}

function statement({ challenge, type, flags = 0x05, counter = 0, origin = home.origin, site = home.site }: Said) {
  const client = JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const data = Buffer.concat([createHash('sha256').update(site).digest(), Buffer.from([flags]), count]);
  return { client_data: Buffer.from(client).toString('base64url'), data };
}

function keysOf(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === -7) return generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  if (algorithm === -8) return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2_048 });
}
