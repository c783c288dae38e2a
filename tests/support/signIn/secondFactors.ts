// Sets up and uses second factors through the API, as the console does: an authenticator app, and a passkey in
// software.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { codeAt, fromBase32, stepAt } from '../../../server/features/signIn/secondFactor/totp.ts';
import { type Answer, answerDecoder, type CallKey } from '../../../src/shared/contract/calls.ts';
import type { NewPasskey, PasskeyAnswer } from '../../../src/shared/contract/signIn.ts';
import type { TestAnswer, TestServer } from '../server/server.ts';

export interface Account {
  email: string;
  password: string;
}

/** `clock` is the authenticator app's. */
export function secondFactors(server: () => Pick<TestServer, 'ask'>, clock: () => Date) {
  const ask = (key: string, body?: object, token?: string): Promise<TestAnswer> =>
    server().ask(key, { ...(body && { body }), ...(token !== undefined && { token }) });

  /** Makes a call; throws the server's message if it refuses. */
  async function done<K extends CallKey>(key: K, body?: object, token?: string): Promise<Answer<K>> {
    const { status, json } = await ask(key, body, token);
    if (status >= 300) throw new Error(json.message);
    return answerDecoder(key)(json.data);
  }

  const codeOf = (key: string, stepsLater = 0) => codeAt(fromBase32(key), stepAt(clock()) + stepsLater);
  const proofOf = (code: string, method = 'authenticator_app') => ({ method, code, passkey: null });

  async function demandFor(account: Account) {
    const answer = await done('POST /auth/login', account);
    if (!('second_factor' in answer)) throw new Error('No second factor was asked for');
    return answer.second_factor;
  }

  async function confirm(account: Account, token: string, code?: string, method?: string): Promise<string> {
    const answer = await done('POST /auth/confirm', { password: account.password }, token);
    if ('confirmation' in answer) return answer.confirmation;
    const body = { ticket: answer.second_factor.ticket, proof: proofOf(code ?? '', method) };
    return (await done('POST /auth/confirm/second-factor', body, token)).confirmation;
  }

  async function addApp(token: string, confirmation = '') {
    const { ticket, key, link } = await done('POST /auth/authenticator-app/begin', { confirmation }, token);
    const { recovery_codes } = await done('POST /auth/authenticator-app', { ticket, code: codeOf(key) }, token);
    return { key, link, codes: recovery_codes };
  }

  async function addPasskey(token: string, passkey: SoftPasskey, confirmation = '') {
    const begun = await done('POST /auth/passkeys/begin', { confirmation }, token);
    const { ticket, challenge } = begun;
    const body = { ticket, name: 'Key ring', passkey: passkey.create({ challenge }) };
    const { recovery_codes } = await done('POST /auth/passkeys', body, token);
    return { begun, codes: recovery_codes };
  }

  /** Signs in by password and code. */
  async function signIn(account: Account, key: string): Promise<string> {
    const { ticket } = await demandFor(account);
    return (await done('POST /auth/second-factor', { ticket, proof: proofOf(codeOf(key)) })).token;
  }

  return { ask, done, codeOf, proofOf, demandFor, confirm, addApp, addPasskey, signIn };
}

// A passkey in software, which answers as a browser would, and can lie.

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
