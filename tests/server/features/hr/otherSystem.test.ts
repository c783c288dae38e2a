// Records that wait for an HR system or were sent to it, when the company switches to one that takes the other kind.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { requeueFailed } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { retryRecords } from '../../../../server/features/hr/retryRecords.ts';
import { syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { serverCaller } from '../../../../server/platform/access/caller.ts';
import { scalars, sql } from '../../../../server/platform/db/db.ts';
import type { SafeRequest } from '../../../../server/platform/http/outbound.ts';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import type { FakeHr } from '../../../support/hr/fakeHr.ts';
import { addConnection, addHrCompany } from '../../../support/hr/hrCompany.ts';
import { createOdooFake } from '../../../support/hr/odooFake.ts';
import { createPersonioFake } from '../../../support/hr/personioFake.ts';
import { createRollcallFake } from '../../../support/hr/rollcallFake.ts';
import { startServer, type TestServer, testVault } from '../../../support/server/server.ts';

const day = '2026-05-12';
const start = new Date(`${day}T20:00:00Z`);
const people = [{ id: '7', number: '001', name: 'Ada', email: '', is_active: true }];
const silentLog = { debug() {}, info() {}, warn() {}, error() {} };
const schedule = { caller: null, requestId: 'test' };

let now = start;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clock: () => now });
});
afterAll(() => server.stop());

/** A company in which somebody worked with a break on the day of the tests. */
async function companyWith(connector: 'rollcall' | 'personio', first: FakeHr) {
  now = start;
  const { db } = server;
  const records = ['001 in 08:00', '001 out 12:00', '001 in 12:45', '001 out 17:00'];
  const { id, identifier } = await addHrCompany(db, first.url, day, records);
  await addConnection(db, id, connector, first);
  const company = { id, name: 'Acme', unique_identifier: identifier, crm_company_id: '' };
  return {
    id,
    sync: (safeRequest: SafeRequest, days?: string[]) => {
      now = plusMinutes(now, 10);
      const tools = { db, clock: () => now, safeRequest, vault: testVault, wait: async () => {}, log: silentLog };
      return syncCompany(tools, company, { ...(days && { days }), cause: schedule });
    },
    async change(other: 'odoo' | 'personio', { url, settings, secrets }: FakeHr) {
      await db.run(sql`update company_urls set url = ${url} where company_id = ${id}`);
      const token = await server.signIn(server.users.administrator);
      const body = { connector: other, settings, secrets, match_by: 'number', expires_on: '' };
      expect((await server.ask(`PUT /companies/${id}/hr-connection`, { token, body })).status).toBe(200);
    },
    deliveries: () =>
      db.all<{ at: string; state: string; last_error: string }>(
        sql`select substr(occurred_at, 12, 5) as at, state, last_error from hr_deliveries
            join attendance on attendance.id = attendance_id
          where hr_deliveries.company_id = ${id} order by occurred_at`,
      ),
  };
}

const options = { people, timeZone: 'UTC', clock: () => now };

/** A company whose day could not be sent to Personio, which takes breaks, and goes to Odoo, which takes none. */
async function companyWithPersonio() {
  const [personio, odoo] = [createPersonioFake(options), createOdooFake(options)];
  const { id, sync, change, deliveries } = await companyWith('personio', personio);
  await server.db.run(
    sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
      select id, company_id, '7', 'number' from employees where company_id = ${id}`,
  );
  const isDown: SafeRequest = async () => {
    throw new Error('The connection was refused');
  };
  await sync(isDown, [day]);
  return {
    odoo,
    id,
    /** Plans and sends the day. */
    syncDay: () => sync(odoo.request, [day]),
    /** Sends what is due, as the schedule does between its slots. */
    sendDue: () => sync(odoo.request),
    change: () => change('odoo', odoo),
    deliveries,
  };
}

test('waiting records are planned again, without their breaks', async () => {
  const { odoo, change, sendDue, syncDay, deliveries } = await companyWithPersonio();
  expect((await deliveries()).map(({ at, state }) => `${at} ${state}`)).toEqual([
    '08:00 waiting',
    '12:00 waiting',
    '12:45 waiting',
    '17:00 waiting',
  ]);
  await change();
  await sendDue();
  expect(odoo.entries()).toEqual([]);
  expect(await syncDay()).toMatchObject({ success: 2, failed: 0, errors: [] });
  expect(odoo.entries()).toEqual([`7 work ${day} 08:00:00 to ${day} 17:00:00`]);
});

test('a break that Personio had refused is not sent as work when somebody retries it', async () => {
  const { odoo, id, change, sendDue, deliveries } = await companyWithPersonio();
  await server.db.run(
    sql`update hr_deliveries set state = 'failed', was_sent = true, last_error = 'It overlaps'
      where attendance_id = (select id from attendance where company_id = ${id} and occurred_at = ${`${day} 12:45:00`})`,
  );
  await change();
  await server.db.tx((queries) => requeueFailed(queries, id, undefined, now));
  await sendDue();
  expect(odoo.entries()).toEqual([]);
  expect(await deliveries()).toEqual([
    { at: '12:45', state: 'failed', last_error: 'Odoo takes no breaks between pairs' },
  ]);
});

test('a day that was sent as single records is not sent once more, by halves, as pairs and breaks', async () => {
  const [own, personio] = [createRollcallFake(options), createPersonioFake(options)];
  const { sync, change } = await companyWith('rollcall', own);
  expect(await sync(own.request, [day])).toMatchObject({ success: 2, failed: 0 });
  expect(own.entries()).toEqual([`7 in ${day} 08:00:00`, `7 out ${day} 17:00:00`]);
  await change('personio', personio);
  expect(await sync(personio.request, [day])).toMatchObject({ already_sent: 2, held_back: 2, errors: [] });
  expect(personio.entries()).toEqual([]);
});

test('single records that the former system rejected go out as a pair when somebody retries them', async () => {
  const [own, odoo] = [createRollcallFake({ ...options, people: [] }), createOdooFake(options)];
  const { id, sync, change, deliveries } = await companyWith('rollcall', own);
  expect(await sync(own.request, [day])).toMatchObject({ success: 0, rejected: 2 });
  await change('odoo', odoo);
  await sync(odoo.request, [day]);
  const rejected = await scalars<number>(
    server.db,
    sql`select attendance_id from hr_deliveries where company_id = ${id} and state = 'failed' order by attendance_id`,
  );
  const tools = { db: server.db, clock: () => now, safeRequest: odoo.request, vault: testVault, log: silentLog };
  const retry = { ...tools, wait: async () => {}, caller: serverCaller, requestId: 'test', now };
  expect(await retryRecords(retry, rejected)).toMatchObject({ success: 2, rejected: 0, errors: [] });
  expect((await deliveries()).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  expect(odoo.entries()).toEqual([`7 work ${day} 08:00:00 to ${day} 17:00:00`]);
});
