// Roles that require a second factor, and the ways back for somebody who lost it.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { roleId } from '../../../../server/features/people/roleQueries.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { access } from '../../../../src/shared/contract/access.ts';
import type { CallKey } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { secondFactors } from '../../../support/signIn/secondFactors.ts';

const allowed = new Set<CallKey>([
  'POST /auth/logout',
  'GET /auth/user',
  'GET /auth/second-factors',
  'POST /auth/confirm',
  'POST /auth/confirm/second-factor',
  'POST /auth/authenticator-app/begin',
  'POST /auth/authenticator-app',
  'POST /auth/passkeys/begin',
  'POST /auth/passkeys',
]);
const open =
  /\/auth\/(login|second-factor|passkey|passkey\/begin|forgot-password|reset-password)$|single-sign-on|invitation/;

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let now: Date;
  let admin: string;
  let manager: string;
  const { ask, done, addApp, confirm, codeOf, signIn } = secondFactors(
    () => server,
    () => now,
  );

  beforeEach(async () => {
    now = new Date('2026-11-23T12:00:00Z');
    server = await startServer({ createDatabase: create, clock: () => now });
    admin = await server.signIn(server.users.administrator);
    manager = await server.signIn(server.users.manager);
  });
  afterEach(() => server.stop());

  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000);
  };
  const idOf = async (email: string) =>
    (await one<{ id: number }>(server.db, sql`select id from users where email = ${email}`)).id;
  const require = async (role: string, is_required = true, token = admin) =>
    ask(`PUT /roles/${await roleId(server.db, role)}/second-factor`, { is_required }, token);

  test('a user with the role but no factor can only set one up, from the next call on', async () => {
    expect((await require('hr_manager')).json.data).toMatchObject({ name: 'hr_manager', requires_second_factor: true });
    for (const key of Object.keys(access)) {
      if (open.test(key) || key === 'POST /auth/logout') continue;
      const [path, isAllowed] = [key.replace(/\{\w+\}/, '1'), [...allowed].some((each) => each === key)];
      const { status, json } = await ask(path, key.startsWith('GET ') ? undefined : {}, manager);
      if (isAllowed) expect(status, key).not.toBe(403);
      else expect([status, json.message], key).toEqual([403, expect.stringMatching('asks for a second factor')]);
    }
    expect(await done('GET /auth/user', undefined, manager)).toMatchObject({ second_factor_due: true });
    const again = await done('POST /auth/login', server.users.manager);
    expect(again).toMatchObject({ user: { second_factor_due: true } });

    await addApp(manager);
    expect(await done('GET /auth/user', undefined, manager)).toMatchObject({ second_factor_due: false });
    expect((await ask('GET /companies', undefined, manager)).status).toBe(200);
  });

  test('the last factor cannot be removed while a role asks for one', async () => {
    const { key } = await addApp(manager);
    await require('hr_manager');
    later(30);
    const remove = async () => {
      const confirmation = await confirm(server.users.manager, manager, codeOf(key));
      return ask('POST /auth/authenticator-app/remove', { confirmation }, manager);
    };
    expect((await remove()).status).toBe(409);
    later(30);
    expect((await require('hr_manager', false)).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });

  test('also of the role Administrator, by who has a factor already', async () => {
    expect((await require('administrator')).json.message).toMatch('set up your own first');
    expect((await ask('GET /companies', undefined, admin)).status).toBe(200);
    await addApp(admin);
    expect((await require('administrator')).status).toBe(200);
    expect((await ask('GET /companies', undefined, admin)).status).toBe(200);
  });

  test('callers with fewer rights than the role, or limited to some companies, cannot decide it', async () => {
    expect((await require('hr_manager', true, manager)).status).toBe(403);
    const keeper = await keeperOf(['sign_in.manage', 'companies.all']);
    expect((await require('administrator', true, keeper)).json.message).toMatch("permissions you don't have");
    const scoped = await keeperOf(['sign_in.manage']);
    expect((await require('administrator', true, scoped)).status).toBe(403);
  });

  /** Signs in somebody whose role has these permissions, in the manager's companies. */
  async function keeperOf(permissions: readonly string[]): Promise<string> {
    const ids = await server.db.all<{ id: number }>(sql`select id from permissions where name in (${permissions})`);
    const name = `keeper_${permissions.length === 1 ? 'some' : 'all'}`;
    const fields = { name, display_name: name, description: '', permissions: ids.map(({ id }) => id) };
    await done('POST /roles', fields, admin);
    const role = await roleId(server.db, name);
    const companies = await server.db.all<{ id: number }>(sql`select id from companies where deleted_at is null`);
    const account = { email: `${name}@rollcall.example`, password: 'long enough' };
    const user = { name, ...account, roles: [role], companies: companies.map(({ id }) => id) };
    await done('POST /users', user, admin);
    return server.signIn(account);
  }

  test('an administrator resets a lost one: sessions end, the audit and a mail tell', async () => {
    await addApp(manager);
    const id = await idOf(server.users.manager.email);
    const { json } = await ask(`GET /users/${id}/second-factors`, undefined, admin);
    expect(json.data).toMatchObject({ authenticator_app: {}, recovery_codes: 10 });
    expect((await ask(`POST /users/${id}/second-factors/reset`, {}, admin)).status).toBe(200);
    expect((await ask('GET /auth/user', undefined, manager)).status).toBe(401);
    expect((await ask(`POST /users/${id}/second-factors/reset`, {}, admin)).status).toBe(409);
    expect(typeof (await server.signIn(server.users.manager))).toBe('string');
    const mails = await server.db.all<{ recipient: string; subject: string }>(
      sql`select recipient, subject from outbox`,
    );
    expect(mails).toContainEqual({ recipient: server.users.manager.email, subject: 'Your second factor was reset' });
    const entries = await server.db.all(
      sql`select user_id, subject_id from audit where action = 'users.reset_second_factor'`,
    );
    expect(entries).toEqual([{ user_id: await idOf(server.users.administrator.email), subject_id: id }]);
  });

  test('callers cannot reset the factor of a user with more rights, or their own', async () => {
    const { key } = await addApp(admin);
    later(30);
    const id = await idOf(server.users.administrator.email);
    const keeper = await keeperOf(['sign_in.manage', 'companies.all']);
    expect((await ask(`POST /users/${id}/second-factors/reset`, {}, keeper)).json.message).toMatch('permissions you');
    expect((await ask(`POST /users/${id}/second-factors/reset`, {}, manager)).status).toBe(403);
    expect((await ask(`POST /users/${id}/second-factors/reset`, {}, admin)).json.message).toMatch('on your profile');
    expect((await ask('POST /users/999999/second-factors/reset', {}, admin)).status).toBe(404);
    expect(typeof (await signIn(server.users.administrator, key))).toBe('string');
  });
});
