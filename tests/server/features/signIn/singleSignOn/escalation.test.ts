// Whoever changes the settings of single sign-on cannot give anybody rights that they lack themselves.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../../server/platform/db/db.ts';
import { acceptInvitation, addColleague, invitee, inviteUser, mailedToken } from '../../../../support/people/users.ts';
import { databases } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let administrator: string;
  let colleague: string;
  let mapping: { claim_value: string; role_id: number }[];

  const settings = { maps_roles: true, roles_claim: 'groups', creates_users: true, closes_passwords: false };
  const put = (token: string, changed: object = {}) =>
    server.ask('PUT /single-sign-on', {
      token,
      body: { ...settings, mapping, emergency_accounts: [], ...changed },
    });

  beforeEach(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
    administrator = await server.signIn(server.users.administrator);
    colleague = await addColleague(server.db, 'Keeper', ['sign_in.manage', 'companies.all'], [], new Date());
    const role = sql`select id from roles where name = 'administrator'`;
    mapping = [{ claim_value: 'admins', role_id: (await one<{ id: number }>(server.db, role)).id }];
  });
  afterEach(() => server.stop());

  test('a caller who could not assign a mapped role changes neither its row nor the claim, and cannot switch it on', async () => {
    expect(await put(colleague)).toMatchObject({ status: 403 });
    expect(await put(administrator)).toMatchObject({ status: 200 });
    expect(await put(colleague, { roles_claim: 'nickname' })).toMatchObject({ status: 403 });
    expect(await put(colleague, { mapping: [], maps_roles: false, creates_users: false })).toMatchObject({
      status: 403,
    });
    expect(await put(colleague, { mapping: [...mapping, { ...mapping[0], claim_value: 'me' }] })).toMatchObject({
      status: 403,
    });
    expect(await put(colleague, { creates_users: false })).toMatchObject({ status: 200 });
    expect(await put(administrator, { maps_roles: false, creates_users: false })).toMatchObject({ status: 200 });
    expect(await put(colleague)).toMatchObject({ status: 403 });
  });

  test('an invitation gives no password and no session while password sign-in is closed', async () => {
    await inviteUser(server, administrator);
    await server.db.run(sql`update single_sign_on_settings set closes_passwords = true`);
    const sessions = () => one<{ total: number }>(server.db, sql`select count(*) as total from sessions`);
    const before = await sessions();
    expect(await acceptInvitation(server, mailedToken(server))).toMatchObject({ status: 401 });
    expect(await sessions()).toEqual(before);
    expect(await one(server.db, sql`select password_hash from users where email = ${invitee.email}`)).toEqual({
      password_hash: '',
    });
  });
});
