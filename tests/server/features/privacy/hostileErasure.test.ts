// Somebody who may erase people tries to erase what others did.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../../../server/platform/audit/auditLog.ts';
import { one, scalars, sql } from '../../../../server/platform/db/db.ts';
import { addApiToken, addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let administrator: string;
  let company: number;

  beforeEach(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
    administrator = await server.signIn(server.users.administrator);
    company = (await one<{ id: number }>(server.db, sql`select min(id) as id from companies`)).id;
  });
  afterEach(() => server.stop());

  const idOf = async ({ email }: { email: string }) =>
    (await one<{ id: number }>(server.db, sql`select id from users where email = ${email}`)).id;
  const nameOf = async ({ email }: { email: string }) =>
    (await one<{ name: string }>(server.db, sql`select name from users where email = ${email}`)).name;

  test('callers limited to some companies cannot erase', async () => {
    const token = await addColleague(server.db, 'Keeper', ['privacy.manage', 'privacy.view'], [company], new Date());
    const { id } = await one<{ id: number }>(server.db, sql`select min(id) as id from employees`);
    for (const key of ['POST /privacy/erasures', 'POST /privacy/erasures/preview'])
      expect(await server.ask(key, { token, body: { kind: 'employees', id, reason: 'x' } })).toMatchObject({
        status: 403,
      });
  });

  test('callers cannot erase a user with more rights', async () => {
    const permissions = ['privacy.manage', 'privacy.view', 'companies.all', 'users.delete'] as const;
    const token = await addColleague(server.db, 'Keeper', permissions, [], new Date());
    const body = { kind: 'users', id: await idOf(server.users.manager), reason: 'x' };
    const { status, json } = await server.ask('POST /privacy/erasures', { token, body });
    expect([status, json.message]).toEqual([403, expect.stringContaining("permissions you don't have")]);
    expect(await nameOf(server.users.manager)).not.toBe('');
  });

  test('callers without the permission to delete users cannot erase one, nor can API tokens', async () => {
    const ada = await one<{ id: number; name: string }>(
      server.db,
      sql`insert into users (name, email, password_hash, created_at)
        values ('Ada Frost', 'frost@rollcall.example', '', '2026-01-01 00:00:00') returning id, name`,
    );
    const mayErase = ['privacy.manage', 'privacy.view', 'companies.all'] as const;
    const keeper = await addColleague(server.db, 'Keeper', mayErase, [], new Date());
    const whole = { userId: await idOf(server.users.administrator), name: 'Erasure', companies: null };
    const machine = await addApiToken(server.db, { ...whole, permissions: [...mayErase, 'users.delete'] });
    const body = { kind: 'users', id: ada.id, reason: 'x' };
    for (const token of [keeper, machine])
      for (const key of ['POST /privacy/erasures/preview', 'POST /privacy/erasures']) {
        const { status, json } = await server.ask(key, { token, body });
        expect([status, json.message]).toEqual([403, 'To erase a user, you need permission to delete users']);
      }
    expect(await nameOf({ email: 'frost@rollcall.example' })).toBe(ada.name);
    expect((await server.ask('POST /privacy/erasures', { token: administrator, body })).status).toBe(200);
  });

  test('an employee who is called like a user, or like an address, takes nothing of theirs along', async () => {
    const name = await nameOf(server.users.administrator);
    const ask = (key: string, body?: object) => server.ask(key, { token: administrator, ...(body && { body }) });
    await ask('POST /views', { name: `Days of ${name}`, path: '/attendance', query: '' });
    await ask('PUT /settings/support_email', { key: 'support_email', value: 'a@b.example', type: 'string' });
    const before = (await auditEntries(server.db)).filter(({ action }) => !action.startsWith('employees.'));
    const fields = { company_id: company, employee_id: 'X-1', email: server.users.administrator.email };
    const created = await ask('POST /employees', { ...fields, name });
    const { data } = created.json;
    const id = typeof data === 'object' && data !== null && 'id' in data ? Number(data.id) : 0;
    const others = [name.toUpperCase(), name.replace(' ', ' \u200b'), name.split(' ').toReversed().join(' - ')];
    for (const other of ['127.0.0.1', '::1', server.users.administrator.email, ...others])
      expect(await ask(`PUT /employees/${id}`, { ...fields, name: other })).toMatchObject({ status: 200 });
    await ask(`DELETE /employees/${id}`);
    expect(await ask('POST /privacy/erasures', { kind: 'employees', id, reason: 'x' })).toMatchObject({ status: 200 });
    const after = (await auditEntries(server.db)).filter(({ action }) => !/^employees\.|^privacy\./.test(action));
    expect(after).toEqual(before);
    expect(await server.db.all(sql`select name from saved_views`)).toContainEqual({ name: `Days of ${name}` });
  });

  test("a user's former name is found however often they signed in since, and a passkey's name is not theirs", async () => {
    const ask = (key: string, body: object) => server.ask(key, { token: administrator, body });
    const fields = { email: 'eve@rollcall.example', password: 'a long password', roles: [], companies: [] };
    await ask('POST /users', { ...fields, name: 'Eve Marlowe' });
    const id = await idOf(fields);
    await ask(`PUT /users/${id}`, { ...fields, password: '', name: 'Eve Calder' });
    const caller = { id, email: fields.email, name: 'Eve Calder', address: '192.0.2.7' };
    const actor = { caller, requestId: 'r', now: new Date() };
    await server.db.tx(async (queries) => {
      await audit(queries, actor, 'auth.add_passkey', 'users', { subjectId: id, after: { name: 'Front Door' } });
      for (let signIns = 0; signIns < 1_000; signIns++)
        await audit(queries, actor, 'auth.login', 'users', { subjectId: id });
    });
    await server.db.run(
      sql`insert into roll_calls (company_id, site, department, silent, started_by, started_at) values
        (${company}, '', '', '[]', 'Eve Marlowe', '2026-01-01 00:00:00'),
        (${company}, '', '', '[]', 'Front Door', '2026-01-02 00:00:00')`,
    );
    expect(await ask('POST /privacy/erasures', { kind: 'users', id, reason: 'x' })).toMatchObject({ status: 200 });
    expect(await scalars(server.db, sql`select started_by from roll_calls order by id`)).toEqual([
      `Erased user ${id}`,
      'Front Door',
    ]);
  });
});
