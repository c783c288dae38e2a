// Signing in and out, rate limits, and password changes.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addPasswordReset,
  findCredentials,
  usePasswordReset,
} from '../../../../server/features/people/credentialQueries.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { countWrites, textOf } from '../../../support/server/statements.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let now: Date;

  beforeEach(async () => {
    now = new Date();
    server = await startServer({ createDatabase: create, clock: () => now });
  });
  afterEach(() => server.stop());

  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const tryToSignIn = (email: string, password: string) =>
    server.ask('POST /auth/login', { body: { email, password } });
  const isSignedIn = async (token: string) => (await server.ask('GET /auth/user', { token })).status === 200;

  test('signs in, returns the user, and signs out', async () => {
    const { manager } = server.users;
    const token = await server.signIn({ ...manager, email: ` ${manager.email.toUpperCase()} ` });
    const { json } = await server.ask('GET /auth/user', { token });
    expect(json).toMatchObject({
      success: true,
      data: { name: manager.name, email: manager.email, role: 'HR Manager', roles: [{ name: 'hr_manager' }] },
    });
    expect(json.data).toHaveProperty('companies.length', 5);
    expect(JSON.stringify(json)).not.toMatch(/password|scrypt/);

    expect((await server.ask('POST /auth/logout', { token })).status).toBe(200);
    expect(await isSignedIn(token)).toBe(false);
  });

  test('an accent is the same beside its letter and on it, also in an e-mail that is stored so', async () => {
    const { administrator, manager } = server.users;
    const token = await server.signIn(administrator);
    const split = 'zoe\u0308@rollcall.example';
    const fields = { name: 'Zoë', password: 'a long password', roles: [], companies: [] };
    const create = (email: string) => server.ask('POST /users', { token, body: { ...fields, email } });
    expect((await create(split)).json.data).toMatchObject({ email: 'zoë@rollcall.example' });
    expect((await create('ZOË@rollcall.example')).json.errors).toEqual({ email: ['Email is already taken'] });
    for (const email of [split, 'Zoë@rollcall.example']) await server.signIn({ ...fields, email });

    await server.db.run(sql`update users set email = ${`max${split}`} where email = ${manager.email}`);
    for (const email of [`max${split}`, 'maxzoë@rollcall.example']) {
      await server.signIn({ ...manager, email });
      await server.ask('POST /auth/forgot-password', { body: { email } });
      await server.settled();
      const link = /token=([\w-]+)/.exec(server.mails.at(-1)?.body ?? '')?.[1];
      const body = { email, token: link, password: manager.password, password_confirmation: manager.password };
      expect(await server.ask('POST /auth/reset-password', { body })).toMatchObject({ status: 200 });
    }

    // Somebody else does not get it, and an edit of the user does not count as a new e-mail.
    const { status, json } = await create('maxzoë@rollcall.example');
    expect([status, json.errors]).toEqual([422, { email: ['Email is already taken'] }]);
    const { id, name, email } = await one<{ id: number; name: string; email: string }>(
      server.db,
      sql`select id, name, email from users where email = ${`max${split}`}`,
    );
    const body = { name, email, roles: [], companies: [] };
    expect((await server.ask(`PUT /users/${id}`, { token, body })).json.data).toMatchObject({
      email: 'maxzoë@rollcall.example',
    });
    expect(await server.db.all(sql`select subject from outbox where subject like '%e-mail address%'`)).toEqual([]);
  });

  test('answers a wrong password and an unknown e-mail alike', async () => {
    const wrong = await tryToSignIn(server.users.manager.email, 'not the password');
    const unknown = await tryToSignIn('nobody@rollcall.example', 'not the password');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.json.message).toBe('Invalid email or password');
    expect({ ...unknown.json, request_id: '' }).toEqual({ ...wrong.json, request_id: '' });
  });

  test('reports missing fields', async () => {
    const { status, json } = await server.ask('POST /auth/login', { body: {} });
    expect(status).toBe(422);
    expect(json.errors).toMatchObject({ email: ['Email is required'] });
  });

  test('answers 401 to a missing, unknown or malformed token', async () => {
    for (const token of [undefined, 'invented', 'a b', "' or 1=1 --"]) {
      const { status, json } = await server.ask('GET /companies', token === undefined ? {} : { token });
      expect([status, json.success]).toEqual([401, false]);
    }
  });

  test('blocks guesses at one e-mail from one address for a while, even with the right password', async () => {
    const { manager, auditor } = server.users;
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, n) => tryToSignIn(manager.email, `guess ${n}`)));
    expect(guesses.filter((guess) => guess.status === 401)).toHaveLength(10);
    expect(guesses.filter((guess) => guess.status === 429)).toHaveLength(4);
    const refused = await tryToSignIn(manager.email, manager.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await tryToSignIn(auditor.email, auditor.password)).status).toBe(200);
    later(16);
    expect((await tryToSignIn(manager.email, manager.password)).status).toBe(200);
  });

  test('blocks guesses at many e-mails from one address only', async () => {
    const tryUnknown = (n: number) => tryToSignIn(`nobody-${n}@rollcall.example`, 'a password');
    const statuses = new Set<number>();
    for (let n = 0; n < 100; n++) statuses.add((await tryUnknown(n)).status);
    expect(statuses).toEqual(new Set([401]));
    expect((await tryUnknown(100)).status).toBe(429);
    expect((await tryToSignIn(server.users.manager.email, server.users.manager.password)).status).toBe(429);
    later(16);
    expect((await tryUnknown(100)).status).toBe(401);
  });

  test('treats an e-mail of any length as unknown', async () => {
    expect((await tryToSignIn(`${'x'.repeat(10_000)}@rollcall.example`, 'a password')).status).toBe(401);
  });

  test('never limits successful sign-ins', async () => {
    for (let time = 0; time < 15; time++) await server.signIn(server.users.manager);
  });

  test('ends an unused session, and any session after two weeks', async () => {
    const idle = await server.signIn(server.users.manager);
    const used = await server.signIn(server.users.auditor);
    for (let half = 0; half < 3; half++) {
      later(6 * 60);
      expect(await isSignedIn(used)).toBe(true);
    }
    expect(await isSignedIn(idle)).toBe(false);
    for (let half = 3; half < 2 * 2 * 14; half++) {
      later(6 * 60);
      await isSignedIn(used);
    }
    expect(await isSignedIn(used)).toBe(false);
  });

  test('ends a session of a clock that was far ahead, which would outlast both limits', async () => {
    later(365 * 24 * 60);
    const token = await server.signIn(server.users.manager);
    later(-60);
    expect(await isSignedIn(token)).toBe(true);
    later(-364 * 24 * 60);
    expect(await isSignedIn(token)).toBe(false);
  });

  test('accepts only the changed password and ends the other sessions', async () => {
    const { manager } = server.users;
    const [here, elsewhere] = [await server.signIn(manager), await server.signIn(manager)];
    const change = (current: string, password: string, confirmation = password) =>
      server.ask('POST /auth/change-password', {
        token: here,
        body: { current_password: current, password, password_confirmation: confirmation },
      });
    expect((await change('wrong one', 'a new password')).json.errors).toHaveProperty('current_password');
    expect((await change(manager.password, 'short')).json.errors).toHaveProperty('password');
    expect((await change(manager.password, 'a new password', 'another')).json.errors).toHaveProperty(
      'password_confirmation',
    );
    expect(await isSignedIn(elsewhere)).toBe(true);

    expect((await change(manager.password, 'a new password')).status).toBe(200);
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect((await tryToSignIn(manager.email, manager.password)).status).toBe(401);
    expect((await tryToSignIn(manager.email, 'a new password')).status).toBe(200);
  });

  test('answers every request for a reset link alike, and mails only known users', async () => {
    const forgot = (email: string) => server.ask('POST /auth/forgot-password', { body: { email } });
    const known = await forgot(server.users.manager.email);
    const unknown = await forgot('nobody@rollcall.example');
    expect(known.json.message).toBe('Password reset link sent to your email');
    expect(unknown.json).toEqual(known.json);
    await server.settled();
    const { total } = await one<{ total: number }>(server.db, sql`select count(*) as total from outbox`);
    expect(total).toBe(1);
    expect(server.mails.map((mail) => mail.to)).toEqual([server.users.manager.email]);

    for (let time = 0; time < 4; time++) await forgot(server.users.manager.email);
    expect((await forgot(server.users.manager.email)).status).toBe(429);
    for (let time = 0; time < 4; time++) await forgot('nobody@rollcall.example');
    expect((await forgot('nobody@rollcall.example')).status).toBe(429);
  });

  test('sends the response before the work that only a known e-mail causes', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { all, tx } = server.db;
    vi.spyOn(server.db, 'tx').mockImplementation((work) => held.then(() => tx(work)));
    vi.spyOn(server.db, 'all').mockImplementation((statement) =>
      textOf(statement).includes('users') ? held.then(() => all(statement)) : all(statement),
    );
    const writes = countWrites(server.db);
    const costs: number[] = [];
    for (const email of [server.users.manager.email, 'nobody@rollcall.example']) {
      const before = writes();
      expect((await server.ask('POST /auth/forgot-password', { body: { email } })).status).toBe(200);
      costs.push(writes() - before);
    }
    expect(costs[0]).toBe(costs[1]);
    expect(server.mails).toEqual([]);

    letGo();
    await server.settled();
    expect(server.mails.map((mail) => mail.to)).toEqual([server.users.manager.email]);
  });

  test('waits for unqueued mails before it stops', async () => {
    const other = await startServer({ createDatabase: create });
    await other.ask('POST /auth/forgot-password', { body: { email: other.users.manager.email } });
    await other.stop();
    expect(other.mails).toHaveLength(1);
  });

  test('sets a new password by the mailed link once, within the hour, and ends all sessions', async () => {
    const { manager } = server.users;
    const session = await server.signIn(manager);
    const askForLink = async () => {
      await server.ask('POST /auth/forgot-password', { body: { email: manager.email } });
      await server.settled();
      const link = new URL(/https:\S+/.exec(server.mails.at(-1)?.body ?? '')?.[0] ?? '');
      // Browsers do not send what follows the #, so no log contains it.
      expect(link.href.split('#')[0]).toBe('https://console.example/forgot-password');
      return Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
    };
    const reset = async (link: object) => {
      const passwords = { password: 'from the link', password_confirmation: 'from the link' };
      return (await server.ask('POST /auth/reset-password', { body: { ...link, ...passwords } })).status;
    };

    const old = await askForLink();
    later(61);
    expect(await reset(old)).toBe(422);
    const link = await askForLink();
    const kept = await server.db.all(sql`select * from password_resets`);
    expect(JSON.stringify(kept)).not.toContain(link.token);
    expect(await reset({ ...link, email: server.users.auditor.email })).toBe(422);
    // The clock was ahead when the link was mailed.
    later(-24 * 60);
    expect(await reset(link)).toBe(422);
    later(24 * 60);
    expect([await reset(link), await reset(link)]).toEqual([200, 422]);
    expect(await isSignedIn(session)).toBe(false);
    expect((await tryToSignIn(manager.email, 'from the link')).status).toBe(200);
  });

  test('deletes unused reset links when they expire', async () => {
    const { email } = server.users.manager;
    const kept = () => one<{ total: number }>(server.db, sql`select count(*) as total from password_resets`);
    for (let hour = 0; hour < 3; hour++) {
      await server.ask('POST /auth/forgot-password', { body: { email } });
      await server.settled();
      expect(await kept()).toEqual({ total: 1 });
      later(61);
    }
  });

  test('lets only one of two concurrent requests use a link', async () => {
    const { email } = server.users.manager;
    const userId = (await findCredentials(server.db, email))?.id ?? 0;
    await addPasswordReset(server.db, userId, 'the hash', now, now);
    const use = () => server.db.tx((queries) => usePasswordReset(queries, 'the hash'));
    expect((await Promise.all([use(), use()])).sort()).toEqual([false, true]);
  });

  test('stores no token or password in clear, and audits each step', async () => {
    const { manager } = server.users;
    const token = await server.signIn(manager);
    const stored = JSON.stringify(
      await Promise.all(
        [sql`sessions`, sql`users`, sql`audit`, sql`login_attempts`].map((table) =>
          server.db.all(sql`select * from ${table}`),
        ),
      ),
    );
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(manager.password);
    const hashes = await server.db.all<{ password_hash: string }>(sql`select password_hash from users`);
    expect(hashes.filter(({ password_hash }) => !/^scrypt\$/.test(password_hash))).toEqual([]);
    expect(await auditEntries(server.db)).toMatchObject([{ action: 'auth.login', user_email: manager.email }]);
  });
});
