// Where the server announces second factors: the kit's own user sets up an authenticator app, signs in with it and with a
// recovery code, which work once, and removes it.

import { codeAt, fromBase32, stepAt } from '../../../server/features/signIn/secondFactor/totp.ts';
import type { SecondFactorProof } from '../../../src/shared/contract/signIn.ts';
import type { SignIn } from '../../account.ts';
import type { Kit, SignedIn } from '../kit.ts';
import { refuses, succeeds } from '../verdicts.ts';
import { accountOf } from './adminKinds.ts';
import type { Writing } from './records.ts';

type Own = SignedIn & { readonly id: number };
type Method = SecondFactorProof['method'];

const proofOf = (code: string, method: Method): SecondFactorProof => ({ method, code, passkey: null });
const wrongCode = 'not a code';

export async function checkSecondFactor(kit: Kit, writing: Writing, own: Own): Promise<void> {
  if (!own.user.features.includes('second_factor')) return;
  const account = accountOf(writing.mark);
  const codes = await setUp(kit, writing, own, account);
  if (!codes) return;
  await checkSignIn(kit, writing, account, codes);
  await checkRemoval(writing, own, account, codes);
  const key = 'POST /users/{id}/second-factors/reset';
  const reset = await writing.client.call(key, { id: own.id });
  refuses(writing.group, key, 'Nobody resets a second factor that is not there', reset, ['refused', 'invalid']);
}

/** The recovery codes. */
async function setUp(
  kit: Kit,
  { group }: Writing,
  { client }: Own,
  { password }: SignIn,
): Promise<readonly string[] | undefined> {
  const confirm = 'POST /auth/confirm';
  const wrong = await client.call(confirm, { body: { password: `${password} not` } });
  refuses(group, confirm, 'A wrong password confirms nothing', wrong, ['invalid']);
  const confirmed = await client.call(confirm, { body: { password } });
  if (!succeeds(group, confirm, 'The password confirms who it is', confirmed) || !confirmed.ok) return undefined;
  const confirmation = 'confirmation' in confirmed.data ? confirmed.data.confirmation : '';
  const begin = 'POST /auth/authenticator-app/begin';
  const begun = await client.call(begin, { body: { confirmation } });
  if (!succeeds(group, begin, 'An authenticator app gets a key', begun) || !begun.ok) return undefined;
  const { ticket, key } = begun.data;
  kit.secrets.know(key);
  const add = 'POST /auth/authenticator-app';
  const refused = await client.call(add, { body: { ticket, code: wrongCode } });
  refuses(group, add, 'A wrong code sets up nothing', refused, ['invalid']);
  const code = codeAt(fromBase32(key), stepAt(new Date()));
  const added = await client.call(add, { body: { ticket, code } });
  if (!succeeds(group, add, 'The first code sets up the app', added) || !added.ok) return undefined;
  const { recovery_codes } = added.data;
  group.expect(add, 'There are recovery codes', recovery_codes.length >= 2, {
    field: 'recovery_codes',
    detail: `It has ${recovery_codes.length}; send some with the first second factor`,
    shown: 'Nothing to keep for the day on which the app is lost',
  });
  return recovery_codes;
}

async function checkSignIn(kit: Kit, { group }: Writing, account: SignIn, codes: readonly string[]): Promise<void> {
  const login = 'POST /auth/login';
  const asked = await kit.anonymous.call(login, { body: account });
  const demand = asked.ok && 'second_factor' in asked.data ? asked.data.second_factor : undefined;
  group.expect(login, 'The password alone signs nobody in who has a second factor', demand !== undefined, {
    detail: 'It did not ask; answer { second_factor: { ticket, methods } }',
  });
  if (!demand) return;
  const key = 'POST /auth/second-factor';
  const send = (code: string, ticket = demand.ticket) =>
    kit.anonymous.call(key, { body: { ticket, proof: proofOf(code, 'recovery_code') } });
  refuses(group, key, 'A wrong recovery code is refused', await send(wrongCode), ['invalid']);
  const [code = ''] = codes;
  if (!succeeds(group, key, 'A recovery code signs in', await send(code))) return;
  const again = await kit.anonymous.call(login, { body: account });
  if (!again.ok || !('second_factor' in again.data)) return;
  const used = await send(code, again.data.second_factor.ticket);
  refuses(group, key, 'A used recovery code is refused', used, ['invalid']);
}

async function checkRemoval(
  { group }: Writing,
  { client }: Own,
  { password }: SignIn,
  [, first = '', second = '']: readonly string[],
): Promise<void> {
  const remove = 'POST /auth/authenticator-app/remove';
  const unconfirmed = await client.call(remove, { body: { confirmation: '' } });
  refuses(group, remove, 'Nothing is removed without a confirmation', unconfirmed, ['invalid', 'forbidden']);
  const renew = 'POST /auth/recovery-codes';
  const fresh = await client.call(renew, { body: { confirmation: await confirmation(first) } });
  succeeds(group, renew, 'There can be new recovery codes', fresh);
  const code = fresh.ok ? (fresh.data.recovery_codes[0] ?? '') : second;
  const removed = await client.call(remove, { body: { confirmation: await confirmation(code) } });
  succeeds(group, remove, 'The app can be removed after a confirmation', removed);

  async function confirmation(recoveryCode: string): Promise<string> {
    const asked = await client.call('POST /auth/confirm', { body: { password } });
    if (!asked.ok) return '';
    if ('confirmation' in asked.data) return asked.data.confirmation;
    const key = 'POST /auth/confirm/second-factor';
    const proof = proofOf(recoveryCode, 'recovery_code');
    const answered = await client.call(key, { body: { ticket: asked.data.second_factor.ticket, proof } });
    succeeds(group, key, 'The second factor confirms who it is', answered);
    return answered.ok ? answered.data.confirmation : '';
  }
}
