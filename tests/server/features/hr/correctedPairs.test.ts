// A day that changes after an HR system has taken its pairs: the HR system has what the timesheet says, or the
// person's sheet says what it has instead.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hrRules, saveHrConfig } from '../../../../server/features/hr/connection/connectionQueries.ts';
import { one, rowsOf, sql } from '../../../../server/platform/db/db.ts';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { HrSyncMode } from '../../../../src/shared/contract/hrConfig.ts';
import type { ScriptedServer } from '../../../support/console/scriptedServer.ts';
import { serveFakeHr } from '../../../support/hr/fakeHr.ts';
import { addConnection, addHrCompany } from '../../../support/hr/hrCompany.ts';
import { createOdooFake, type OdooFake } from '../../../support/hr/odooFake.ts';
import { createPersonioFake } from '../../../support/hr/personioFake.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const day = '2026-05-12';
const ada = { id: '71', number: '001', name: 'Ada', email: '', is_active: true };
const otherAda = { ...ada, id: '72', number: '' };

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let now: Date;
  let fake: OdooFake;
  let odoo: ScriptedServer;
  let company: number;
  let employee: number;

  beforeAll(async () => {
    now = new Date(`${day}T20:00:00Z`);
    server = await startServer({ createDatabase: create, allowPrivateHosts: '127.0.0.1', clock: () => now });
    token = await server.signIn(server.users.administrator);
    fake = createOdooFake({ people: [ada, otherAda], timeZone: 'UTC', clock: () => now });
    odoo = await serveFakeHr(fake);
  });
  afterAll(async () => {
    await server.stop();
    await odoo.stop();
  });

  beforeEach(async () => {
    company = (await addHrCompany(server.db, odoo.base, day, ['001 in 08:00', '001 out 17:00'])).id;
    await addConnection(server.db, company, 'odoo', { ...fake, url: odoo.base });
    await setMode('all_records');
    const found = sql`select id from employees where company_id = ${company}`;
    employee = (await one<{ id: number }>(server.db, found)).id;
    for (let id = 42; fake.entries().length > 0; id++) fake.remove(id);
    await sync();
    expect(held()).toEqual(['08:00 to 17:00']);
  });

  const setMode = (mode: HrSyncMode) =>
    saveHrConfig(server.db, company, { rules: hrRules({ multiple_clock_out_mode: mode }), signingSecret: '' });
  const held = () =>
    fake.entries().map((entry) => [...entry.matchAll(/\d\d:\d\d(?=:)/g)].map(([time]) => time).join(' to '));
  const ask = async (key: string, body: object) => {
    const { json } = await server.ask(key, { token, body });
    expect(json).toMatchObject({ success: true });
    return json.data;
  };
  /** A minute later each time, as people act one after the other. */
  async function sync() {
    now = plusMinutes(now, 1);
    await ask(`POST /hr-sync/companies/${company}`, { date: day });
  }
  const correct = async (...corrections: object[]) => {
    const body = { reason: 'Forgotten', corrections };
    const preview = answerDecoder('POST /corrections/preview')(await ask('POST /corrections/preview', body));
    const { corrections: made } = answerDecoder('POST /corrections')(await ask('POST /corrections', body));
    return { foreseen: preview.days[0]?.hr, made };
  };
  const add = (time: string, type: string) => ({
    kind: 'add',
    employee_id: employee,
    timestamp: `${day}T${time}`,
    event_type: `check-${type}`,
  });
  const recordAt = async (time: string) => {
    const found = sql`select id from attendance where company_id = ${company} and occurred_at = ${`${day} ${time}:00`}`;
    return (await one<{ id: number }>(server.db, found)).id;
  };
  const setAside = async (time: string) => ({ kind: 'set_aside', record_id: await recordAt(time) });
  const difference = async () => {
    const { json } = await server.ask(`GET /timesheets/${employee}?start_date=${day}&end_date=${day}`, { token });
    return answerDecoder('GET /timesheets/{id}')(json.data).days[0]?.hr_difference;
  };
  async function sendAnyway(time: string) {
    now = plusMinutes(now, 1);
    await ask('POST /attendance/retry-hr', { record_ids: [await recordAt(time)] });
  }

  test('a pair that was split stays whole there, and the sheet says so', async () => {
    const { foreseen } = await correct(add('12:00', 'out'), add('12:30', 'in'));
    await sync();
    expect(held()).toEqual(['08:00 to 17:00']);
    const sentence = 'Odoo has 08:00 to 17:00; the day now says 08:00 to 12:00 and 12:30 to 17:00.';
    expect([foreseen, await difference()]).toEqual([sentence, sentence]);
    const { json } = await server.ask(`GET /attendance/${await recordAt('17:00')}`, { token });
    expect(answerDecoder('GET /attendance/{id}')(json.data).hr_sync?.sentence).toBe(`Sent. ${sentence.slice(0, -1)}`);
  });

  const arriveLate = (...events: readonly [type: string, time: string][]) =>
    server.db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        select company_id, employee_id, employee_code, access_controller_id, type, at, arrived
        from attendance, ${rowsOf(
          { type: 'text', at: 'timestamp(0)', arrived: 'timestamp(0)' },
          events.map(([type, time]) => ({ type, at: `${day} ${time}:00`, arrived: `${day} 21:59:00` })),
        )} where company_id = ${company} and event_type = 'check-in'`,
    );

  test('a pair with a break that came late is a difference, too', async () => {
    await arriveLate(['check-out', '12:00'], ['check-in', '12:30']);
    await sync();
    expect(held()).toEqual(['08:00 to 17:00']);
    expect(await difference()).toBe('Odoo has 08:00 to 17:00; the day now says 08:00 to 12:00 and 12:30 to 17:00.');
    await setMode('first_last');
    expect(await difference()).toBe('');
  });

  test('a pair whose day began earlier, as came out late, is a difference, too', async () => {
    await setMode('first_last');
    await arriveLate(['check-in', '07:00']);
    await sync();
    expect(held()).toEqual(['08:00 to 17:00']);
    expect(await difference()).toBe('Odoo has 08:00 to 17:00; the day now says 07:00 to 17:00.');
  });

  test('a pair that got another end is no difference', async () => {
    expect((await correct(await setAside('17:00'))).foreseen).toContain('check-out at 17:00, which was set aside');
    await correct(add('17:30', 'out'));
    await sync();
    expect(held()).toEqual(['08:00 to 17:30']);
    expect(await difference()).toBe('');
  });

  test('a pair that got another end in another system still differs in the former one, which is named', async () => {
    const personio = createPersonioFake({ people: [ada], timeZone: 'UTC', clock: () => now });
    const served = await serveFakeHr(personio);
    await server.db.run(sql`update company_urls set url = ${served.base} where company_id = ${company}`);
    await server.db.run(sql`delete from hr_connections where company_id = ${company}`);
    await addConnection(server.db, company, 'personio', { ...personio, url: served.base });
    await correct(await setAside('17:00'), add('17:30', 'out'));
    await sync();
    await served.stop();
    expect(personio.entries()).toEqual([`71 work ${day} 08:00:00 to ${day} 17:30:00`]);
    expect(await difference()).toBe('Odoo has the check-out at 17:00, which was set aside.');
  });

  test('a pair that got another end for another person still differs for the former one', async () => {
    const matches = [{ employee_id: employee, person_id: otherAda.id }];
    await ask(`PUT /companies/${company}/hr-matches`, { matches });
    await correct(await setAside('17:00'), add('17:30', 'out'));
    await sync();
    expect(held()).toEqual(['08:00 to 17:00', '08:00 to 17:30']);
    expect(await difference()).toBe('Odoo has the check-out at 17:00, which was set aside.');
  });

  test('an end that counts again differs from the one that replaced it', async () => {
    const { made } = await correct(await setAside('17:00'));
    await correct(add('17:30', 'out'));
    await sync();
    await correct({ kind: 'undo', correction_id: made[0]?.id });
    await sync();
    expect(held()).toEqual(['08:00 to 17:30']);
    expect(await difference()).toBe('Odoo has 08:00 to 17:30; the day now says 08:00 to 17:00.');
  });

  test('a pair with an earlier end leaves room for the next one', async () => {
    await setMode('first_last');
    await correct(await setAside('17:00'), add('16:30', 'out'));
    await sendAnyway('16:30');
    expect(held()).toEqual(['08:00 to 16:30']);
    await setMode('all_records');
    await correct(add('16:45', 'in'), add('18:00', 'out'));
    await sync();
    expect(held()).toEqual(['08:00 to 16:30', '16:45 to 18:00']);
    expect(await difference()).toBe('');
  });
});
