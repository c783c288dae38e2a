// A transaction may run again on PostgreSQL. What a call leaves outside the database, and its answer, must come from
// the run that counted.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { BeginAgain } from '../../../../server/platform/db/errors.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { serveDatabase, startServer, type TestServer } from '../../../support/server/server.ts';

let first: TestServer;
let server: Omit<TestServer, 'users'>;
let token: string;

/** Makes every transaction do all its work, roll back, and run again. */
const twice = (db: Db): Db => ({
  ...db,
  tx(work) {
    let runs = 0;
    return db.tx(async (queries) => {
      const result = await work(queries);
      if (++runs === 1) throw new BeginAgain();
      return result;
    });
  },
});

beforeAll(async () => {
  first = await startServer({ createDatabase: createPostgres, sample: { employeesPerCompany: 1, days: 1 } });
  server = await serveDatabase(twice(first.db));
  token = await first.signIn(first.users.administrator);
});
afterAll(async () => {
  await server.close();
  await first.stop();
});

test('an invitation is printed once, with the link that works', async () => {
  const body = { name: 'Nina', email: 'nina@rollcall.example', roles: [], companies: [], invite: true };
  expect((await server.ask('POST /users', { token, body })).status).toBe(201);
  expect(server.mails.map(({ to }) => to)).toEqual(['nina@rollcall.example']);
  const link = /#token=([\w-]+)/.exec(server.mails[0]?.body ?? '')?.[1];
  expect((await server.ask('POST /auth/invitation', { body: { token: link } })).status).toBe(200);
});

test('a code says how many records it named', async () => {
  const company_id = Number(
    Object((await server.ask('POST /companies', { token, body: { name: 'With codes' } })).json.data).id,
  );
  const door = await server.ask('POST /access-controllers', { token, body: { company_id, name: 'Door' } });
  const person = { company_id, employee_id: 'E-1', name: 'Kim' };
  const employee = await server.ask('POST /employees', { token, body: person });
  await first.db.run(
    sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      values (${company_id}, '77', ${Number(Object(door.json.data).id)}, 'check-in', '2026-11-20 08:00:00',
        '2026-11-20 08:00:00')`,
  );
  const employee_id = Number(Object(employee.json.data).id);
  const body = { company_id, employee_id, code: '77', valid_from: '', valid_until: '' };
  const { status, json } = await server.ask('POST /employee-codes', { token, body });
  expect([status, Object(json.data).records]).toEqual([201, 1]);
});
