// Timesheets as a caller gets them: who is listed, what a row adds up to, and a person's sheet.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { storeAllMissingWords } from '../../../../server/platform/records/search/searchIndex.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { TimesheetRow } from '../../../../src/shared/contract/timesheets.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

/** A Wednesday; in Berlin, clocks are one hour ahead of UTC. */
const now = new Date('2031-03-12T18:00:00Z');

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let company: number;
  let door: number;
  const people: Record<string, number> = {};

  beforeAll(async () => {
    server = await startServer({
      createDatabase: create,
      sample: { employeesPerCompany: 1, days: 0 },
      clock: () => now,
    });
    token = await server.signIn(server.users.administrator);
    await server.db.run(
      sql`update settings set setting_value = 'Europe/Berlin' where setting_key = 'business_timezone'`,
    );
    await server.db.run(sql`delete from hr_deliveries`);
    await server.db.run(sql`delete from attendance`);
    await server.db.run(sql`update employees set is_active = false`);
    const first = await one<{ id: number; company_id: number }>(
      server.db,
      sql`select id, company_id from access_controllers order by company_id, id limit 1`,
    );
    [company, door] = [first.company_id, first.id];
    await employ('Berta', 'B-1', { department: 'Kitchen' });
    await employ('Anna', 'A-1');
    await employ('Nils', 'N-1', { department: 'Kitchen' });
    await employ('Gone', 'G-1');
    await employ('Future', 'F-1', { from: '2031-04-01' });
    await employ('Former', 'O-1', { until: '2031-02-28' });
    await storeAllMissingWords(server.db);

    await punch('Berta', '2031-03-10', 'in 08:00:50', 'out 12:00:10', 'in 12:30', 'out 17:00');
    await punch('Berta', '2031-03-11', 'in 08:00');
    await punch('Nils', '2031-03-10', 'in 22:00');
    await punch('Nils', '2031-03-11', 'out 06:00');
    await punch('Gone', '2031-03-10', 'in 09:00', 'out 10:00');
    await server.ask(`DELETE /employees/${people.Gone}`, { token });
  });
  afterAll(() => server.stop());

  async function employ(name: string, number: string, { department = '', from = '', until = '' } = {}) {
    const { id } = await one<{ id: number }>(
      server.db,
      sql`insert into employees (company_id, employee_id, name, department, employed_from, employed_until, created_at)
        values (${company}, ${number}, ${name}, ${department}, ${from || null}, ${until || null},
          '2031-01-01 00:00:00') returning id`,
    );
    people[name] = id;
  }

  /** Adds punches such as 'in 08:00', in Berlin's time. */
  async function punch(name: string, day: string, ...punches: string[]) {
    for (const each of punches) {
      const [direction = '', time = ''] = each.split(' ');
      const at = new Date(`${day}T${time.padEnd(8, ':00')}+01:00`).toISOString().slice(0, 19).replace('T', ' ');
      await server.db.run(
        sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
            occurred_at, created_at)
          values (${company}, ${people[name] ?? 0}, ${name}, ${door}, ${`check-${direction}`}, ${at}, ${at})`,
      );
    }
  }

  const sheets = async (query = '', as = token) => {
    const { json } = await server.ask(`GET /timesheets?${query}`, { token: as });
    return answerDecoder('GET /timesheets')(json.data);
  };
  const rowOf = async (name: string): Promise<TimesheetRow | undefined> =>
    (await sheets()).data.find(({ employee }) => employee.name === name);
  const names = async (query = '') => (await sheets(query)).data.map(({ employee }) => employee.name);
  const sheetOf = async (name: string, query = '') => {
    const { json } = await server.ask(`GET /timesheets/${people[name]}?${query}`, { token });
    return answerDecoder('GET /timesheets/{id}')(json.data);
  };

  test('a row has the days of this week, and their sums', async () => {
    expect(await rowOf('Berta')).toEqual({
      employee: { id: people.Berta, name: 'Berta', employee_id: 'B-1', department: 'Kitchen' },
      company: { id: company, name: expect.any(String) },
      timezone: 'Europe/Berlin',
      worked_minutes: 510,
      break_minutes: 30,
      days_present: 2,
      exceptions: 1,
      days: [
        {
          day: '2031-03-10',
          first_in: '2031-03-10T08:00:50+01:00',
          last_out: '2031-03-10T17:00:00+01:00',
          worked_minutes: 510,
          break_minutes: 30,
          is_open: false,
          exceptions: [],
        },
        {
          day: '2031-03-11',
          first_in: '2031-03-11T08:00:00+01:00',
          last_out: '',
          worked_minutes: 0,
          break_minutes: 0,
          is_open: false,
          exceptions: ['no_check_out'],
        },
      ],
    });
    expect(await rowOf('Nils')).toMatchObject({ worked_minutes: 480, days_present: 1, days: [{ day: '2031-03-10' }] });
    expect(await rowOf('Anna')).toMatchObject({ worked_minutes: 0, days_present: 0, days: [] });
  });

  test('lists by name who is employed in the period, and last whoever has left but has events in it', async () => {
    expect(await names()).toEqual(['Anna', 'Berta', 'Nils', 'Gone']);
    expect(await names('start_date=2031-04-01')).toEqual(['Anna', 'Berta', 'Future', 'Nils']);
    expect(await names('end_date=2031-02-28')).toEqual(['Anna', 'Berta', 'Former', 'Nils']);
    expect(await names('department=Kitchen')).toEqual(['Berta', 'Nils']);
    expect(await names('q=gon')).toEqual(['Gone']);
    expect(await names('q=b-1')).toEqual(['Berta']);
    expect(await names(`company_id=${company}`)).toEqual(await names());
    expect(await names('company_id=999999')).toEqual([]);
  });

  test('pages through everybody once', async () => {
    for (const [page, expected] of [
      [1, ['Anna', 'Berta', 'Nils']],
      [2, ['Gone']],
      [3, []],
    ] as const) {
      const { data, total, last_page } = await sheets(`per_page=3&page=${page}`);
      expect(data.map(({ employee }) => employee.name)).toEqual(expected);
      expect([total, last_page]).toEqual([4, 2]);
    }
  });

  test('shows and counts nobody of other companies', async () => {
    const manager = await server.signIn(server.users.manager);
    await server.db.run(sql`delete from user_companies where company_id = ${company}`);
    expect(await sheets('', manager)).toMatchObject({ data: [], total: 0 });
    expect((await server.ask(`GET /timesheets/${people.Berta}`, { token: manager })).status).toBe(404);
  });

  test('refuses days that are none, and too many', async () => {
    const errors = async (query: string) => (await server.ask(`GET /timesheets?${query}`, { token })).json.errors;
    expect(await errors('start_date=2031-02-30')).toEqual({ start_date: [expect.any(String)] });
    expect(await errors('start_date=2031-03-02&end_date=2031-03-01')).toEqual({ end_date: [expect.any(String)] });
    expect(await errors('start_date=2031-03-01&end_date=2031-04-07')).toBeUndefined();
    expect(await errors('start_date=2031-03-01&end_date=2031-04-08')).toEqual({
      end_date: ['Please select at most 38 days'],
    });
  });

  test('one sheet has each day with its events, pairs, breaks and exceptions', async () => {
    const sheet = await sheetOf('Berta');
    expect(sheet).toMatchObject({
      time_zone: 'Europe/Berlin',
      day_starts_at: '00:00',
      worked_minutes: 510,
      break_minutes: 30,
      days_present: 2,
    });
    const [monday, tuesday] = sheet.days;
    expect(monday).toMatchObject({
      pairs: [
        { minutes: 240 },
        { from: '2031-03-10T12:30:00+01:00', until: '2031-03-10T17:00:00+01:00', minutes: 270 },
      ],
      breaks: [{ from: '2031-03-10T12:00:10+01:00', minutes: 30 }],
      exceptions: [],
      last_correction_id: 0,
    });
    expect(monday?.events.map(({ event_type }) => event_type)).toEqual([
      'check-in',
      'check-out',
      'check-in',
      'check-out',
    ]);
    expect(tuesday?.events[0]).toMatchObject({ is_manual: false, is_set_aside: false, hr_state: 'not_queued' });
    expect(tuesday?.exceptions).toMatchObject([
      {
        kind: 'no_check_out',
        record_id: tuesday?.events[0]?.id,
        sentence: 'No check-out follows the check-in at 08:00:00.',
        answered_by: null,
      },
    ]);
    expect((await sheetOf('Berta', 'start_date=2031-03-11')).days).toHaveLength(1);
  });

  test('a day without events is in the sheet if somebody asked for one', async () => {
    await server.db.run(
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, reason,
          state, author, created_at)
        values (${company}, ${people.Anna ?? 0}, 'A-1', '2031-03-11', 'add', 'check-in', '2031-03-11 07:00:00',
          'Forgotten', 'waiting', 'Somebody', '2031-03-12 08:00:00')`,
    );
    const { days, days_present } = await sheetOf('Anna');
    expect(days_present).toBe(0);
    expect(days).toMatchObject([{ day: '2031-03-11', events: [], first_in: '', worked_minutes: 0 }]);
    expect(days[0]?.last_correction_id).toBeGreaterThan(0);
  });

  test('an exception that is as it is counts no longer', async () => {
    const record = (await sheetOf('Berta')).days[1]?.events[0]?.id ?? 0;
    const { id } = await one<{ id: number }>(
      server.db,
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
          attendance_id, exception, reason, state, author, created_at)
        values (${company}, ${people.Berta ?? 0}, 'B-1', '2031-03-11', 'as_is', 'check-in', '2031-03-11 07:00:00',
          ${record}, 'no_check_out', 'Left early', 'applied', 'Somebody', '2031-03-12 08:00:00') returning id`,
    );
    expect(await rowOf('Berta')).toMatchObject({ exceptions: 0, days: [{}, { exceptions: [] }] });
    expect((await sheetOf('Berta')).days[1]).toMatchObject({
      exceptions: [{ kind: 'no_check_out', answered_by: id }],
      last_correction_id: id,
    });
  });
});
