// HR sync over HTTP: configuration, dry runs, syncs, failures and permissions.

import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addHrCompany } from '../../../support/hr/hrCompany.ts';
import { type HrReceiver, startHrReceiver } from '../../../support/hr/rollcallFake.ts';
import { databases } from '../../../support/server/databases.ts';
import { listen } from '../../../support/server/ports.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const secret = 'shared secret';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let receiver: HrReceiver;
  let token: string;
  let company: number;
  let now = new Date(`${day}T20:00:00Z`);

  beforeAll(async () => {
    receiver = await startHrReceiver(['--secret', secret, '--window', '1e9']);
    server = await startServer({
      createDatabase: create,
      allowPrivateHosts: '127.0.0.1',
      clock: () => now,
    });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(async () => {
    await server.stop();
    await receiver.kill();
  });

  async function companyWith(records: readonly string[]) {
    const added = await addHrCompany(server.db, receiver.url, day, records);
    await configure(added.id, {});
    return added;
  }

  const configure = (id: number, config: object) =>
    server.ask(`PUT /companies/${id}/hr-sync/config`, { token, body: { signing_secret: secret, ...config } });
  const sync = async (path = `companies/${company}`, body: object = { date: day }) => {
    const { status, json } = await server.ask(`POST /hr-sync/${path}`, { token, body });
    expect([status, json.message]).toEqual([200, expect.any(String)]);
    return answerDecoder('POST /hr-sync/all')(json.data);
  };
  const dryRun = async (config?: object) => {
    const body = { dry_run: true, date: day, config };
    const { json } = await server.ask(`POST /companies/${company}/hr-sync/test`, { token, body });
    return answerDecoder('POST /companies/{id}/hr-sync/test')(json.data).results;
  };
  const arrived = async () =>
    (await receiver.records()).accepted
      .filter(({ id }) => id.startsWith(`${identifier}/`))
      .map(({ employee_id, timestamp, id }) => `${employee_id} ${id.split('-').at(-1)} ${timestamp.slice(11, 16)}`)
      .sort();
  let identifier: string;

  beforeEach(async () => {
    now = new Date(`${day}T20:00:00Z`);
    await receiver.behave('well');
    ({ id: company, identifier } = await companyWith([
      '001 in 08:00',
      '001 out 12:00',
      '001 in 12:40',
      '001 out 17:00',
      '002 in 08:30',
      '002 out 16:30',
      '?77 in 09:00',
    ]));
  });

  test('sends what the dry run shows, signed', async () => {
    const shown = await dryRun();
    expect(shown.sync_details).toMatchObject([
      {
        employee_id: '001',
        total_records: 4,
        lunch_breaks_detected: 1,
        clock_ins_to_send: 1,
        clock_outs_to_send: 1,
      },
      {
        employee_id: '002',
        total_records: 2,
        lunch_breaks_detected: 0,
        clock_ins_to_send: 1,
        clock_outs_to_send: 1,
      },
      {
        employee_id: '?77',
        total_records: 1,
        clock_ins_to_send: 0,
        held_back: [{ reason: 'unknown_employee' }],
      },
    ]);
    expect(await arrived()).toEqual([]);
    expect(await sync()).toEqual({
      date: day,
      success: 4,
      failed: 0,
      rejected: 0,
      errors: [],
      already_sent: 0,
      rejected_before: 0,
      held_back: 3,
      total: 7,
    });
    expect(await arrived()).toEqual(['001 in 08:00', '001 out 17:00', '002 in 08:30', '002 out 16:30']);
  });

  test.each([
    ['that was not queued yet', false],
    ['that the HR system rejected', true],
  ])('sends nothing of a person who was erased, %s', async (_, isRejected) => {
    if (isRejected) {
      await receiver.behave('reject:002');
      expect(await sync()).toMatchObject({ success: 2, rejected: 2 });
      await receiver.behave('well');
    }
    const { id } = await one<{ id: number }>(
      server.db,
      sql`select id from employees where company_id = ${company} and employee_id = '002'`,
    );
    await server.ask(`DELETE /employees/${id}`, { token });
    const body = { kind: 'employees', id, reason: 'She asked' };
    expect((await server.ask('POST /privacy/erasures', { token, body })).status).toBe(200);
    await sync(`companies/${company}/retry`, {});
    expect(await sync()).toMatchObject({ failed: 0, rejected_before: 0, held_back: 5, total: 7 });
    expect(await arrived()).toEqual(['001 in 08:00', '001 out 17:00']);
    const { held_back } = (await dryRun()).sync_details.find(({ employee_id }) => employee_id === `erased-${id}`) ?? {};
    const why = { reason: 'erased', sentence: 'The person was erased' };
    expect(held_back).toMatchObject([why, why]);
  });

  test('sends nothing twice when synced again', async () => {
    await sync();
    const { repeated } = await receiver.records();
    expect(await sync()).toMatchObject({ success: 0, failed: 0, already_sent: 4, held_back: 3, total: 7 });
    expect((await receiver.records()).repeated).toBe(repeated);
  });

  test('holds back check-outs until the threshold hour', async () => {
    now = new Date(`${day}T17:59:59Z`);
    expect(await sync()).toMatchObject({ success: 2, held_back: 5 });
    expect((await dryRun()).sync_details[1]?.held_back).toEqual([
      expect.objectContaining({
        reason: 'before_threshold',
        sentence: `Check-outs of ${day} are sent from 18:00 (UTC)`,
      }),
    ]);
    now = new Date(`${day}T18:00:00Z`);
    expect((await dryRun()).sync_details[1]?.held_back).toMatchObject([{ reason: 'may_be_break' }]);
    now = new Date(`${day}T19:00:00Z`);
    expect(await sync()).toMatchObject({ success: 2, already_sent: 2, held_back: 3 });
  });

  test('shows what an unsaved configuration would change', async () => {
    const { changes, sync_details } = await dryRun({ multiple_clock_out_mode: 'all_records' });
    expect(sync_details[0]).toMatchObject({
      sync_mode: 'all_records',
      clock_ins_to_send: 2,
      clock_outs_to_send: 2,
    });
    expect(changes).toMatchObject([
      {
        employee_id: '001',
        event_type: 'check-out',
        saved: expect.stringContaining('lunch break from 12:00 to 12:40'),
      },
      { employee_id: '001', event_type: 'check-in', tried: 'Not sent yet. The next sync of its day sends it' },
    ]);
    expect(await sync()).toMatchObject({ success: 4 });
  });

  test.each(['lose', 'garbage', 'partial', 'cut', 'error:503'])(
    'delivers everything once in the end to an HR system with the behaviour %s',
    async (how) => {
      await receiver.behave(how);
      const first = await sync();
      expect(first.success + first.failed + (first.held_back ?? 0)).toBe(first.total);
      expect(first.errors.length).toBeGreaterThan(0);
      await receiver.behave('well');
      await sync();
      expect(await sync()).toMatchObject({ success: 0, failed: 0, already_sent: 4 });
      expect(await arrived()).toHaveLength(4);
    },
  );

  test('holds back a rejected record with its reason until it is retried', async () => {
    await receiver.behave('reject:002');
    const result = await sync();
    expect(result).toMatchObject({ success: 2, failed: 2 });
    expect(result.errors[0]).toBe(`Employee 002, check-in at ${day} 08:30:00: Employee is unknown`);
    await receiver.behave('well');
    expect(await sync()).toMatchObject({ success: 0, failed: 0, already_sent: 2, rejected_before: 2, held_back: 3 });
    expect((await dryRun()).sync_details[1]?.held_back?.[0]).toMatchObject({ reason: 'delivery_failed' });
    expect(await sync(`companies/${company}/retry`)).toMatchObject({ success: 2, failed: 0 });
    expect(await arrived()).toHaveLength(4);
  });

  test('delivers the others when one record makes the HR system reject the batch', async () => {
    await receiver.behave('refuse:002');
    expect(await sync()).toMatchObject({ success: 2, failed: 2 });
    expect(await arrived()).toEqual(['001 in 08:00', '001 out 17:00']);
  });

  test('refuses a second sync of the company while one is running', async () => {
    await receiver.behave('wait');
    const start = () => server.ask(`POST /hr-sync/companies/${company}`, { token, body: { date: day } });
    const first = start();
    await expect.poll(arrived).not.toEqual([]);
    const { status, json } = await start();
    expect([status, json.message]).toEqual([409, 'A sync of Acme is already running']);
    await receiver.behave('well');
    expect((await first).status).toBe(200);
  });

  test('refuses to sync a company without an active HR system', async () => {
    await server.db.run(sql`update company_urls set is_active = false where company_id = ${company}`);
    const { status, json } = await server.ask(`POST /hr-sync/companies/${company}`, { token, body: {} });
    expect([status, json.message]).toEqual([409, 'No HR system URL is configured for Acme']);
    const answer = await server.ask(`GET /hr-sync/companies/${company}/status`, { token });
    expect(answer.json.data).toMatchObject({ has_hr_url: false, hr_url: '', today_attendance_count: 7 });
  });

  test('reports a status for today that adds up', async () => {
    await receiver.behave('reject:002');
    await sync();
    const { json } = await server.ask(`GET /companies/${company}/hr-sync/status`, { token });
    expect(answerDecoder('GET /companies/{id}/hr-sync/status')(json.data)).toEqual({
      today: { date: day, total_records: 7, synced: 2, failed: 2, pending: 0, held_back: 3 },
      yesterday: { date: '2026-05-11', total_records: 0, synced: 0, failed: 0, pending: 0, held_back: 0 },
    });
    const status = await server.ask(`GET /hr-sync/companies/${company}/status`, { token });
    const at = '2026-05-12T20:00:00Z';
    expect(status.json.data).toMatchObject({
      last_run: at,
      last_success: at,
      has_hr_url: true,
      failed: 2,
      waiting: 0,
      is_running: false,
      last_error: { sentence: expect.stringContaining('Employee is unknown') },
    });
  });

  test('names the HR system of a company, and the last day of credentials that expire soon', async () => {
    const statusNow = async () => {
      const { json } = await server.ask(`GET /hr-sync/companies/${company}/status`, { token });
      const { connector_name, expires_on } = answerDecoder('GET /hr-sync/companies/{id}/status')(json.data);
      return [connector_name, expires_on];
    };
    expect(await statusNow()).toEqual(['Rollcall JSON', undefined]);
    await server.db.run(
      sql`insert into hr_connections (company_id, connector, expires_on) values (${company}, 'tryton', '2026-05-26')`,
    );
    expect(await statusNow()).toEqual(['Tryton', '2026-05-26']);
    const overview = await server.ask('GET /hr-sync/companies', { token });
    const companies = answerDecoder('GET /hr-sync/companies')(overview.json.data);
    expect(companies.find(({ id }) => id === company)).toMatchObject({
      connector_name: 'Tryton',
      expires_on: '2026-05-26',
    });
    await server.db.run(
      sql`update hr_connections set expires_on = '2026-05-27' where company_id = ${company}`, // in 15 days
    );
    expect(await statusNow()).toEqual(['Tryton', undefined]);
  });

  const hrUrl = () =>
    one<{ health_status: string; health_error: string }>(
      server.db,
      sql`select health_status, health_error from company_urls where company_id = ${company}`,
    );
  const useUrl = (url: string) =>
    server.db.run(sql`update company_urls set url = ${url} where company_id = ${company}`);

  test('calls a run a success only if the HR system accepted a record', async () => {
    await sync(undefined, { date: '2026-05-01' });
    const { json } = await server.ask(`GET /hr-sync/companies/${company}/status`, { token });
    expect(json.data).toMatchObject({ last_run: '2026-05-12T20:00:00Z', last_success: '' });
    expect(json.data).not.toHaveProperty('last_error');
  });

  test('sets the health of the URL by what happened to a delivery', async () => {
    await useUrl('http://127.0.0.1:1/');
    await sync();
    expect(await hrUrl()).toEqual({ health_status: 'offline', health_error: 'Connection refused' });
    await useUrl(receiver.url);
    await sync();
    expect(await hrUrl()).toEqual({ health_status: 'online', health_error: '' });
  });

  test('logs why records were not sent, without the secrets in the answer of the HR system', async () => {
    const echo = createServer((request, response) => {
      response.writeHead(401).end(`No access to ${request.url} with ${secret}`);
    });
    const port = await listen(echo);
    await useUrl(`http://127.0.0.1:${port}/hooks/a1b2c3d4e5f6?token=open-sesame`);
    await sync();
    echo.close();
    const line = server.log.findLast((each) => each.includes('HR sync left records unsent')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      company_id: company,
      records: 4,
      reasons: [expect.stringContaining('4 x HTTP 401: No access to /hooks/')],
    });
    for (const hidden of ['a1b2c3d4e5f6', 'open-sesame', secret]) expect(line).not.toContain(hidden);
  });

  test('explains for each record why it was or was not sent', async () => {
    await receiver.behave('reject:002');
    await sync();
    const records = await server.db.all<{ id: number }>(
      sql`select id from attendance where company_id = ${company} order by id`,
    );
    const explanations = [];
    for (const { id } of records) {
      const { json } = await server.ask(`GET /attendance/${id}`, { token });
      const { hr_sync } = answerDecoder('GET /attendance/{id}')(json.data);
      explanations.push(`${hr_sync?.state} ${hr_sync?.reason}`.trim());
    }
    expect(explanations).toEqual([
      'sent',
      'held lunch_break',
      'held lunch_break',
      'sent',
      'failed delivery_failed',
      'failed delivery_failed',
      'held unknown_employee',
    ]);
  });

  describe('the HR state of records in lists', () => {
    const listed = async (query: string, as = token) => {
      const { json } = await server.ask(`GET /attendance?company_id=${company}&${query}`, { token: as });
      return answerDecoder('GET /attendance')(json.data);
    };
    const retry = async (record_ids: number[]) => {
      const { json } = await server.ask('POST /attendance/retry-hr', { token, body: { record_ids } });
      return answerDecoder('POST /attendance/retry-hr')(json.data);
    };
    const idsOf = ({ data }: Awaited<ReturnType<typeof listed>>) => data.map(({ id }) => id);

    test('follows each delivery, and filters', async () => {
      expect(await listed('hr_state=not_queued')).toMatchObject({ total: 7 });
      await receiver.behave('reject:002');
      await sync();
      for (const [state, total] of [
        ['sent', 2],
        ['failed', 2],
        ['waiting', 0],
        ['not_queued', 3],
      ] as const) {
        const page = await listed(`hr_state=${state}`);
        expect([state, page.total, ...new Set(page.data.map(({ hr_state }) => hr_state))]).toEqual(
          total > 0 ? [state, total, state] : [state, 0],
        );
      }
      expect((await server.ask('GET /attendance?hr_state=lost', { token })).status).toBe(422);
    });

    test('agrees with the counts of the company', async () => {
      await receiver.behave('error:503');
      await sync();
      const { json } = await server.ask(`GET /hr-sync/companies/${company}/status`, { token });
      expect(json.data).toMatchObject({ waiting: (await listed('hr_state=waiting')).total, failed: 0 });
      const overview = await server.ask('GET /hr-sync/companies', { token });
      const companies = answerDecoder('GET /hr-sync/companies')(overview.json.data);
      const { id, name, unique_identifier, date, sent_today, ...status } =
        companies.find((each) => each.id === company) ?? {};
      const alone = answerDecoder('GET /hr-sync/companies/{id}/status')(json.data);
      expect([date, name, sent_today, status]).toEqual([day, 'Acme', 0, alone]);
    });

    test('counts today as the list does that the count links to, where working days begin later', async () => {
      await server.db.run(
        sql`insert into day_rules (company_id, starts_at) values (${company}, '08:30')
          on conflict (company_id) do update set starts_at = excluded.starts_at`,
      );
      const { json } = await server.ask(`GET /hr-sync/companies/${company}/status`, { token });
      const { today_attendance_count } = answerDecoder('GET /hr-sync/companies/{id}/status')(json.data);
      const { total } = await listed(`start_date=${day}&end_date=${day}`);
      expect([today_attendance_count, total]).toEqual([7, 7]);

      const status = await server.ask(`GET /companies/${company}/hr-sync/status`, { token });
      const { today } = answerDecoder('GET /companies/{id}/hr-sync/status')(status.json.data);
      expect([today.total_records, today.begins_later]).toEqual([6, true]);
      expect(await sync()).toMatchObject({ date: day, begins_later: true, total: 6 });
    });

    test('lets single records be retried, and sends none twice that HR accepted', async () => {
      await receiver.behave('reject:002');
      await sync();
      const everything = idsOf(await listed(''));
      const [one = 0, other = 0] = idsOf(await listed('hr_state=failed'));
      expect(await retry([one])).toMatchObject({ success: 0, failed: 1, rejected: 1, total: 1 });
      await receiver.behave('well');
      expect(await retry([one])).toMatchObject({ success: 1, failed: 0, total: 1 });
      expect(idsOf(await listed('hr_state=failed'))).toEqual([other]);

      const { repeated } = await receiver.records();
      expect(await retry(everything)).toMatchObject({ success: 1, already_sent: 3, held_back: 3, total: 7 });
      expect((await receiver.records()).repeated).toBe(repeated);
    });

    test('counts what cannot be sent now as failed, and says why', async () => {
      await receiver.behave('error:503');
      await sync();
      await server.db.run(sql`update company_urls set is_active = false where company_id = ${company}`);
      const ids = idsOf(await listed('hr_state=waiting'));
      expect(await retry(ids)).toMatchObject({
        success: 0,
        failed: ids.length,
        rejected: 0,
        errors: ['No HR system URL is configured for Acme'],
      });
    });

    test('sends and queues nothing of a deleted company, and says so', async () => {
      await receiver.behave('reject:002');
      await sync();
      const ids = idsOf(await listed('hr_state=failed'));
      await server.db.run(sql`update companies set deleted_at = '2026-05-12 20:00:00' where id = ${company}`);
      const result = await retry(ids);
      const [after] = await server.db.all<{ failed: number }>(
        sql`select count(*) as failed from attendance where id in (${ids}) and hr_state = 'failed'`,
      );
      await server.db.run(sql`update companies set deleted_at = null where id = ${company}`);
      expect([result.success, result.errors, after?.failed]).toEqual([
        0,
        ['Acme was deleted: nothing is sent'],
        ids.length,
      ]);
    });
  });

  test('does not claim that a record which never reached the HR system was sent', async () => {
    const ofCompany = sql`company_id = ${company}`;
    await server.db.run(sql`update company_urls set url = 'http://127.0.0.1:1/' where ${ofCompany}`);
    await sync();
    const { id } = await one<{ id: number }>(server.db, sql`select min(id) as id from attendance where ${ofCompany}`);
    const { json } = await server.ask(`GET /attendance/${id}`, { token });
    expect(answerDecoder('GET /attendance/{id}')(json.data).hr_sync).toMatchObject({
      state: 'waiting',
      sentence: 'Will retry. The HR system did not answer: Connection refused',
    });
  });

  test('sends waiting records with their day after a change of the time zone', async () => {
    const setZone = (zone: string) =>
      server.db.run(sql`update settings set setting_value = ${zone} where setting_key = 'business_timezone'`);
    await receiver.behave('error:503');
    await sync();
    await receiver.behave('well');
    await setZone('Pacific/Pago_Pago');
    const result = await sync(undefined, { date: '2026-05-11' }).finally(() => setZone('UTC'));
    expect(result).toMatchObject({ success: 2, failed: 0 });
    expect(await arrived()).toEqual(['001 in 21:00', '002 in 21:30']);
  });

  test('checks bounds, resets to the defaults, and never returns the secret', async () => {
    const bad = await configure(company, { min_break_duration_minutes: 90, max_break_duration_minutes: 60 });
    expect(bad.status).toBe(422);
    expect(bad.json.errors).toEqual({
      max_break_duration_minutes: ['Maximum break must not be shorter than the minimum break'],
    });
    const good = await configure(company, { sync_time_threshold_hour: 20, signing_secret: '' });
    expect(good.json.message).toBe('HR sync configuration saved successfully');
    expect(good.json.data).toMatchObject({
      hr_sync_config: { sync_time_threshold_hour: 20, has_signing_secret: true },
    });
    const reset = await server.ask(`POST /companies/${company}/hr-sync/config/reset`, { token });
    expect(reset.json.message).toBe('Configuration reset to defaults');
    expect(reset.json.data).toMatchObject({ hr_sync_config: { sync_time_threshold_hour: 18 } });
    const trail = await auditEntries(server.db);
    expect(JSON.stringify([good.json, reset.json, trail])).not.toContain(secret);
  });

  test('syncs all companies and names those whose HR system did not answer', async () => {
    await server.db.run(
      sql`update company_urls set is_active = false
        where company_id in (select id from companies where name = 'Acme') and company_id <> ${company}`,
    );
    const switching = createServer((_, response) =>
      response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
    );
    const port = await listen(switching);
    const refused = 'The HR system did not answer: Connection refused';
    const broken = [
      {
        name: 'Down',
        url: 'http://127.0.0.1:1/',
        error: `Records not sent yet: 2. ${refused}`,
        more: ['003 out 17:00'],
      },
      {
        name: 'Odd',
        url: `http://127.0.0.1:${port}/`,
        error: `Employee 003, check-in at ${day} 08:00:00: The HR system did not answer: The host answered in another protocol`,
        more: [],
      },
    ];
    for (const { name, url, more } of broken) {
      const { id } = await companyWith(['003 in 08:00', ...more]);
      await server.db.run(sql`update companies set name = ${name} where id = ${id}`);
      await server.db.run(sql`update company_urls set url = ${url} where company_id = ${id}`);
    }
    const result = await sync('all');
    switching.close();
    expect(result.success).toBe(4);
    const errorsOf = (name: string) => result.errors.filter((error: string) => error.startsWith(`${name}: `));
    for (const { name, error } of broken) expect(errorsOf(name)).toEqual([`${name}: ${error}`]);
    expect(await arrived()).toHaveLength(4);
  });

  test('allows dry runs with read permission, and no calls for a foreign company', async () => {
    const auditor = await server.signIn(server.users.auditor);
    const manager = await server.signIn(server.users.manager);
    const test = `POST /companies/${company}/hr-sync/test`;
    const status = async (token: string, key: string, body: object = {}) =>
      (await server.ask(key, { token, body: key.startsWith('GET') ? undefined : body })).status;
    expect(await status(auditor, test, { dry_run: true })).toBe(200);
    expect(await status(auditor, test, { dry_run: false })).toBe(403);
    expect(await status(auditor, `POST /hr-sync/companies/${company}`)).toBe(403);
    for (const key of [test, `POST /hr-sync/companies/${company}`, `GET /hr-sync/companies/${company}/status`])
      expect(await status(manager, key, { dry_run: true })).toBe(404);
    expect(await status(manager, 'POST /hr-sync/all', { date: day })).toBe(200);
    expect(await arrived()).toEqual([]);
  });

  test('does not tell about the delivery of records without permission to view the HR sync', async () => {
    const { json } = await server.ask('GET /permissions', { token });
    const permissions = answerDecoder('GET /permissions')(json.data)
      .filter(({ name }) => name === 'attendance.view' || name === 'companies.all')
      .map(({ id }) => id);
    const role = await server.ask('POST /roles', {
      token,
      body: { name: 'reader_of_attendance', display_name: 'Reader', description: '', permissions },
    });
    const reader = { email: 'reader@rollcall.example', password: 'reads attendance' };
    const roles = [answerDecoder('GET /roles/{id}')(role.json.data).id];
    await server.ask('POST /users', { token, body: { name: 'Reader', ...reader, roles, companies: [] } });
    const { id } = await one<{ id: number }>(
      server.db,
      sql`select min(id) as id from attendance where company_id = ${company}`,
    );
    const ofReader = { token: await server.signIn(reader) };
    const answer = await server.ask(`GET /attendance/${id}`, ofReader);
    const { hr_sync, hr_state } = answerDecoder('GET /attendance/{id}')(answer.json.data);
    expect([answer.status, hr_sync, hr_state]).toEqual([200, undefined, undefined]);
    const list = await server.ask('GET /attendance', ofReader);
    expect(JSON.stringify(list.json.data)).not.toContain('hr_state');
    expect((await server.ask('GET /attendance?hr_state=failed', ofReader)).status).toBe(403);
  });

  test('lets only a user who sees every company change the schedule', async () => {
    const manager = await server.signIn(server.users.manager);
    const toggle = (token: string) =>
      server.ask('PUT /hr-sync/schedule/night/toggle', { token, body: { enabled: false } });
    expect((await toggle(manager)).status).toBe(403);
    expect((await toggle(token)).status).toBe(200);
  });

  test('shows the result of a slot only to a user who sees every company', async () => {
    await server.db.run(
      sql`insert into slot_run (slot, run_on, worker, started_at, heartbeat_at, finished_at, result)
        values ('morning', '2026-05-11', 'w', '2026-05-11 09:30:00', '2026-05-11 09:30:00',
          '2026-05-11 09:31:00', 'Success: 7031, Failed: 2')`,
    );
    const morning = async (token: string) => {
      const { json } = await server.ask('GET /hr-sync/schedule/status', { token });
      return answerDecoder('GET /hr-sync/schedule/status')(json.data).schedules.morning;
    };
    const last_run = '2026-05-11';
    expect(await morning(token)).toMatchObject({ last_run, last_result: 'Success: 7031, Failed: 2' });
    const manager = await morning(await server.signIn(server.users.manager));
    expect(manager).toMatchObject({ last_run });
    expect(manager).not.toHaveProperty('last_result');
  });

  test('rejects a body that does not say whether to send or to switch off', async () => {
    const sending = `POST /companies/${company}/hr-sync/test`;
    for (const key of ['PUT /hr-sync/schedule/morning/toggle', sending]) {
      expect([key, (await server.ask(key, { token, body: {} })).status]).toEqual([key, 422]);
    }
  });

  test('shows the slots and changes them by name', async () => {
    const body = { time: '07:15' };
    expect((await server.ask('PUT /hr-sync/schedule/morning', { token, body })).status).toBe(200);
    expect((await server.ask('PUT /hr-sync/schedule/morning', { token, body: { time: '7:15' } })).status).toBe(422);
    expect((await server.ask('PUT /hr-sync/schedule/noon', { token, body })).status).toBe(404);
    await server.ask('PUT /hr-sync/schedule/evening/toggle', { token, body: { enabled: false } });
    const { json } = await server.ask('GET /hr-sync/schedule/status', { token });
    expect(json.data).toMatchObject({
      current_slot: '',
      next_sync: '2026-05-13T07:15:00+00:00',
      should_run_now: false,
      schedules: { morning: { time: '07:15', enabled: true }, evening: { enabled: false } },
    });
  });
});
