// Password hashing, and the address by which guesses are counted.

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../../../server/app/config.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { DomainError } from '../../../../server/platform/domainErrors.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const passwords = createPasswords(cheapCost);

test('verifies a password against its hash and rejects others', async () => {
  const stored = await passwords.hash('Größe 7');
  expect(await passwords.verify('Größe 7', stored)).toBe(true);
  expect(await passwords.verify('Größe 7'.normalize('NFD'), stored)).toBe(true);
  expect(await passwords.verify('Größe 8', stored)).toBe(false);
  expect(await passwords.verify('Größe 7', await passwords.hash('other'))).toBe(false);
  expect(await passwords.verify('', undefined)).toBe(false);
  expect(await passwords.hash('Größe 7')).not.toBe(stored);
});

// scrypt fails at an impossible cost, so a result proves that another cost was used.
test.each([{ log2N: 0.5 }, { r: 0.5 }, { p: 0.5 }])(
  'takes as long for an unknown e-mail as for a wrong password: it is hashed at the same cost, %j',
  async (impossible) => {
    const { verify } = createPasswords({ ...cheapCost, ...impossible });
    await expect(verify('wrong', undefined)).rejects.toThrow('out of range');
  },
);

test('a sign-in with an unknown e-mail hashes as much as one with a wrong password', async () => {
  const usual = createPasswords();
  const server = await startServer({ passwords: usual });
  const derived = vi.spyOn(crypto, 'scrypt');
  syncBuiltinESMExports();
  const costsOf = async (email: string) => {
    derived.mockClear();
    const { status } = await server.ask('POST /auth/login', { body: { email, password: 'a guess' } });
    expect(status).toBe(401);
    return derived.mock.calls.map(([, , length, options]) => [length, options]);
  };
  const { email } = server.users.manager;
  await server.db.run(sql`update users set password_hash = ${await usual.hash('theirs')} where email = ${email}`);
  const known = await costsOf(email);
  expect(known).toHaveLength(1);
  expect(await costsOf('nobody@rollcall.example')).toEqual(known);
  derived.mockRestore();
  syncBuiltinESMExports();
  await server.stop();
});

test('verifies hashes of another cost', async () => {
  const dearer = createPasswords({ log2N: 6, r: 8, p: 2 });
  expect(await passwords.verify('kept', await dearer.hash('kept'))).toBe(true);
});

test('rejects sign-ins beyond the queue limit and completes the others', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.hash('flood')));
  const refused = flood.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(58);
  for (const each of refused) expect(each.reason instanceof DomainError && each.reason.reason).toBe('tooManyAttempts');
  expect(await passwords.verify('after', await passwords.hash('after'))).toBe(true);
});

test('a sign-in that the server was too busy for is not counted as a wrong one', async () => {
  const slow = createPasswords({ ...cheapCost, log2N: 13 });
  const server = await startServer({ passwords: slow });
  const body = server.users.manager;
  const others: Promise<unknown>[] = [];
  const refused: string[] = [];
  while (refused.length < 12) {
    for (let user = 0; user < 60; user++) others.push(slow.hash('of others').catch(() => {}));
    const { status, json } = await server.ask('POST /auth/login', { body });
    if (status === 429) refused.push(json.message);
  }
  await Promise.all(others);
  expect(new Set(refused)).toEqual(new Set(['Too many users are signing in. Please try again in a moment']));
  expect((await server.ask('POST /auth/login', { body })).status).toBe(200);
  await server.stop();
});

/** Guesses a password, as forwarded by proxies. */
async function guess({ api, users }: TestServer, forwarded: string): Promise<number> {
  const body = JSON.stringify({ email: users.manager.email, password: 'a guess' });
  const headers = { 'x-forwarded-for': forwarded };
  return (await fetch(`${api}/auth/login`, { method: 'POST', body, headers })).status;
}

test.each([
  ['yes', '203.0.113.1, 198.51.100.2', 401],
  ['no', '203.0.113.1, 198.51.100.2', 429],
  ['yes', '203.0.113.2, 198.51.100.1', 429],
  ['yes', '198.51.100.1, unknown', 401],
  ['2', '203.0.113.2, 198.51.100.1, 192.0.2.8', 429],
  ['2', '203.0.113.1, 198.51.100.2, 192.0.2.7', 401],
  ['2', '198.51.100.1', 429],
])('with TRUST_PROXY %s, answers one more guess, forwarded for %s, with %i', async (trust, forwarded, status) => {
  const { proxies } = readConfig({ TRUST_PROXY: trust });
  const server = await startServer({ proxies });
  const first = trust === '2' ? '203.0.113.1, 198.51.100.1, 192.0.2.7' : '203.0.113.1, 198.51.100.1';
  for (let time = 0; time < 10; time++) expect(await guess(server, first)).toBe(401);
  expect(await guess(server, first)).toBe(429);
  expect(await guess(server, forwarded)).toBe(status);
  await server.stop();
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', 429],
  ['2001:db8:1:2::1', '2001:0DB8:0001:0002::', 429],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', 401],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::9', 429],
  ['::ffff:198.51.100.1', '198.51.100.1', 429],
  ['::ffff:198.51.100.1', '::ffff:198.51.100.2', 401],
  ['198.51.100.1:40001', '198.51.100.1:40002', 429],
  ['198.51.100.1:40001', '198.51.100.2:40001', 401],
  ['[2001:db8:1:2::1]:40001', '2001:db8:1:2::9', 429],
  ['[2001:db8:1:2::1]:40001', '[2001:db8:1:3::1]:40001', 401],
])('after ten guesses from %s, answers one from %s with %i', async (first, other, status) => {
  const server = await startServer({ proxies: 1 });
  for (let time = 0; time < 10; time++) expect(await guess(server, first)).toBe(401);
  expect(await guess(server, other)).toBe(status);
  await server.stop();
});
