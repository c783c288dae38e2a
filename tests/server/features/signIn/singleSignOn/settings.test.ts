// The settings of single sign-on: who may change them, that they never lock everybody out, and what closing passwords
// closes.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCredentials } from '../../../../../server/features/people/credentialQueries.ts';
import { sql } from '../../../../../server/platform/db/db.ts';
import { type SingleSignOnSettings, singleSignOn } from '../../../../../src/shared/contract/singleSignOn.ts';
import { raw } from '../../../../support/console/scriptedServer.ts';
import { acceptInvitation, invitee, inviteUser, mailedToken, userIn } from '../../../../support/people/users.ts';
import { databases, once } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { auditEntries } from '../../../../support/server/testDatabase.ts';
import { type LyingProvider, startLyingProvider } from '../../../../support/signIn/lyingProvider.ts';
import { Visitor } from '../../../../support/signIn/visitor.ts';

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
  let administrator: number;

  beforeAll(async () => {
    provider = await startLyingProvider(() => new Date());
    server = await startServer({
      createDatabase: create,
      allowPrivateHosts: '127.0.0.1',
      identityProvider: provider.config,
    });
    token = await server.signIn(server.users.administrator);
    administrator = (await findCredentials(server.db, server.users.administrator.email))?.id ?? 0;
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    provider.lies = {};
    await server.db.run(sql`update single_sign_on_settings set closes_passwords = false, maps_roles = false`);
    await server.db.run(sql`delete from emergency_accounts`);
    await server.db.run(sql`delete from single_sign_on_links`);
    await server.db.run(sql`delete from login_attempts`);
    await server.db.run(sql`delete from users where email = ${invitee.email}`);
  });

  const shown = async () => singleSignOn((await server.ask('GET /single-sign-on', { token })).json.data);
  const save = (change: object, as = token) =>
    server.ask('PUT /single-sign-on', { token: as, body: { ...noSettings, ...change } });
  const close = () => save({ closes_passwords: true, emergency_accounts: [administrator] });
  const login = (user: { email: string; password: string }) =>
    server.ask('POST /auth/login', { body: { email: user.email, password: user.password } });

  async function signInByProvider(email: string) {
    const visitor = new Visitor(server);
    const address = await visitor.start();
    provider.lies = { claims: { sub: email, email } };
    const { ticket } = await visitor.comeBack(provider.sendBack(address));
    return visitor.exchange(ticket);
  }
  /** Links the administrator to the provider, without which passwords cannot be closed. */
  const link = () => signInByProvider(server.users.administrator.email);

  test('shows the provider, and never its secret', async () => {
    const { json } = await server.ask('GET /single-sign-on', { token });
    expect(json.data).toMatchObject({
      provider: {
        name: 'Example ID',
        issuer: provider.config.issuer,
        client_id: 'rollcall',
        callback_url: 'https://console.example/web/api/v1/auth/oidc/callback',
      },
      settings: noSettings,
      linked_users: 0,
      is_caller_linked: false,
      administrators: [{ id: administrator, has_password: true }],
    });
    expect(JSON.stringify(json)).not.toContain(provider.config.clientSecret);
  });

  test.each<[string, object, string, string]>([
    [
      'a mapping without the name of the claim',
      { maps_roles: true, mapping: [{ claim_value: 'a', role_id: 1 }] },
      'roles_claim',
      'name of the claim',
    ],
    ['a mapping without rows', { maps_roles: true, roles_claim: 'groups' }, 'mapping', 'add a row'],
    [
      'a row without a value',
      { maps_roles: true, roles_claim: 'groups', mapping: [{ claim_value: ' ', role_id: 1 }] },
      'mapping',
      'in every row',
    ],
    [
      'a row with a role that does not exist',
      { maps_roles: true, roles_claim: 'groups', mapping: [{ claim_value: 'a', role_id: 999_999 }] },
      'roles',
      'does not exist',
    ],
    [
      'closing without an emergency account',
      { closes_passwords: true },
      'emergency_accounts',
      'at least one administrator',
    ],
    [
      'an emergency account that does not exist',
      { closes_passwords: true, emergency_accounts: [999_999] },
      'emergency_accounts',
      'who have a password',
    ],
  ])('refuses %s', async (_, change, field, words) => {
    await link();
    const before = await shown();
    const { status, json } = await save(change);
    expect([status, json.errors?.[field]?.[0]]).toEqual([422, expect.stringContaining(words)]);
    expect(await shown()).toEqual(before);
  });

  test('refuses an emergency account that is no administrator', async () => {
    await link();
    const manager = (await findCredentials(server.db, server.users.manager.email))?.id ?? 0;
    expect((await save({ closes_passwords: true, emergency_accounts: [manager] })).status).toBe(422);
  });

  test('is closed only by somebody who has come in the other way', async () => {
    const refused = await close();
    expect([refused.status, refused.json.message]).toEqual([
      422,
      expect.stringContaining('Sign in with Example ID once'),
    ]);
    await link();
    expect((await close()).status).toBe(200);
    expect((await auditEntries(server.db, 'single_sign_on.update')).at(-1)).toMatchObject({
      before: { closes_passwords: false },
      after: { closes_passwords: true, emergency_accounts: [administrator] },
    });
  });

  test('a mapping gives nobody what the caller lacks', async () => {
    const { roles } = await shown();
    const root = roles.find(({ display_name }) => display_name === 'Administrator')?.id;
    const permissions = await server.db.all<{ id: number }>(
      sql`select id from permissions where name in ('sign_in.manage', 'companies.all')`,
    );
    const role = {
      name: 'sign_in_keeper',
      display_name: 'Keeper',
      description: '',
      permissions: permissions.map(({ id }) => id),
    };
    const made = await server.ask('POST /roles', { token, body: role });
    const keeper = { name: 'Keeper', email: 'keeper@rollcall.example', password: 'a password of a keeper' };
    const { id } = Object(made.json.data);
    if (made.status === 201)
      await server.ask('POST /users', { token, body: { ...keeper, roles: [id], companies: [] } });
    const own = await server.signIn(keeper);
    const mapping = [{ claim_value: 'staff', role_id: root }];
    const { status, json } = await save({ maps_roles: true, roles_claim: 'groups', mapping }, own);
    expect([status, json.message]).toEqual([403, expect.stringContaining("permissions you don't have")]);
    expect((await shown()).settings.mapping).toEqual([]);
    await save({ maps_roles: true, roles_claim: 'groups', mapping });
    expect((await save({}, own)).status, 'nor takes it away').toBe(403);
  });

  describe('when passwords are closed', () => {
    beforeEach(async () => {
      await link();
      await close();
    });

    test('only emergency accounts sign in by password, and the answer tells nobody whose was right', async () => {
      expect((await login(server.users.administrator)).status).toBe(200);
      const { email, password } = server.users.manager;
      const answers = [
        await login({ email, password }),
        await login({ email, password: 'wrong' }),
        await login({ email: 'nobody@example.com', password }),
      ];
      const told = answers.map(({ status, json }) => [status, json.message]);
      expect(told).toEqual(
        Array(3).fill([401, 'Invalid email or password. Sign-in by password is closed for most users']),
      );
      expect((await signInByProvider(email)).status).toBe(200);
    });

    test('no link to choose a password is mailed, but for emergency accounts', async () => {
      const mails = server.mails.length;
      for (const { email } of [server.users.manager, server.users.administrator]) {
        expect((await server.ask('POST /auth/forgot-password', { body: { email } })).status).toBe(200);
      }
      await server.settled();
      expect(server.mails.slice(mails).map(({ to }) => to)).toEqual([server.users.administrator.email]);
    });

    test('an invited person comes by single sign-on only', async () => {
      await inviteUser(server, token);
      expect((await acceptInvitation(server, mailedToken(server))).status).toBe(401);
      expect((await signInByProvider(invitee.email)).status).toBe(200);
    });

    test('a former administrator has no emergency account, and does not block the others', async () => {
      const second = { name: 'Second', email: 'demoted@rollcall.example', password: 'of the second one' };
      const { roles } = await shown();
      const root = roles.find(({ display_name }) => display_name === 'Administrator')?.id;
      const made = await server.ask('POST /users', { token, body: { ...second, roles: [root], companies: [] } });
      const { id } = userIn(made);
      const both = { closes_passwords: true, emergency_accounts: [administrator, id] };
      expect((await save(both)).status).toBe(200);
      expect((await login(second)).status).toBe(200);
      await server.ask(`PUT /users/${id}`, { token, body: { ...second, roles: [], companies: [] } });
      expect((await login(second)).status).toBe(401);
      const { settings } = await shown();
      expect(settings.emergency_accounts).toEqual([administrator]);
      expect((await save(settings)).status, 'what is shown can be saved').toBe(200);
      await server.ask(`DELETE /users/${id}`, { token });
    });

    test('the last emergency account is kept', async () => {
      const body = { name: 'Second', email: 'second@rollcall.example', password: 'of the second one', companies: [] };
      const { roles } = await shown();
      const root = roles.find(({ display_name }) => display_name === 'Administrator')?.id;
      const made = await server.ask('POST /users', { token, body: { ...body, roles: [root] } });
      expect(made.status).toBe(201);
      const { status } = await signInByProvider(body.email);
      expect(status).toBe(200);
      const other = Object((await signInByProvider(body.email)).json.data).token;
      const removed = await server.ask(`DELETE /users/${administrator}`, { token: other });
      expect([removed.status, removed.json.message]).toEqual([
        409,
        expect.stringContaining('who can sign in by password'),
      ]);
      await server.ask(`DELETE /users/${Object(made.json.data).id}`, { token });
    });
  });

  test('the provider is tested', async () => {
    const tested = async () => Object((await server.ask('POST /single-sign-on/test', { token })).json.data);
    expect(await tested()).toEqual({
      is_good: true,
      sentence: expect.stringContaining('as it should'),
      notes: [expect.stringContaining('RS256')],
    });
    provider.lies = { description: { jwks_uri: undefined, code_challenge_methods_supported: undefined } };
    expect(await tested()).toMatchObject({ is_good: false, sentence: expect.stringContaining('jwks_uri') });
    provider.lies = { description: { code_challenge_methods_supported: undefined, claims_supported: ['sub'] } };
    expect(await tested()).toMatchObject({
      is_good: true,
      notes: [/./, /PKCE/, /email_verified/].map((words) => expect.stringMatching(words)),
    });
    provider.lies = { answers: { '/.well-known/openid-configuration': raw(404, 'text/plain', '') } };
    expect(await tested()).toMatchObject({ is_good: false });
  });
});

once(() => {
  test('a server without a provider shows that, and closes nothing', async () => {
    const server = await startServer();
    const token = await server.signIn(server.users.administrator);
    const { json } = await server.ask('GET /single-sign-on', { token });
    const { administrators } = singleSignOn(json.data);
    expect(json.data).toMatchObject({ provider: null, linked_users: 0 });
    const emergency_accounts = administrators.map(({ id }) => id);
    const body = { ...noSettings, closes_passwords: true, emergency_accounts };
    expect((await server.ask('PUT /single-sign-on', { token, body })).json.message).toContain('no single sign-on yet');
    const test = await server.ask('POST /single-sign-on/test', { token });
    expect(test.json.data).toMatchObject({ is_good: false, sentence: 'OIDC_ISSUER is not set' });
    await server.stop();
  });
});
