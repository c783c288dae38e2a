// Setting up and using second factors as the console does, through the API.

import { type Answer, answerDecoder, type CallKey } from '../../../src/shared/contract/calls.ts';
import { codeAt, fromBase32, stepAt } from '../../../server/features/signIn/secondFactor/totp.ts';
import type { SoftPasskey } from '../browser/softPasskey.ts';
import type { TestAnswer, TestServer } from '../server/server.ts';

export interface Account {
  email: string;
  password: string;
}

/** `clock` is what the authenticator app goes by. */
export function secondFactors(server: () => Pick<TestServer, 'ask'>, clock: () => Date) {
  const ask = (key: string, body?: object, token?: string): Promise<TestAnswer> =>
    server().ask(key, { ...(body && { body }), ...(token !== undefined && { token }) });

  /** Throws the server's message if it refuses. */
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
