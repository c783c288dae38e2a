// Password hashing, and the address that guesses are counted by.

import { expect, test } from 'vitest';
import { DomainError } from '../../../server/platform/domainErrors.ts';
import { cheapCost, createPasswords } from '../../../server/access/passwords.ts';
import { startServer } from '../../support/server.ts';

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

test.each([
  [true, 401],
  [false, 429],
])('answers a guess from another forwarded address, with TRUST_PROXY %s, with %i', async (trustProxy, status) => {
  const server = await startServer({ trustProxy });
  const guess = async (from: string) => {
    const body = JSON.stringify({ email: server.users.manager.email, password: 'a guess' });
    const headers = { 'x-forwarded-for': `203.0.113.1, ${from}` };
    return (await fetch(`${server.api}/auth/login`, { method: 'POST', body, headers })).status;
  };
  for (let time = 0; time < 10; time++) await guess('198.51.100.1');
  expect(await guess('198.51.100.1')).toBe(429);
  expect(await guess('198.51.100.2')).toBe(status);
  await server.stop();
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', 429],
  ['2001:db8:1:2::1', '2001:0DB8:0001:0002::', 429],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', 401],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::9', 429],
  ['::ffff:198.51.100.1', '198.51.100.1', 429],
  ['::ffff:198.51.100.1', '::ffff:198.51.100.2', 401],
])('after ten guesses from %s, answers one from %s with %i', async (first, other, status) => {
  const server = await startServer({ trustProxy: true });
  const guess = async (from: string) => {
    const body = JSON.stringify({ email: server.users.manager.email, password: 'a guess' });
    const headers = { 'x-forwarded-for': from };
    return (await fetch(`${server.api}/auth/login`, { method: 'POST', body, headers })).status;
  };
  for (let time = 0; time < 10; time++) expect(await guess(first)).toBe(401);
  expect(await guess(other)).toBe(status);
  await server.stop();
});
