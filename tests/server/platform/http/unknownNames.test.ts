// Ignoring a misspelled filter would answer everything. Programs are told of it; browsers are not.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { calls } from '../../../../src/shared/contract/calls.ts';
import { addApiToken } from '../../../support/people/users.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
let token: string;
let session: string;

beforeAll(async () => {
  server = await startServer();
  session = await server.signIn(server.users.administrator);
  const { email } = server.users.administrator;
  const { id: userId } = await one<{ id: number }>(server.db, sql`select id from users where email = ${email}`);
  const rights = await server.db.all<{ name: string }>(sql`select name from permissions`);
  const permissions = rights.map(({ name }) => name);
  token = await addApiToken(server.db, { userId, name: 'Payroll', permissions, companies: null });
});
afterAll(() => server.stop());

const refusal = async (key: string, as = token) => {
  const { status, json } = await server.ask(key, { token: as });
  return { status, errors: json.errors };
};

test('names what a call does not know, and what was meant', async () => {
  expect(await refusal('GET /attendance?start_dat=2026-01-01&event_type=check-in&perPage=5')).toEqual({
    status: 422,
    errors: {
      start_dat: ['This call does not know start_dat: did you mean start_date?'],
      perPage: ['This call does not know perPage: did you mean per_page?'],
    },
  });
  expect(await refusal('GET /attendance/changes?modified_since=2026-01-01')).toEqual({
    status: 422,
    errors: { modified_since: ['This call does not know modified_since. It knows after, limit'] },
  });
  expect(await refusal('GET /auth/user?x=1&x=2')).toEqual({
    status: 422,
    errors: { x: ['This call does not know x. It knows no parameters'] },
  });
  expect(await refusal('DELETE /employees/1?force=true')).toMatchObject({ status: 422, errors: { force: [/force/] } });
  expect(await refusal('GET /attendance?__proto__=1')).toMatchObject({ status: 422 });
});

test('refuses a name that is given twice, of which only one would count', async () => {
  expect(await refusal('GET /attendance?company_id=7&company_id=8&page=1')).toEqual({
    status: 422,
    errors: { company_id: ['This call takes company_id once'] },
  });
});

test('reads what comes after a question mark in a value', async () => {
  expect(await refusal('GET /companies?q=who?&page=0')).toMatchObject({
    status: 422,
    errors: { page: [expect.stringContaining('page')] },
  });
  expect(await refusal('GET /companies?q=who?&nobody=1')).toMatchObject({
    status: 422,
    errors: { nobody: [expect.stringContaining('nobody')] },
  });
});

test('takes every name of the contract', async () => {
  expect(await refusal('GET /attendance?start_date=2026-01-01&page=1&per_page=5')).toMatchObject({ status: 200 });
  expect(await refusal('GET /employees?q=a&sort=name&is_active=1')).toMatchObject({ status: 200 });
});

test('says so on every call that a token may make', async () => {
  const answers = await Promise.all(
    Object.entries(calls)
      .filter(([, call]) => !('isOpen' in call))
      .map(async ([key]) => {
        const path = key.replace('{id}', '1').replace(/\{\w+\}/g, 'x');
        return { key, ...(await refusal(`${path}?nonsense=1`)) };
      }),
  );
  // The other calls are for people, and closed to tokens.
  expect(answers.filter(({ status, errors }) => status !== 403 && !errors?.nonsense)).toEqual([]);
  expect(answers.filter(({ status }) => status === 422).length).toBeGreaterThan(80);
});

test('changes nothing for people who signed in', async () => {
  expect(await refusal('GET /attendance?start_dat=2026-01-01&utm_source=mail', session)).toMatchObject({ status: 200 });
});
