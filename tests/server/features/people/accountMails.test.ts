// Users are told by mail when a way into their account has changed, and in no other way.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let administrator: string;
  let id: number;

  beforeEach(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
    administrator = await server.signIn(server.users.administrator);
    const { email } = server.users.auditor;
    id = (await one<{ id: number }>(server.db, sql`select id from users where email = ${email}`)).id;
  });
  afterEach(() => server.stop());

  const told = () =>
    server.db.all<{ recipient: string; subject: string; body: string }>(
      sql`select recipient, subject, body from outbox where subject like 'Your password%' or subject like 'The e-mail%'
        order by id`,
    );
  const password = 'a new long password';
  const twice = { password, password_confirmation: password };
  const edit = (fields: object) => {
    const body = { name: 'Auditor', email: server.users.auditor.email, roles: [], companies: [], ...fields };
    return server.ask(`PUT /users/${id}`, { token: administrator, body });
  };

  test('a changed password is told to its owner, however it was changed', async () => {
    const { email, password: current } = server.users.auditor;
    const token = await server.signIn(server.users.auditor);
    const change = (current_password: string) =>
      server.ask('POST /auth/change-password', { token, body: { current_password, ...twice } });
    expect(await change('a wrong one')).toMatchObject({ status: 422 });
    expect(await told()).toEqual([]);
    expect(await change(current)).toMatchObject({ status: 200 });
    expect(await told()).toMatchObject([{ recipient: email, subject: 'Your password was changed' }]);

    await server.ask('POST /auth/forgot-password', { body: { email } });
    await server.settled();
    const link = /#(\S+)/.exec(server.mails.at(-1)?.body ?? '')?.[1];
    const reset = { token: new URLSearchParams(link).get('token') ?? '', email, ...twice };
    expect(await server.ask('POST /auth/reset-password', { body: { ...reset, token: 'x' } })).toMatchObject({
      status: 422,
    });
    expect(await told()).toHaveLength(1);
    expect(await server.ask('POST /auth/reset-password', { body: reset })).toMatchObject({ status: 200 });
    expect(await told()).toHaveLength(2);

    expect(await edit({ password })).toMatchObject({ status: 200 });
    const mails = await told();
    expect(mails.map(({ recipient }) => recipient)).toEqual([email, email, email]);
    expect(mails.filter(({ body }) => body.includes(password) || /https?:/.test(body))).toEqual([]);
  });

  test('users of single sign-on are told, too, even after an invitation to choose a password', async () => {
    const { email } = server.users.auditor;
    await server.db.run(sql`update users set password_hash = '' where id = ${id}`);
    await server.db.run(
      sql`insert into single_sign_on_links (issuer, subject, user_id, linked_at, last_used_at)
        values ('https://id.example', 'auditor', ${id}, '2026-11-01 00:00:00', '2026-11-01 00:00:00')`,
    );
    const invite = () => server.ask(`POST /users/${id}/invitation`, { token: administrator });
    expect(await invite()).toMatchObject({ status: 200 });
    expect(await edit({ email: 'other@rollcall.example' })).toMatchObject({ status: 200 });
    expect(await told()).toMatchObject([
      { recipient: email, subject: 'The e-mail address of your account was changed' },
    ]);
    expect(await invite()).toMatchObject({ status: 200 });
    expect(await edit({ email: 'other@rollcall.example', password })).toMatchObject({ status: 200 });
    expect((await told()).at(-1)).toMatchObject({ subject: 'Your password was changed' });
  });

  test('a changed e-mail address is told to the former one', async () => {
    const { email } = server.users.auditor;
    expect(await edit({ name: 'Another Name' })).toMatchObject({ status: 200 });
    expect(await edit({ email: email.toUpperCase() })).toMatchObject({ status: 200 });
    expect(await told()).toEqual([]);
    expect(await edit({ email: 'other@rollcall.example' })).toMatchObject({ status: 200 });
    expect(await told()).toMatchObject([
      { recipient: email, subject: 'The e-mail address of your account was changed' },
    ]);
  });
});
