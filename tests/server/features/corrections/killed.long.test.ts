// Real server processes are killed while writing corrections: no acknowledged one is lost, and none is duplicated.

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { install } from '../../../support/server/installation.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
const day = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString().slice(0, 10);
const employeeCount = 1_000;
const rounds = 2;
const writers = 3;

const installed = await install();
afterAll(() => installed.remove());

async function fill(db: Db): Promise<void> {
  const at = '2026-01-01 00:00:00';
  await db.run(sql`insert into companies (id, name, unique_identifier, created_at) values (1, 'Acme', 'CMP-1', ${at})`);
  const ids = JSON.stringify(Array.from({ length: employeeCount }, (_, index) => String(index + 1)));
  const numbers = db.dialect === 'sqlite' ? sql`json_each(${ids})` : sql`json_array_elements_text(${ids}::text::json)`;
  await db.run(
    sql`insert into employees (id, company_id, employee_id, name, created_at)
      select cast(value as bigint), 1, value, value, ${at} from ${numbers}`,
  );
}

async function post(url: string, call: string, body: object, token = ''): Promise<{ status: number; data: unknown }> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/web/api/v1/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, data: (await answer.json()).data };
}

async function signIn(url: string): Promise<string> {
  const { data } = await post(url, 'auth/login', { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD });
  return Object(data).token;
}

/** Adds both events of one person after another, each person once, until the connection breaks. */
async function correctUntilCut(url: string, token: string, people: Iterator<number>, acknowledged: number[]) {
  for (let next = people.next(); !next.done; next = people.next()) {
    const event = (time: string, event_type: string) => ({
      kind: 'add',
      employee_id: next.value,
      timestamp: `${day}T${time}`,
      event_type,
    });
    const corrections = [event('08:00', 'check-in'), event('16:00', 'check-out')];
    const sent = post(url, 'corrections', { corrections, reason: 'The door was broken' }, token);
    const status = await sent.then((answer) => answer.status).catch(() => undefined);
    if (status !== 201) return;
    acknowledged.push(next.value);
  }
}

describe.each(databases)('on $name', ({ create }) => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await create();
    db = await openWithPermissions(database.location);
    await fill(db);
  });
  afterAll(async () => {
    await db.close();
    await database.remove();
  });

  test(`${rounds} times killed while it writes corrections`, async () => {
    const { dataDir, databaseUrl } = database.location;
    const place = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const people = Array.from({ length: employeeCount }, (_, index) => index + 1).values();
    const acknowledged: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const run = installed.start([], { ...place, ...admin });
      const url = await run.url();
      const token = await signIn(url);
      const known = acknowledged.length;
      const writing = Array.from({ length: writers }, () => correctUntilCut(url, token, people, acknowledged));
      while (acknowledged.length < known + 5 * round) await wait(1);
      await run.kill('SIGKILL');
      await Promise.all(writing);
    }

    const rows = await db.all<{ employee_id: number; events: number; made: number }>(
      sql`select attendance.employee_id, count(*) as events, count(distinct corrections.id) as made
        from attendance join corrections on corrections.id = added_by and corrections.attendance_id = attendance.id
        group by attendance.employee_id`,
    );
    expect(rows.filter(({ events, made }) => events !== 2 || made !== 2)).toEqual([]);
    const stored = new Set(rows.map(({ employee_id }) => employee_id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(stored.size - acknowledged.length).toBeLessThanOrEqual(rounds * writers);
    const { made, acts } = await one<{ made: number; acts: number }>(
      db,
      sql`select (select count(*) from corrections) as made,
        (select count(*) from audit where action = 'corrections.create') as acts`,
    );
    expect([made, acts]).toEqual([2 * stored.size, stored.size]);
    expect((await verifyAudit(db)).fault).toBeUndefined();
  });
});
