// What keeps an HR system from being told that all records are there: silent doors, unmatched people, and days that
// were never sent. Users may declare that a door or a person does not count.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { ScriptedServer } from '../../../support/console/scriptedServer.ts';
import { serveFakeHr } from '../../../support/hr/fakeHr.ts';
import { createFrappeFake, type FrappeFake } from '../../../support/hr/frappeFake.ts';
import { addConnection, addHrCompany } from '../../../support/hr/hrCompany.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let fake: FrappeFake;
  let served: ScriptedServer;
  let company: number;
  let now = new Date(`${day}T20:00:00Z`);

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, allowPrivateHosts: '127.0.0.1', clock: () => now });
  });
  afterAll(() => server.stop());

  const person = (number: string) => ({ id: `HR-EMP-${number}`, number, name: number, email: '', is_active: true });
  const told = () => fake.shiftTypes.get('Day Shift')?.last_sync_of_checkin;

  beforeEach(async () => {
    await moveTo(`${day}T20:00:00Z`);
    fake = createFrappeFake({ people: ['001', '002'].map(person), timeZone: 'UTC', clock: () => now });
    fake.shiftTypes.set('Day Shift', {
      enable_auto_attendance: 1,
      process_attendance_after: '2026-05-01',
      last_sync_of_checkin: null,
    });
    served = await serveFakeHr(fake);
    const records = ['001 in 08:00', '001 out 17:00', '002 in 08:30', '002 out 16:30'];
    ({ id: company } = await addHrCompany(server.db, served.base, day, records));
    await addConnection(server.db, company, 'frappe', { ...fake, url: served.base });
    return () => served.stop();
  });

  /** Moves the clock and signs in again, since sessions have ended by then. */
  async function moveTo(instant: string) {
    now = new Date(instant);
    token = await server.signIn(server.users.administrator);
  }
  const sync = async (date = day) => {
    const { json } = await server.ask(`POST /hr-sync/companies/${company}`, { token, body: { date } });
    return answerDecoder('POST /hr-sync/all')(json.data);
  };
  const waits = async () => {
    const { json } = await server.ask('GET /hr-sync/companies', { token });
    const all = answerDecoder('GET /hr-sync/companies')(json.data);
    const shown = all.find(({ id }) => id === company)?.attendance_waits ?? [];
    return shown.map(({ sentence, is_lifted }) => `${is_lifted ? '(lifted) ' : ''}${sentence}`);
  };
  const lift = (kind: string, id: number, is_lifted = true, as = token) =>
    server.ask(`PUT /hr-sync/companies/${company}/attendance-waits`, { token: as, body: { kind, id, is_lifted } });
  const addDoor = async (name: string, events: readonly string[]) => {
    const { id } = await one<{ id: number }>(
      server.db,
      sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
        values (${company}, ${name}, ${`ACU-${name}-${company}`}, '2026-01-01 00:00:00') returning id`,
    );
    for (const at of events) {
      await server.db.run(
        sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
          values (${company}, '?9', ${id}, 'check-in', ${at}, ${at})`,
      );
    }
    return id;
  };

  test('all is told where nothing is missing', async () => {
    expect(await sync()).toMatchObject({ success: 4, errors: [] });
    expect([told(), await waits()]).toEqual([`${day} 20:00:00`, []]);
  });

  test('a silent door holds it up from its last event on, until somebody lifts that or it is heard again', async () => {
    const weekBefore = ['08:00', '09:00', '10:00', '11:00', '12:00'].map((time) => `2026-05-05 ${time}:00`);
    const door = await addDoor('Back door', [...weekBefore, `${day} 07:30:00`]);
    await sync();
    expect([told(), await waits()]).toEqual([`${day} 07:30:00`, ['Back door silent since 07:30']]);

    const auditor = await server.signIn(server.users.auditor);
    expect((await lift('door', door, true, auditor)).status).toBe(403);
    expect((await lift('door', door + 999)).status).toBe(409);
    expect((await lift('record', door)).status).toBe(422);
    expect((await lift('door', door)).status).toBe(200);
    await sync();
    expect([told(), await waits()]).toEqual([`${day} 20:00:00`, ['(lifted) Back door silent since 07:30']]);
    const [entry] = (await auditEntries(server.db, 'hr_sync.lift')).slice(-1);
    expect(entry).toMatchObject({ subject_id: company, after: { controller_id: door, is_lifted: true } });

    // The door was heard and is silent again: the exemption was for the earlier silence.
    await server.db.run(
      sql`update attendance set occurred_at = ${`${day} 19:55:00`}
        where access_controller_id = ${door} and occurred_at = ${`${day} 07:30:00`}`,
    );
    await sync();
    expect(await waits()).toEqual([]);
    await moveTo('2026-05-20T20:00:00Z');
    await sync();
    expect(await waits()).toContain('Back door silent since 12 May 19:55');
  });

  test('a door that has never sent an event holds it up, and one that is not active does not', async () => {
    const door = await addDoor('New door', []);
    await sync();
    expect([told(), await waits()]).toEqual([null, ['New door silent since 1 Jan 00:00']]);

    // It sent its last one for another company.
    await server.db.run(
      sql`insert into device_events (controller_id, fact_key, generation, code, local_time, zone, kind, direction, reader,
          verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome)
        values (${door}, 'fact', 1, '', '', '', 'webhook', '', '', '', 'unknown', '2026-05-10 12:00:00', '', 'key', 0,
          'refused')`,
    );
    const other = sql`(select min(id) from companies where id <> ${company})`;
    for (const next of [other, sql`${company}`])
      await server.db.run(sql`update access_controllers set company_id = ${next} where id = ${door}`);
    await sync();
    expect(await waits()).toEqual(['New door silent since 10 May 12:00']);
    await server.db.run(sql`update access_controllers set is_active = false where id = ${door}`);
    await sync();
    expect([told(), await waits()]).toEqual([`${day} 20:00:00`, []]);
  });

  test.each([
    {
      what: 'whose address was removed',
      change: (url: number) => server.ask(`DELETE /company-urls/${url}`, { token }),
    },
    {
      what: 'in whose place another one came',
      change: () =>
        server.ask(`PUT /companies/${company}/hr-connection`, {
          token,
          body: { connector: 'rollcall', settings: {}, secrets: {}, match_by: 'number', expires_on: '' },
        }),
    },
  ])('nothing waits for an HR system $what', async ({ change }) => {
    await addDoor('New door', []);
    await sync();
    expect(await waits()).toHaveLength(1);
    const url = await one<{ id: number }>(server.db, sql`select id from company_urls where company_id = ${company}`);
    expect((await change(url.id)).status).toBe(200);
    expect(await waits()).toEqual([]);
  });

  test('a person whom nobody is matched with holds it up from the first event on, and a lift lasts', async () => {
    fake.people.delete('HR-EMP-002');
    await sync();
    expect([told(), await waits()]).toEqual([
      `${day} 08:30:00`,
      [`Name of 002 (002) is not matched in the HR system, first event today 08:30`],
    ]);
    const { id } = await one<{ id: number }>(
      server.db,
      sql`select id from employees where company_id = ${company} and employee_id = '002'`,
    );
    await lift('person', id);
    await sync();
    expect(told()).toBe(`${day} 20:00:00`);
    await moveTo('2026-05-13T20:00:00Z');
    await sync('2026-05-13');
    expect([told(), await waits()]).toEqual(['2026-05-13 20:00:00', [expect.stringContaining('(lifted) Name of 002')]]);
    await lift('person', id, false);
    await server.db.run(
      sql`update attendance set occurred_at = '2026-05-13 21:00:00'
        where company_id = ${company} and employee_code = '002' and event_type = 'check-in'`,
    );
    await moveTo('2026-05-14T20:00:00Z');
    await sync('2026-05-14');
    expect(told()).toBe('2026-05-13 21:00:00');
  });

  test('days that were never sent hold it up, and Test Connection counts their records', async () => {
    for (const [date, time, type] of [
      ['2026-04-30', '08:00:00', 'check-in'],
      ['2026-05-01', '08:00:00', 'check-in'],
      ['2026-05-01', '17:00:00', 'check-out'],
      ['2026-05-04', '08:00:00', 'check-in'],
    ] as const) {
      await server.db.run(
        sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
            occurred_at, created_at)
          select company_id, employee_id, employee_code, access_controller_id, ${type}, ${`${date} ${time}`}, created_at
          from attendance where company_id = ${company} and employee_code = '001' limit 1`,
      );
    }
    const { json } = await server.ask(`GET /companies/${company}/hr-connection`, { token });
    const { connector, settings, match_by } = answerDecoder('GET /companies/{id}/hr-connection')(json.data);
    const body = { connector, settings, match_by, expires_on: '', secrets: {} };
    const test = await server.ask(`POST /companies/${company}/hr-connection/test`, { token, body });
    expect(answerDecoder('POST /companies/{id}/hr-connection/test')(test.json.data).findings).toContainEqual({
      what: 'Older records',
      says:
        '3 records on 2 days, from 2026-05-01 to 2026-05-04, were never sent. Sync these days first, or let automatic attendance' +
        ' begin later: until then it waits',
      state: 'warning',
    });
    await sync();
    expect([told(), await waits()]).toEqual([
      '2026-05-01 08:00:00',
      ['Records from 1 May 2026 on were never sent. Sync these days, the first one first'],
    ]);
    await sync('2026-05-01');
    expect(told()).toBe('2026-05-04 08:00:00');
    await sync('2026-05-04');
    expect(told()).toBe(`${day} 20:00:00`);
  });

  test('a Shift Type that was deleted is a clear claim, and the others are told', async () => {
    const named = { ...fake.settings, shift_types: 'Night Shift, Day Shift' };
    await server.db.run(
      sql`update hr_connections set settings = ${JSON.stringify(named)} where company_id = ${company}`,
    );
    expect(await sync()).toMatchObject({
      success: 4,
      failed: 0,
      errors: [
        'Frappe HR could not be told up to when all records have arrived: It has no Shift Type Night Shift. Take it out of the' +
          ' connection, or name another',
      ],
    });
    expect(told()).toBe(`${day} 20:00:00`);
  });
});
