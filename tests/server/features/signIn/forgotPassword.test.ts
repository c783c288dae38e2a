// Neither the timing nor the load of what follows a request for a reset link may reveal whether the e-mail is known.

import timers from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findCredentials } from '../../../../server/features/people/credentialQueries.ts';
import { serveDatabase, startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const pauses: number[] = [];
let server: TestServer;
beforeEach(async () => {
  pauses.length = 0;
  vi.spyOn(timers, 'setTimeout').mockImplementation((milliseconds = 0) => {
    pauses.push(milliseconds);
    return Promise.resolve() as ReturnType<typeof timers.setTimeout>;
  });
  server = await startServer({ sample: { employeesPerCompany: 1, days: 0 } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

async function forget(email: string): Promise<void> {
  expect((await server.ask('POST /auth/forgot-password', { body: { email } })).status).toBe(200);
  await server.settled();
}

test('a known and an unknown e-mail each cause one transaction with an entry, which keeps nothing of an unknown one', async () => {
  const { email } = server.users.manager;
  const transactions = vi.spyOn(server.db, 'tx');
  const counts: number[] = [];
  for (const each of [email, 'nobody@rollcall.example']) {
    transactions.mockClear();
    await forget(each);
    counts.push(transactions.mock.calls.length);
  }
  expect(counts).toEqual([1, 1]);
  expect(server.mails.map(({ to }) => to)).toEqual([email]);
  const entries = await auditEntries(server.db, 'auth.forgot_password');
  const known = await findCredentials(server.db, email);
  expect(entries.map(({ subject_id }) => subject_id)).toEqual([known?.id, null]);
  expect(JSON.stringify(entries)).not.toContain('nobody@');
});

test('the work begins after a pause that nobody can foresee', async () => {
  for (let index = 0; index < 20; index++) await forget(`nobody${index}@rollcall.example`);
  expect(pauses).toHaveLength(20);
  expect(pauses.every((pause) => pause >= 0 && pause < 1_000)).toBe(true);
  expect(new Set(pauses).size).toBeGreaterThan(5);
});

test('without a mail server, the answer promises no mail, whether the e-mail is known or not', async () => {
  const { db, users } = server;
  const silent = await serveDatabase(db, { showsMail: false });
  for (const email of [users.manager.email, 'nobody@rollcall.example']) {
    const { json } = await silent.ask('POST /auth/forgot-password', { body: { email } });
    expect(json.message).toBe('This server sends no e-mails. Ask its operator for a new password.');
  }
  await silent.close();
});
