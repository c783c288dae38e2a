// Roles from a claim of the provider at each sign-in; users created by it, and invited users.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCredentials } from '../../../../../server/features/people/credentialQueries.ts';
import { loadUser } from '../../../../../server/features/people/userQueries.ts';
import { sql } from '../../../../../server/platform/db/db.ts';
import { type SingleSignOnSettings, singleSignOn } from '../../../../../src/shared/contract/singleSignOn.ts';
import {
  invitee,
  inviteUser,
  mailedToken,
  openInvitation,
  openSession,
  userIn,
} from '../../../../support/people/users.ts';
import { databases } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { auditEntries } from '../../../../support/server/testDatabase.ts';
import { type LyingProvider, startLyingProvider } from '../../../../support/signIn/lyingProvider.ts';
import { type Arrival, Visitor } from '../../../../support/signIn/visitor.ts';

const noSettings: SingleSignOnSettings = {
  maps_roles: false,
  roles_claim: '',
  mapping: [],
  creates_users: false,
  closes_passwords: false,
  emergency_accounts: [],
};

describe.each(databases)('on $name', ({ create }) => {
  let provider: LyingProvider;
  let server: TestServer;
  let token: string;
  let roles: Record<string, number>;

  beforeAll(async () => {
    provider = await startLyingProvider(() => new Date());
    server = await startServer({
      createDatabase: create,
      allowPrivateHosts: '127.0.0.1',
      identityProvider: provider.config,
    });
    token = await server.signIn(server.users.administrator);
    roles = Object.fromEntries((await shown()).roles.map(({ id, display_name }) => [display_name, id]));
    await server.db.run(sql`update users set email = 'ada@example.com' where email = ${server.users.manager.email}`);
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    await server.db.run(sql`delete from single_sign_on_links`);
    await server.db.run(sql`delete from login_attempts`);
    await server.db.run(sql`delete from users where email in ('new@example.com', ${invitee.email})`);
  });

  const shown = async () => singleSignOn((await server.ask('GET /single-sign-on', { token })).json.data);
  const save = (change: Partial<SingleSignOnSettings>) =>
    server.ask('PUT /single-sign-on', { token, body: { ...noSettings, ...change } });
  const map = (rows: Record<string, string>, change: Partial<SingleSignOnSettings> = {}) =>
    save({
      maps_roles: true,
      roles_claim: 'groups',
      mapping: Object.entries(rows).map(([claim_value, role]) => ({ claim_value, role_id: roles[role] ?? 0 })),
      ...change,
    });

  async function signIn(claims: object): Promise<Arrival> {
    const visitor = new Visitor(server);
    const address = await visitor.start();
    provider.lies = { claims };
    return visitor.comeBack(provider.sendBack(address));
  }
  const rolesOf = async (email: string) => {
    const known = await findCredentials(server.db, email);
    const user = known && (await loadUser(server.db, known.id));
    return user?.roles.map((role) => role.display_name).sort();
  };

  test('without the mapping, roles are those that were given here', async () => {
    await save({});
    const before = await rolesOf('ada@example.com');
    expect(await signIn({ groups: ['everything'] })).toMatchObject({ failure: null });
    expect(await rolesOf('ada@example.com')).toEqual(before);
  });

  test('each sign-in gives the roles of the mapping, and takes the others away', async () => {
    expect((await map({ staff: 'Viewer', 'hr people': 'HR Manager', boss: 'Manager' })).status).toBe(200);
    expect(await signIn({ groups: ['staff', 'hr people', 'unknown'] })).toMatchObject({ failure: null });
    expect(await rolesOf('ada@example.com')).toEqual(['HR Manager', 'Viewer']);
    expect((await auditEntries(server.db, 'users.map_roles')).at(-1)).toMatchObject({
      after: { roles: expect.arrayContaining(['viewer', 'hr_manager']) },
    });
    expect(await signIn({ groups: 'boss' })).toMatchObject({ failure: null });
    expect(await rolesOf('ada@example.com')).toEqual(['Manager']);
  });

  test('a user left without a role does not get in, and keeps the stored roles', async () => {
    await map({ boss: 'Manager' });
    await signIn({ groups: ['boss'] });
    for (const groups of [[], ['former'], undefined, 7, { boss: true }, ['Boss'], [['boss']]]) {
      expect(await signIn({ groups }), JSON.stringify(groups)).toMatchObject({ failure: 'no_role', ticket: null });
    }
    expect(await rolesOf('ada@example.com')).toEqual(['Manager']);
  });

  test('a role of the mapping is not deleted, since whoever has nothing else would not get in', async () => {
    const body = { name: 'cleaners', display_name: 'Cleaners', description: '', permissions: [] };
    const { id } = Object((await server.ask('POST /roles', { token, body })).json.data);
    roles = { ...roles, Cleaners: id };
    await map({ cleaner: 'Cleaners' });
    const refused = await server.ask(`DELETE /roles/${id}`, { token });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('Single sign-on gives this')]);
    expect((await shown()).settings.mapping).toEqual([{ claim_value: 'cleaner', role_id: id }]);
    await save({});
    expect((await server.ask(`DELETE /roles/${id}`, { token })).status).toBe(200);
  });

  test('the claim may lie inside another, or have a point in its name', async () => {
    await map({ boss: 'Manager' }, { roles_claim: 'realm_access.roles' });
    expect(await signIn({ realm_access: { roles: ['boss'] } })).toMatchObject({ failure: null });
    expect(await signIn({ 'realm_access.roles': ['boss'] })).toMatchObject({ failure: null });
    await map({ boss: 'Manager' }, { roles_claim: '__proto__.constructor' });
    expect(await signIn({ groups: ['boss'] })).toMatchObject({ failure: 'no_role' });
  });

  test('no user becomes an administrator unless the mapping says so', async () => {
    await map({ boss: 'Manager' });
    await signIn({ groups: ['boss', 'Administrator', 'administrator'], roles: ['administrator'] });
    expect(await rolesOf('ada@example.com')).toEqual(['Manager']);
    await map({ boss: 'Manager', root: 'Administrator' });
    await signIn({ groups: ['root'] });
    expect(await rolesOf('ada@example.com')).toEqual(['Administrator']);
    await map({ boss: 'Manager' });
    await signIn({ groups: ['boss'] });
    expect(await rolesOf('ada@example.com')).toEqual(['Manager']);
  });

  test('an account that somebody made for the e-mail, with a password, gets no further rights', async () => {
    const email = 'new@example.com';
    const newcomer = { sub: 'new', email, groups: ['root'] };
    const body = { name: 'New', email, password: 'known to its maker', roles: [roles.Viewer], companies: [1] };
    const { id } = userIn(await server.ask('POST /users', { token, body }));
    await map({ root: 'Administrator', staff: 'Viewer' });
    for (let time = 1; time <= 2; time += 1) expect(await signIn(newcomer)).toMatchObject({ failure: 'taken' });
    expect(await rolesOf(email)).toEqual(['Viewer']);
    expect(await signIn({ ...newcomer, groups: ['staff'] })).toMatchObject({ failure: null });

    await server.db.run(sql`delete from single_sign_on_links`);
    await server.ask(`PUT /users/${id}`, { token, body: { ...body, password: '', roles: [roles.Administrator] } });
    expect(await signIn(newcomer)).toMatchObject({ failure: null });
    expect(await rolesOf(email)).toEqual(['Administrator']);
  });

  test('the last administrator stays one', async () => {
    await map({ boss: 'Manager' });
    const { email } = server.users.administrator;
    expect(await signIn({ sub: 'root', email, groups: ['boss'] })).toMatchObject({ failure: null });
    expect(await rolesOf(email)).toEqual(['Administrator', 'Manager']);
    await server.db.run(
      sql`delete from user_roles where role_id = ${roles.Manager ?? 0} and user_id in (select id from users where email = ${email})`,
    );
  });

  test('an unknown person becomes a user only where that is on, and with a role', async () => {
    const newcomer = { sub: 'new', email: 'new@example.com', name: 'New  Person\n' };
    await map({ staff: 'Viewer' });
    expect(await signIn({ ...newcomer, groups: ['staff'] })).toMatchObject({ failure: 'unknown' });
    await map({ staff: 'Viewer' }, { creates_users: true });
    expect(await signIn({ ...newcomer, groups: [] })).toMatchObject({ failure: 'no_role' });
    expect(await signIn({ ...newcomer, groups: ['staff'], email_verified: false })).toMatchObject({
      failure: 'unverified',
    });
    const lookalike = { ...newcomer, email: `${server.users.manager.email}\u200b` };
    expect(await signIn({ ...lookalike, groups: ['staff'] })).toMatchObject({ failure: 'unverified' });
    expect(await rolesOf('new@example.com')).toBeUndefined();
    expect(await signIn({ ...newcomer, groups: ['staff'] })).toMatchObject({ failure: null });
    expect(await rolesOf('new@example.com')).toEqual(['Viewer']);
    const users = await server.ask('GET /users?q=new', { token });
    expect(users.json.data).toMatchObject({ data: [{ name: 'New Person', email: 'new@example.com', companies: [] }] });
  });

  test('a user created this way has no password, and gets no link to choose one', async () => {
    await map({ staff: 'Viewer' }, { creates_users: true });
    await signIn({ sub: 'new', email: 'new@example.com', groups: ['staff'] });
    const mails = server.mails.length;
    await server.ask('POST /auth/forgot-password', { body: { email: 'new@example.com' } });
    await server.settled();
    expect(server.mails.length).toBe(mails);
    for (const password of ['', 'new@example.com']) {
      const { status } = await server.ask('POST /auth/login', { body: { email: 'new@example.com', password } });
      expect(status).not.toBe(200);
    }
    const { id } = (await findCredentials(server.db, 'new@example.com')) ?? { id: 0 };
    const own = await openSession(server.db, id, new Date());
    const body = { current_password: 'any', password: 'long enough', password_confirmation: 'long enough' };
    const refused = await server.ask('POST /auth/change-password', { token: own, body });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('has no password to change')]);
  });

  describe('somebody who is invited', () => {
    const nina = { sub: 'nina', email: invitee.email, name: 'Nina' };
    beforeEach(() => save({}));

    test('may come by single sign-on instead of choosing a password, and then the link is dead', async () => {
      await inviteUser(server, token);
      const link = mailedToken(server);
      expect(await signIn(nina)).toMatchObject({ failure: null });
      expect((await openInvitation(server, link)).status).toBe(422);
      expect(await signIn({ ...nina, email_verified: false })).toMatchObject({ failure: null });
    });

    test('does not get in once the invitation was taken back', async () => {
      const { id } = userIn(await inviteUser(server, token));
      await server.ask(`DELETE /users/${id}/invitation`, { token });
      expect(await signIn(nina)).toMatchObject({ failure: 'unknown', ticket: null });
      expect(await server.db.all(sql`select * from single_sign_on_links`)).toEqual([]);
    });
  });
});
