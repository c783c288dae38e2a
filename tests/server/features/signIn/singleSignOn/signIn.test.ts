// Single sign-on with a real OpenID provider: who gets in, who is refused and told why, and that nothing works twice.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCredentials, normalizeEmail } from '../../../../../server/features/people/credentialQueries.ts';
import { sql } from '../../../../../server/platform/db/db.ts';
import { databases, once } from '../../../../support/server/databases.ts';
import { startServer, type TestServer, testVault } from '../../../../support/server/server.ts';
import { auditEntries } from '../../../../support/server/testDatabase.ts';
import { type RealProvider, startRealProvider } from '../../../../support/signIn/realProvider.ts';
import { callbackUrl, Visitor } from '../../../../support/signIn/visitor.ts';

describe.each(databases)('on $name', ({ create }) => {
  let provider: RealProvider;
  let server: TestServer;
  let now = new Date();

  beforeAll(async () => {
    provider = await startRealProvider({ callbackUrl, people: {} });
    server = await startServer({
      createDatabase: create,
      clock: () => now,
      allowPrivateHosts: '127.0.0.1',
      identityProvider: provider.config,
    });
    provider.people.manager = { email: server.users.manager.email.toUpperCase(), email_verified: true, name: 'Mia' };
    provider.people.stranger = { email: 'stranger@rollcall.example', email_verified: true };
    provider.people.careless = { email: server.users.auditor.email, email_verified: false };
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    now = new Date();
    await server.db.run(sql`delete from single_sign_on_links`);
    await server.db.run(sql`delete from single_sign_on_flows`);
  });

  const count = async (table: 'sessions' | 'users' | 'single_sign_on_links' | 'sign_in_tickets') => {
    const tables = {
      sessions: sql`sessions`,
      users: sql`users`,
      single_sign_on_links: sql`single_sign_on_links`,
      sign_in_tickets: sql`sign_in_tickets`,
    };
    const [row] = await server.db.all<{ n: number }>(sql`select count(*) as n from ${tables[table]}`);
    return row?.n ?? 0;
  };
  const everything = async () => ({
    sessions: await count('sessions'),
    users: await count('users'),
    links: await count('single_sign_on_links'),
    tickets: await count('sign_in_tickets'),
  });
  const lastEntries = async (n: number) => (await auditEntries(server.db)).slice(-n);
  const lastFailure = () =>
    server.log.map((line) => JSON.parse(line)).findLast((line) => line.message === 'single sign-on failed');

  /** Expects that nobody is signed in, that nothing has changed, and that log and audit say why. */
  async function expectRefused(failure: string, attempt: () => Promise<{ failure: string | null }>) {
    const before = await everything();
    expect(await attempt()).toMatchObject({ failure, ticket: null });
    expect(await everything()).toEqual(before);
    expect(lastFailure()).toMatchObject({ level: 'warn', address: '127.0.0.1', reason: failure });
    expect(await lastEntries(1)).toMatchObject([{ action: 'auth.single_sign_on_failed', after: { reason: failure } }]);
  }

  test('a user with the verified e-mail gets in, and comes back to the page that was asked for', async () => {
    const visitor = new Visitor(server);
    const arrival = await visitor.signIn('manager', '/employees?page=2');
    expect(arrival).toEqual({ next: '/employees?page=2', ticket: expect.stringMatching(/^[\w-]{43}$/), failure: null });
    const { status, json } = await visitor.exchange(arrival.ticket);
    expect([status, json.data]).toMatchObject([200, { token: expect.any(String), user: { name: expect.any(String) } }]);
    const { token } = Object(json.data);
    expect((await server.ask('GET /auth/user', { token })).json.data).toMatchObject({
      email: normalizeEmail(server.users.manager.email),
    });
    expect(await lastEntries(2)).toMatchObject([
      { action: 'users.link', after: { issuer: provider.config.issuer, subject: 'manager' } },
      { action: 'auth.login' },
    ]);
  });

  test('a user with a second factor here is asked for it afterwards', async () => {
    const known = await findCredentials(server.db, server.users.manager.email);
    const key = testVault.seal('a key of twenty bytes');
    await server.db.run(
      sql`insert into authenticator_apps (user_id, sealed_key, last_step, created_at)
        values (${known?.id ?? 0}, ${key}, 0, '2026-11-20 10:00:00')`,
    );
    const visitor = new Visitor(server);
    const { status, json } = await visitor.exchange((await visitor.signIn('manager')).ticket);
    expect([status, json.data]).toMatchObject([200, { second_factor: { methods: ['authenticator_app'] } }]);
    expect(JSON.stringify(json.data)).not.toContain('token');
    await server.db.run(sql`delete from authenticator_apps`);
  });

  test('from then on the provider’s person counts, and the e-mail does not', async () => {
    await new Visitor(server).signIn('manager');
    const known = provider.people.manager;
    provider.people.manager = { email: 'married@rollcall.example', email_verified: false };
    const visitor = new Visitor(server);
    const { ticket } = await visitor.signIn('manager');
    expect(Object((await visitor.exchange(ticket)).json.data).user.email).toBe(
      normalizeEmail(server.users.manager.email),
    );
    provider.people.manager = known ?? {};
  });

  test('an e-mail that another person of the provider has now gets nobody in', async () => {
    await new Visitor(server).signIn('manager');
    provider.people.successor = { email: server.users.manager.email, email_verified: true };
    await expectRefused('taken', () => new Visitor(server).signIn('successor'));
  });

  test('an e-mail that is not verified gets nobody in', () =>
    expectRefused('unverified', () => new Visitor(server).signIn('careless')));

  test('an unknown person is refused', async () => {
    await expectRefused('unknown', () => new Visitor(server).signIn('stranger'));
    expect(await lastEntries(1)).toMatchObject([{ after: { email: 'stranger@rollcall.example' } }]);
  });

  test('a user who declines at the provider returns to the login page', async () => {
    const visitor = new Visitor(server);
    const address = await visitor.start('/attendance');
    const { searchParams } = new URL(address);
    const refusal = new URL(callbackUrl);
    const said = { error: 'access_denied', state: searchParams.get('state') ?? '', iss: provider.config.issuer };
    for (const [name, value] of Object.entries(said)) refusal.searchParams.set(name, value);
    await expectRefused('refused', () => visitor.comeBack(refusal.href));
  });

  test('the provider is asked with a challenge, a state and a nonce of this sign-in, and of no other', async () => {
    const [one, other] = [await new Visitor(server).start(), await new Visitor(server).start()];
    const asked = [one, other].map((address) => Object.fromEntries(new URL(address).searchParams));
    expect(asked[0]).toMatchObject({
      client_id: 'rollcall',
      redirect_uri: callbackUrl,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked[0]?.[name]).toMatch(/^[\w-]{43}$/);
      expect(asked[0]?.[name]).not.toBe(asked[1]?.[name]);
    }
  });

  test('a half-done sign-in is stored without anything that would finish it', async () => {
    const address = await new Visitor(server).start();
    const { searchParams } = new URL(address);
    const [flow] = await server.db.all(sql`select * from single_sign_on_flows`);
    const kept = JSON.stringify(flow);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(kept).not.toContain(searchParams.get(name));
  });

  test('the browser keeps a cookie that no script, no other site and no other host can use', async () => {
    const response = await new Visitor(server).get(`${server.api}/auth/oidc/start?challenge=${'0'.repeat(64)}`);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('coming back twice works once', async () => {
    const visitor = new Visitor(server);
    const callback = await visitor.signInAt(await visitor.start(), 'manager');
    expect(await visitor.comeBack(callback)).toMatchObject({ failure: null });
    await expectRefused('expired', () => visitor.comeBack(callback));
  });

  test('coming back twice at once works once', async () => {
    const visitor = new Visitor(server);
    const callback = await visitor.signInAt(await visitor.start(), 'manager');
    const arrivals = await Promise.all([visitor.comeBack(callback), visitor.comeBack(callback)]);
    expect(arrivals.map(({ failure }) => failure).sort()).toEqual(['expired', null].sort());
  });

  test('a code that was used already is refused by the provider, and so here', async () => {
    const visitor = new Visitor(server);
    const callback = new URL(await visitor.signInAt(await visitor.start(), 'manager'));
    await visitor.comeBack(callback.href);
    const { searchParams } = new URL(await visitor.start());
    callback.searchParams.set('state', searchParams.get('state') ?? '');
    await expectRefused('expired', () => visitor.comeBack(callback.href));
  });

  test('a sign-in that began in another browser is refused, and still works in that one', async () => {
    const [victim, thief] = [new Visitor(server), new Visitor(server)];
    const callback = await victim.signInAt(await victim.start(), 'manager');
    await thief.start();
    await expectRefused('expired', () => thief.comeBack(callback));
    await expectRefused('expired', () => new Visitor(server).comeBack(callback));
    expect(await victim.comeBack(callback)).toMatchObject({ failure: null });
  });

  test('two tabs of one browser can be at the provider at once', async () => {
    const visitor = new Visitor(server);
    const addresses = [await visitor.start('/employees'), await visitor.start('/companies')];
    for (const address of addresses) {
      expect(await visitor.comeBack(await visitor.signInAt(address, 'manager'))).toMatchObject({ failure: null });
    }
  });

  test('a sign-in that takes more than ten minutes begins again', async () => {
    const visitor = new Visitor(server);
    const callback = await visitor.signInAt(await visitor.start(), 'manager');
    now = new Date(now.getTime() + 10 * 60_000);
    await expectRefused('expired', () => visitor.comeBack(callback));
  });

  test('a clock that differs by more than the provider’s answer is valid gets nobody in', async () => {
    const visitor = new Visitor(server);
    now = new Date(Date.now() + 61 * 60_000);
    const callback = await visitor.signInAt(await visitor.start(), 'manager');
    await expectRefused('untrusted', () => visitor.comeBack(callback));
  });

  test('the provider may change its keys while somebody signs in', async () => {
    const visitor = new Visitor(server);
    await visitor.signIn('manager');
    const callback = await visitor.signInAt(await visitor.start(), 'manager');
    provider.rotateKeys();
    expect(await visitor.comeBack(callback)).toMatchObject({ failure: null });
    expect(await visitor.signIn('manager')).toMatchObject({ failure: null });
  });

  describe('the ticket', () => {
    const ticketOf = async (visitor: Visitor) => (await visitor.signIn('manager')).ticket;

    test('works once', async () => {
      const visitor = new Visitor(server);
      const ticket = await ticketOf(visitor);
      expect((await visitor.exchange(ticket)).status).toBe(200);
      const again = await visitor.exchange(ticket);
      expect([again.status, again.json.message]).toEqual([422, expect.stringContaining('begin again')]);
      expect(await lastEntries(1)).toMatchObject([
        { action: 'auth.single_sign_on_failed', after: { reason: 'expired' } },
      ]);
    });

    test('is of no use to somebody who has only it', async () => {
      const visitor = new Visitor(server);
      const before = await count('sessions');
      for (const verifier of [visitor.challenge, '', new Visitor(server).verifier]) {
        const ticket = await ticketOf(visitor);
        expect((await visitor.exchange(ticket, verifier)).status).toBe(422);
        // After that, it works for nobody.
        expect((await visitor.exchange(ticket)).status).toBe(422);
      }
      expect(await count('sessions')).toBe(before);
    });

    test('works for ten minutes', async () => {
      const visitor = new Visitor(server);
      const ticket = await ticketOf(visitor);
      now = new Date(now.getTime() + 10 * 60_000);
      expect((await visitor.exchange(ticket)).status).toBe(422);
    });

    test('ends when the sessions of the user end', async () => {
      const visitor = new Visitor(server);
      const ticket = await ticketOf(visitor);
      const token = await server.signIn(server.users.administrator);
      const users = await server.ask(`GET /users?q=${encodeURIComponent(server.users.manager.email)}`, { token });
      const [{ id, ...user }] = Object(users.json.data).data;
      const ids = (records: { id: number }[]) => records.map((record) => record.id);
      const body = { ...user, roles: ids(user.roles), companies: ids(user.companies), password: 'another password' };
      expect((await server.ask(`PUT /users/${id}`, { token, body })).status).toBe(200);
      expect((await visitor.exchange(ticket)).status).toBe(422);
    });
  });

  test('a page that sends no challenge is sent back', async () => {
    const response = await fetch(`${server.api}/auth/oidc/start`, { redirect: 'manual' });
    expect(response.headers.get('location')).toContain('#single-sign-on=failed');
  });

  test.each(['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)'])(
    'nobody is led elsewhere: %s',
    async (next) => {
      const arrival = await new Visitor(server).signIn('manager', next);
      expect(arrival.failure).toBeNull();
      expect([null, '//elsewhere.example']).toContain(arrival.next); // the console follows only its own paths
    },
  );

  test.each([
    '',
    '?code=x',
    '?state=',
    '?state=x&state=y',
    `?state=${'x'.repeat(7_000)}`,
    '?error=access_denied',
    "?state=';drop table users--&code[]=1",
    '?state=%F0%9F%98%80&iss=%0d%0aSet-Cookie:%20a=b',
  ])('whatever somebody comes back with, they are at the login page: %s', async (query) => {
    const response = await fetch(`${server.api}/auth/oidc/callback${query}`, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('https://console.example/login#single-sign-on=expired');
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test.each(['POST', 'PUT', 'HEAD', 'DELETE'])('only a page is answered, and no %s', async (method) => {
    for (const step of ['start', 'callback']) {
      const { status } = await fetch(`${server.api}/auth/oidc/${step}`, { method, redirect: 'manual' });
      expect(status).toBe(404);
    }
  });

  test('too many attempts from one address are told so, without another word to the provider or the audit', async () => {
    for (let attempt = 0; attempt < 300; attempt++) {
      const response = await fetch(`${server.api}/auth/oidc/start?challenge=${'0'.repeat(64)}`, { redirect: 'manual' });
      if (response.headers.get('location')?.includes('#single-sign-on=busy')) break;
    }
    const before = (await auditEntries(server.db)).length;
    expect(await new Visitor(server).signIn('manager')).toMatchObject({ failure: 'busy' });
    expect((await auditEntries(server.db)).length).toBe(before);
    await server.db.run(sql`delete from login_attempts`);
  });

  test('a provider that cannot be reached is told from one that refuses', async () => {
    const visitor = new Visitor(server);
    const callback = await visitor.signInAt(await visitor.start('/employees'), 'manager');
    await provider.stop();
    await expectRefused('unreachable', () => visitor.comeBack(callback));
    expect(await new Visitor(server).signIn('manager', '/employees')).toMatchObject({
      failure: 'unreachable',
      next: '/employees',
    });
  });
});

once(() => {
  test('a server without a provider says so', async () => {
    const server = await startServer();
    expect(await new Visitor(server).signIn('manager')).toMatchObject({ failure: 'disabled' });
    await server.stop();
  });
});
