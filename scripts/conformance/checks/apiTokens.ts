// Where the server announces API tokens: one for a single company and a few permissions gets that and nothing else, is
// shown once, and is refused when it was revoked.

import type { KitClient } from '../client.ts';
import type { Explored } from '../kit.ts';
import { refuses, succeeds } from '../verdicts.ts';
import { named } from './kinds.ts';
import type { Writing } from './records.ts';

const create = 'POST /api-tokens';
const given = ['companies.view', 'employees.view'];

export async function checkApiTokens(kit: Explored, { client, group, mark }: Writing, companyId: number) {
  const choices = kit.answers['GET /api-tokens/choices'];
  if (!kit.user.features.includes('api_tokens') || !choices) return;
  const permissions = choices.permissions.filter(({ name }) => given.includes(name)).map(({ id }) => id);
  const body = { name: named(mark), permissions, companies: [companyId], expires_in_days: 1 };

  const nothing = await client.call(create, { body: { ...body, permissions: [] } });
  refuses(group, create, 'A token without permissions is refused', nothing, ['invalid']);
  const unconfirmed = await client.call(create, { body });
  if ('password' in kit.options.account)
    refuses(group, create, 'No token without a confirmation of who makes it', unconfirmed, ['invalid']);
  const endless = await client.call(create, { body: { ...body, expires_in_days: 3_660 } });
  refuses(group, create, 'A token for ten years is refused', endless, ['invalid']);

  await withToken('DELETE /api-tokens/{id}', async (machine, token) => {
    const listed = await client.call('GET /api-tokens', {});
    const isSecret = listed.ok && !JSON.stringify(listed.raw).includes(token);
    group.expect('GET /api-tokens', 'No list shows the token again', isSecret, {
      detail: 'The list contains it; store its hash only',
      shown: 'API Tokens: keys for anyone who looks over a shoulder',
    });
    await checkScope(machine);
  });
  await withToken('DELETE /user-api-tokens/{id}', () => Promise.resolve());

  async function withToken(
    revoke: 'DELETE /api-tokens/{id}' | 'DELETE /user-api-tokens/{id}',
    use: (machine: KitClient, token: string) => Promise<void>,
  ): Promise<void> {
    const created = await client.call(create, { body: { ...body, confirmation: await confirmation() } });
    if (!succeeds(group, create, 'A token can be created', created) || !created.ok) return;
    const { token, api_token } = created.data;
    const machine = kit.withToken(token);
    await use(machine, token);
    if (!succeeds(group, revoke, 'It can be revoked', await client.call(revoke, { id: api_token.id }))) return;
    const after = await machine.call('GET /auth/user', {});
    refuses(group, 'GET /auth/user', 'A revoked token is refused', after, ['unauthenticated']);
  }

  async function confirmation(): Promise<string> {
    const { account } = kit.options;
    if (!('password' in account)) return '';
    const answer = await client.call('POST /auth/confirm', { body: { password: account.password } });
    return answer.ok && 'confirmation' in answer.data ? answer.data.confirmation : '';
  }

  async function checkScope(machine: KitClient): Promise<void> {
    const companies = await machine.call('GET /companies/all', {});
    if (!succeeds(group, 'GET /companies/all', 'A token may do what it is for', companies) || !companies.ok) return;
    const seen = companies.data.map(({ id }) => id);
    group.expect('GET /companies/all', 'A token sees its companies only', seen.join() === String(companyId), {
      detail: `It was created for company ${companyId}, and got ${seen.join(', ')}`,
    });
    for (const [key, attempt] of [
      ['GET /users', machine.call('GET /users', {})],
      ['POST /companies', machine.call('POST /companies', { body: companyBody(mark) })],
      [create, machine.call(create, { body })],
      ['POST /auth/change-password', machine.call('POST /auth/change-password', { body: passwords })],
    ] as const) {
      refuses(group, key, 'A token can do nothing else', await attempt, ['forbidden']);
    }
  }
}

const passwords = { current_password: 'x', password: 'long enough', password_confirmation: 'long enough' };

const companyBody = (mark: string) => ({
  name: named(mark),
  crm_company_id: '',
  contact_email: '',
  contact_phone: '',
  system_url: '',
  address: '',
});
