// Hashing a password takes a while. Changes made meanwhile must count.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCredentials } from '../../../../server/features/people/credentialQueries.ts';
import { cheapCost, createPasswords, type Passwords } from '../../../../server/platform/access/passwords.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { tooManyAttempts } from '../../../../server/platform/domainErrors.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let administrator: string;
  let manager: { id: number; name: string; email: string; password: string };
  let meanwhile: (() => Promise<unknown>) | undefined;

  const { hash, verify } = createPasswords(cheapCost);
  const happens = async () => {
    const work = meanwhile;
    meanwhile = undefined;
    await work?.();
  };
  const passwords: Passwords = {
    async hash(password) {
      const hashed = await hash(password);
      await happens();
      return hashed;
    },
    async verify(password, stored) {
      const isRight = await verify(password, stored);
      await happens();
      return isRight;
    },
  };

  beforeEach(async () => {
    const sample = { employeesPerCompany: 1, days: 1 };
    server = await startServer({ createDatabase: create, passwords, sample });
    administrator = await server.signIn(server.users.administrator);
    const known = await findCredentials(server.db, server.users.manager.email);
    manager = { ...server.users.manager, id: known?.id ?? 0 };
  });
  afterEach(() => server.stop());

  const signIn = async (password = manager.password) => {
    const { status, json } = await server.ask('POST /auth/login', { body: { email: manager.email, password } });
    return { status, message: json.message };
  };
  const wrong = { status: 401, message: 'Invalid email or password' };
  const sessions = () =>
    one<{ total: number }>(server.db, sql`select count(*) as total from sessions where user_id = ${manager.id}`);
  const edit = async (fields: object) => {
    const { name, email, id } = manager;
    const body = { name, email, roles: [], companies: [], ...fields };
    const { status } = await server.ask(`PUT /users/${id}`, { token: administrator, body });
    expect(status).toBe(200);
  };
  const setAnother = () => edit({ password: 'another one' });
  const remove = () => server.ask(`DELETE /users/${manager.id}`, { token: administrator });

  const askForLink = async () => {
    await server.ask('POST /auth/forgot-password', { body: { email: manager.email } });
    await server.settled();
    const link = new URL(/https:\S+/.exec(server.mails.at(-1)?.body ?? '')?.[0] ?? '');
    return Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
  };
  const reset = async (link: object) => {
    const body = { ...link, password: 'from the link', password_confirmation: 'from the link' };
    const { status, json } = await server.ask('POST /auth/reset-password', { body });
    return { status, errors: json.errors };
  };
  const stale = { status: 422, errors: { token: ['This reset link is invalid or has expired'] } };

  test('starts no session if the password changed while it was checked', async () => {
    meanwhile = setAnother;
    expect(await signIn()).toEqual(wrong);
    expect(await sessions()).toEqual({ total: 0 });
    expect((await signIn('another one')).status).toBe(200);
  });

  test('rejects the sign-in of a user deleted meanwhile', async () => {
    meanwhile = remove;
    expect(await signIn()).toEqual(wrong);
  });

  test('rejects a password change with a password that is no longer current', async () => {
    const token = await server.signIn(manager);
    meanwhile = setAnother;
    const mine = { password: 'of my own', password_confirmation: 'of my own' };
    const body = { current_password: manager.password, ...mine };
    const { status, json } = await server.ask('POST /auth/change-password', { token, body });
    expect([status, json.errors]).toEqual([422, { current_password: ['Current password is incorrect'] }]);
    expect((await signIn('another one')).status).toBe(200);
  });

  test('does not grant permissions that the caller lost meanwhile', async () => {
    const { id } = await one<{ id: number }>(server.db, sql`select id from roles where name = 'administrator'`);
    await edit({ roles: [id] });
    const token = await server.signIn(manager);
    meanwhile = () => edit({ roles: [] });
    const email = 'accomplice@rollcall.example';
    const body = { name: 'Accomplice', email, password: 'a long password', roles: [id], companies: [] };
    expect((await server.ask('POST /users', { token, body })).status).toBe(403);
    expect(await findCredentials(server.db, email)).toBeUndefined();
  });

  test('ends a reset link when the password changes', async () => {
    const link = await askForLink();
    await setAnother();
    expect(await reset(link)).toEqual(stale);

    const other = await askForLink();
    meanwhile = setAnother;
    expect(await reset(other)).toEqual(stale);
    expect((await signIn('another one')).status).toBe(200);
  });

  test('a server that is too busy to hash counts no attempt by somebody who has the link or knows the password', async () => {
    const busy = async () => {
      throw tooManyAttempts('Too many users are signing in. Please try again in a moment', 5);
    };
    const link = await askForLink();
    for (let attempt = 0; attempt < 21; attempt++) {
      meanwhile = busy;
      expect((await reset(link)).status).toBe(429);
    }
    expect((await reset(link)).status).toBe(200);
    const token = await server.signIn({ ...manager, password: 'from the link' });
    const mine = { password: 'of my own', password_confirmation: 'of my own' };
    const change = () =>
      server.ask('POST /auth/change-password', { token, body: { current_password: 'from the link', ...mine } });
    for (let attempt = 0; attempt < 11; attempt++) {
      // The first hash is of the current password.
      meanwhile = async () => void (meanwhile = busy);
      expect((await change()).status).toBe(429);
    }
    expect((await change()).status).toBe(200);
  });

  test('ends a reset link when the e-mail changes', async () => {
    const link = await askForLink();
    const email = 'manager@elsewhere.example';
    await edit({ email });
    expect(await reset({ ...link, email })).toEqual(stale);
  });

  test('ends a reset link when the user is deleted', async () => {
    const link = await askForLink();
    meanwhile = remove;
    expect(await reset(link)).toEqual(stale);
  });
});
