// The end of a run: an HR system is told up to when it has every record, never a second too far, and a failure to tell
// it becomes a sentence of the run.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requeueFailed } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import type { SafeRequest } from '../../../../server/platform/http/outbound.ts';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import { createFrappeFake, type FrappeFake } from '../../../support/hr/frappeFake.ts';
import { addConnection, addHrCompany } from '../../../support/hr/hrCompany.ts';
import { testVault } from '../../../support/server/server.ts';
import { createSqlite, openFresh } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';

describe('a run', () => {
  let db: Db;
  let company: { id: number; name: string; unique_identifier: string; crm_company_id: string };
  let fake: FrappeFake;
  let now: Date;

  beforeAll(async () => {
    db = await openFresh(createSqlite);
  });
  afterAll(() => db.close());

  beforeEach(async () => {
    now = new Date(`${day}T20:00:00Z`);
    fake = createFrappeFake({ people: ['001', '002'].map(person), timeZone: 'UTC', clock: () => now });
    const records = ['001 in 08:00', '001 out 17:00', '002 in 08:30', '002 out 16:30', '?77 in 09:00'];
    const { id, identifier } = await addHrCompany(db, fake.url, day, records);
    company = { id, name: 'Acme', unique_identifier: identifier, crm_company_id: '' };
    await addConnection(db, id, 'frappe', fake);
    await db.run(
      sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
        select id, company_id, 'HR-EMP-' || employee_id, 'number' from employees where company_id = ${id}`,
    );
  });

  const person = (number: string) => ({ id: `HR-EMP-${number}`, number, name: number, email: '', is_active: true });
  const told = () => fake.shiftTypes.get('Day Shift')?.last_sync_of_checkin;
  const sync = (safeRequest: SafeRequest = fake.request, days: readonly string[] | undefined = [day]) => {
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const tools = { db, clock: () => now, safeRequest, vault: testVault, wait: async () => {}, log };
    return syncCompany(tools, company, { ...(days && { days }), cause: { caller: null, requestId: 'test' } });
  };
  const refuse =
    (status: number, isRefused: (url: string, body: string) => boolean): SafeRequest =>
    async (url, options) =>
      isRefused(url, options?.body ?? '')
        ? { status, headers: {}, body: '{"exc_type":"ValidationError","exception":"ValidationError: No"}' }
        : fake.request(url, options);

  test('tells now, if all that can be sent is there', async () => {
    expect(await sync()).toMatchObject({ success: 4, failed: 0, errors: [] });
    expect(told()).toBe(`${day} 20:00:00`);
  });

  test('tells no later time than that of the HR system, where the clock here is a day ahead', async () => {
    const date = now.toUTCString();
    now = plusMinutes(now, 24 * 60);
    const byItsClock: SafeRequest = async (url, options) => ({
      ...(await fake.request(url, options)),
      headers: { date },
    });
    expect(await sync(byItsClock)).toMatchObject({ success: 4, failed: 0, errors: [] });
    expect(told()).toBe(`${day} 20:00:00`);
  });

  test('tells the time of the first record that waits, for the threshold hour or for the end of a possible break', async () => {
    now = new Date(`${day}T17:30:00Z`);
    expect(await sync()).toMatchObject({ success: 2, failed: 0 });
    expect(told()).toBe(`${day} 16:30:00`);
    now = new Date(`${day}T18:40:00Z`);
    await sync();
    expect(told()).toBe(`${day} 17:00:00`);
    now = new Date(`${day}T19:00:00Z`);
    await sync();
    expect(told()).toBe(`${day} 19:00:00`);
  });

  test('tells the time of the first record that was rejected, until a retry has sent it', async () => {
    const rejecting = refuse(417, (_, body) => body.includes('08:30:00.000000'));
    expect(await sync(rejecting)).toMatchObject({ success: 3, rejected: 1 });
    expect(told()).toBe(`${day} 08:30:00`);
    now = new Date(`${day}T20:02:00Z`);
    await db.tx((queries) => requeueFailed(queries, company.id, undefined, now));
    expect(await sync()).toMatchObject({ success: 1, failed: 0 });
    expect(told()).toBe(`${day} 20:02:00`);
  });

  test('knows of days that it did not plan itself', async () => {
    await db.run(
      sql`update attendance set occurred_at = '2026-05-11 08:00:00'
        where company_id = ${company.id} and occurred_at = ${`${day} 08:00:00`}`,
    );
    await sync();
    expect(told()).toBe('2026-05-11 08:00:00');
  });

  test('tells nothing if it was stopped, and more once a retry has sent the rest', async () => {
    let left = 2;
    const failing = refuse(503, (url) => url.endsWith('add_log_based_on_employee_field') && left-- <= 0);
    expect(await sync(failing)).toMatchObject({ success: 2, failed: 2 });
    expect(told()).toBeNull();
    now = new Date(`${day}T20:10:00Z`);
    expect(await sync(fake.request, undefined)).toMatchObject({ success: 2, failed: 0, errors: [] });
    expect(told()).toBe(`${day} 20:10:00`);
  });

  test('sends the places of controllers, and names the one that lacks its place, without holding up others', async () => {
    fake.wantsPlace = true;
    const { id: placed } = await one<{ id: number }>(
      db,
      sql`insert into access_controllers (company_id, name, unique_identifier, latitude, longitude, created_at)
        values (${company.id}, 'Gate', ${`ACU-GATE-${company.id}`}, 52.52, 13.405, '2026-01-01 00:00:00') returning id`,
    );
    await db.run(
      sql`update attendance set access_controller_id = ${placed}
        where company_id = ${company.id} and employee_code = '002'`,
    );
    const { success, failed, rejected, errors } = await sync();
    expect({ success, failed, rejected }).toEqual({ success: 2, failed: 2, rejected: 0 });
    expect(errors[0]).toContain('Give the controller ACU-');
    expect(fake.logs.map(({ employee }) => employee)).toEqual(['HR-EMP-002', 'HR-EMP-002']);
  });

  test('that cannot tell says so once, and its records stay sent', async () => {
    fake.shiftTypes.clear();
    expect(await sync()).toMatchObject({
      success: 4,
      failed: 0,
      errors: [expect.stringContaining('It has no Shift Type Day Shift')],
    });
    const lost = refuse(502, (url) => url.includes('Shift'));
    expect(await sync(lost)).toMatchObject({
      failed: 0,
      already_sent: 4,
      errors: [expect.stringContaining('HTTP 502')],
    });
  });

  test('that cannot tell because its credentials expired says that, too', async () => {
    await db.run(sql`update hr_connections set expires_on = '2026-05-11' where company_id = ${company.id}`);
    const { errors } = await sync(refuse(401, (url) => url.includes('Shift')));
    expect(errors).toEqual([expect.stringMatching(/The credentials expired: their last day was 2026-05-11$/)]);
  });
});
