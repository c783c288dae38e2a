// The HR sync end to end: two server processes on one PostgreSQL, a misbehaving HR system, and crashes on both sides.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { type Db, join, one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { signedIn } from '../../../../src/shared/contract/login.ts';
import { type HrReceiver, startHrReceiver } from '../../../support/hr/rollcallFake.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { type Installation, install } from '../../../support/server/installation.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const employeeCount = 400;
const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

let installed: Installation;
let database: TestDatabase;
let db: Db;
let folder: string;
let receiver: HrReceiver;

beforeAll(async () => {
  installed = await install();
  database = await createPostgres();
  folder = mkdtempSync(path.join(tmpdir(), 'rollcall-hr-'));
  receiver = await startHrReceiver(['--file', path.join(folder, 'records.jsonl')]);
  db = await openWithPermissions(database.location);
  await fill();
});
afterAll(async () => {
  installed.remove();
  await receiver.kill();
  await db.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Adds companies whose employees each checked in and out. */
async function fill(): Promise<void> {
  await db.exec(`
    insert into companies (id, name, unique_identifier, created_at) values (1, 'Acme', 'CMP-1', '2026-01-01 00:00:00');
    insert into access_controllers (id, company_id, name, unique_identifier, created_at)
      values (1, 1, 'Door', 'ACU-1', '2026-01-01 00:00:00');
    -- Only the test starts syncs, so that the schedule never holds the lease.
    update hr_sync_slots set is_enabled = false;
  `);
  await db.run(
    sql`insert into company_urls (company_id, url_type, url, created_at)
      values (1, 'hr_system', ${receiver.url}, '2026-01-01 00:00:00')`,
  );
  const ids = Array.from({ length: employeeCount }, (_, index) => index + 1);
  const employees = ids.map((id) => sql`(${id}, 1, ${`E${id}`}, ${`E${id}`}, '2026-01-01 00:00:00')`);
  await db.run(
    sql`insert into employees (id, company_id, employee_id, name, created_at) values ${join(employees, ', ')}`,
  );
  for (const [type, at] of [
    ['check-in', `${day} 08:00:00`],
    ['check-out', `${day} 17:00:00`],
  ] as const) {
    const events = ids.map((id) => sql`(1, ${id}, ${`E${id}`}, 1, ${type}, ${at}, ${at})`);
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
        occurred_at, created_at) values ${join(events, ', ')}`,
    );
  }
}

function startServer() {
  const { databaseUrl = '' } = database.location;
  return installed.start([], { ...admin, DATABASE_URL: databaseUrl, ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
}

async function ask(url: string, call: string, body: object, token = ''): Promise<{ status: number; data: unknown }> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/web/api/v1/${call}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: answer.status, data: (await answer.json()).data };
}

async function signIn(url: string): Promise<string> {
  const { data } = await ask(url, 'auth/login', { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD });
  return signedIn(data).token;
}

async function untilAccepted(count: number): Promise<void> {
  while ((await receiver.records()).accepted.length < count) await wait(5);
}

test('delivers each record once with two servers, although the receiver and one server are killed', async () => {
  const [first, second] = [startServer(), startServer()];
  const urls = [await first.url(), await second.url()] as const;
  const tokens = [await signIn(urls[0]), await signIn(urls[1])] as const;
  const sync = (server: 0 | 1) =>
    ask(urls[server], 'hr-sync/companies/1', { date: day }, tokens[server]).catch(() => undefined);

  await receiver.behave('slow:40');
  const together = [sync(0), sync(1)];
  await untilAccepted(150);
  const { port } = new URL(receiver.url);
  await receiver.kill();
  const answers = await Promise.all(together);
  expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 409]);

  receiver = await startHrReceiver(['--file', path.join(folder, 'records.jsonl'), '--port', port]);
  const survived = (await receiver.records()).accepted.length;
  await receiver.behave('slow:40');
  const interrupted = sync(0);
  await untilAccepted(survived + 100);
  await first.kill('SIGKILL');
  expect(await interrupted).toBeUndefined();
  expect((await sync(1))?.status).toBe(409);
  // Expires the dead server's lease without waiting for it.
  await db.run(sql`update hr_sync_turns set lease_ends_at = '2026-01-01 00:00:00'`);

  await receiver.behave('flaky:60');
  for (let click = 0; click < 4; click++) await sync(1);
  await receiver.behave('well');
  expect((await sync(1))?.status).toBe(200);
  const last = await sync(1);
  expect(answerDecoder('POST /hr-sync/companies/{id}')(last?.data)).toEqual({
    date: day,
    success: 0,
    failed: 0,
    rejected: 0,
    errors: [],
    already_sent: 2 * employeeCount,
    rejected_before: 0,
    held_back: 0,
    total: 2 * employeeCount,
  });

  const { accepted, repeated } = await receiver.records();
  expect(accepted).toHaveLength(2 * employeeCount);
  expect(new Set(accepted.map(({ employee_id, timestamp }) => `${employee_id} ${timestamp}`)).size).toBe(
    2 * employeeCount,
  );
  expect(repeated).toBeGreaterThan(0);
  const { total } = await one<{ total: number }>(
    db,
    sql`select count(*) as total from hr_deliveries where state = 'accepted'`,
  );
  expect(total).toBe(2 * employeeCount);
});
