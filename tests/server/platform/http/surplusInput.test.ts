// Input that no form in the console sends: unknown fields, and parameters repeated or in the wrong place.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

test('takes no field that a form does not have', async () => {
  const role = { name: 'surplus', display_name: 'Surplus', description: '', permissions: [] };
  const body = { ...role, id: 999_999, is_system: true, ['__proto__']: { is_system: true } };
  expect(await server.ask('POST /roles', { token, body })).toMatchObject({ status: 201 });
  const stored = await one<{ id: number; is_system: boolean }>(
    server.db,
    sql`select id, is_system from roles where name = 'surplus'`,
    ['is_system'],
  );
  expect(stored.id).toBeLessThan(999_999);
  expect(stored.is_system).toBe(false);
});

test('takes nobody else’s id for the caller’s own password', async () => {
  const body = {
    user_id: 1,
    email: server.users.administrator.email,
    current_password: server.users.auditor.password,
    password: 'a new long password',
    password_confirmation: 'a new long password',
  };
  const auditor = await server.signIn(server.users.auditor);
  expect(await server.ask('POST /auth/change-password', { token: auditor, body })).toMatchObject({ status: 200 });
  await server.signIn(server.users.administrator);
  await server.signIn({ ...server.users.auditor, password: body.password });
});

test('reads a repeated parameter once, and none from another part of the request', async () => {
  const [first, second] = await server.db.all<{ id: number }>(sql`select id from companies order by id limit 2`);
  const list = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.api}/employees?${query}`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    return answer.text();
  };
  const ofSecond = await list(`company_id=${second?.id}`);
  expect(await list(`company_id=${first?.id}&company_id=${second?.id}`)).toBe(ofSecond);
  expect(await list(`company_id=${second?.id}`, { Cookie: `company_id=${first?.id}` })).toBe(ofSecond);
  // The token counts in its header only.
  expect((await fetch(`${server.api}/employees?token=${token}&authorization=Bearer%20${token}`)).status).toBe(401);
  const cookie = { Cookie: `auth_token=${token}; Authorization=Bearer ${token}` };
  expect((await fetch(`${server.api}/employees`, { headers: cookie })).status).toBe(401);
});
