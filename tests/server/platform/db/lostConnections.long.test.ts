// PostgreSQL may end connections at any moment: at a restart, a failover, or by one of its time limits.

import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { openDatabase } from '../../../../server/platform/db/open.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { type Installation, install } from '../../../support/server/installation.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
/** How many ended connections and acknowledged writes are enough. */
const enough = 200;

let installed: Installation;
let database: TestDatabase;
beforeAll(async () => {
  installed = await install();
  database = await createPostgres();
});
afterAll(async () => {
  installed.remove();
  await database.remove();
});

interface Reply {
  status: number;
  retryAfter: string | null;
  body: { success: boolean; data: unknown; message: string };
}

test('hundreds of lost connections under load cost no acknowledged write, and the process lives', async () => {
  const url = database.location.databaseUrl ?? '';
  const server = installed.start([], { ...admin, DATABASE_URL: url });
  const api = `${await server.url()}/web/api/v1`;
  const replies: Reply[] = [];
  const call = async (method: string, path: string, token: string, body?: object): Promise<Reply> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const reply = { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
    replies.push(reply);
    return reply;
  };
  const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const { body } = await call('POST', '/auth/login', '', login);
  const { token } = body.data as { token: string };

  let ended = 0;
  const acknowledged: string[] = [];
  const goesOn = () => ended < enough || acknowledged.length < enough;
  /** Every write waits for the end of the audit, so transactions also wait for each other. */
  const write = async (writer: number) => {
    for (let number = 0; goesOn(); number++) {
      const name = `Company ${writer}-${number}`;
      const { status } = await call('POST', '/companies', token, { name });
      if (status === 201) acknowledged.push(name);
    }
  };
  const read = async () => {
    while (goesOn()) await call('GET', '/companies/all', token);
  };

  const killer = postgres(url, { max: 2, onnotice() {}, connection: { application_name: 'killer' } });
  const end = async (which: string) => {
    const rows = await killer.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> 'killer' and ${which}`);
    ended += rows.length;
  };
  const kill = async () => {
    while (goesOn()) {
      await end('random() < 0.2');
      await wait(Math.random() * 200);
      await killer.begin(async (transaction) => {
        await transaction`update audit_head set hash = hash`;
        await wait(50);
        await end(`wait_event_type = 'Lock' and random() < 0.7`);
      });
    }
  };
  await Promise.all([...Array.from({ length: 12 }, (_, writer) => write(writer)), read(), kill()]);
  await killer.end();

  expect(server.child.exitCode).toBeNull();
  expect((await call('POST', '/companies', token, { name: 'After it' })).status).toBe(201);
  await server.kill('SIGTERM');

  const statuses = new Set(replies.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 201, 503]);
  for (const { status, retryAfter, body } of replies) {
    expect(body).toMatchObject({ success: status < 300, message: expect.any(String) });
    expect(retryAfter === null).toBe(status < 300);
  }
  const db = await openDatabase(database.location);
  const rows = await db.all<{ name: string }>(sql`select name from companies`);
  const stored = rows.map(({ name }) => name);
  expect(new Set(stored).size).toBe(stored.length);
  expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([]);
  expect((await verifyAudit(db)).fault).toBeUndefined();
  await db.close();
}, 600_000);
