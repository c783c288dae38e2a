// Leave read from HR systems over HTTP: from each system that has some, in pages, cancelled, while the system is away,
// in closed months, and beside leave entered by hand. Nobody whose leave may be unread is called absent.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readDueLeave } from '../../../../server/features/hr/leave/readLeave.ts';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import type { SyncTools } from '../../../../server/features/hr/syncCompany.ts';
import { acquireLease, returnLease } from '../../../../server/features/hr/syncState.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { createSafeRequest, parsePrivateHosts } from '../../../../server/platform/http/outbound.ts';
import { daysAfter, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { HrPerson } from '../../../../src/shared/contract/hrConnections.ts';
import type { ScriptedServer } from '../../../support/console/scriptedServer.ts';
import { createBambooFake } from '../../../support/hr/bamboohrFake.ts';
import { type FakeHr, type FakeHrOptions, type FakeLeave, serveFakeHr } from '../../../support/hr/fakeHr.ts';
import { createFrappeFake } from '../../../support/hr/frappeFake.ts';
import { addConnection, addHrCompany } from '../../../support/hr/hrCompany.ts';
import { createOdooFake } from '../../../support/hr/odooFake.ts';
import { createPersonioFake } from '../../../support/hr/personioFake.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer, testVault } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

/** A Tuesday. */
const day = '2026-05-12';
const start = new Date(`${day}T20:00:00Z`);
const person = (id: string, number: string): HrPerson => ({
  id,
  number,
  name: `Name of ${number}`,
  email: '',
  is_active: true,
});
const people = [person('1', '001'), person('2', '002'), person('3', '003'), person('9', 'nobody of ours')];

describe.each(databases)('on $name', ({ name, create }) => {
  let server: TestServer;
  let now = start;
  let token: string;
  let fake: FakeHr & { readonly leaves: Map<string, FakeLeave> };
  let served: ScriptedServer;
  let company: number;
  let ids: ReadonlyMap<string, number>;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, allowPrivateHosts: '127.0.0.1', clock: () => now });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    now = start;
  });
  afterEach(async () => {
    await served.stop();
    await server.db.run(sql`delete from hr_connections`);
  });

  async function connect(
    connector: string,
    createFake: (options: FakeHrOptions) => FakeHr & { readonly leaves: Map<string, FakeLeave> },
  ): Promise<void> {
    token = await server.signIn(server.users.administrator);
    fake = createFake({ people, timeZone: 'UTC', clock: () => now });
    served = await serveFakeHr(fake);
    ({ id: company } = await addHrCompany(server.db, served.base, day, [
      '001 in 08:00',
      '002 in 08:10',
      '003 in 08:20',
    ]));
    await addConnection(server.db, company, connector, { ...fake, url: served.base });
    const rows = await server.db.all<{ id: number; employee_id: string }>(
      sql`select id, employee_id from employees where company_id = ${company}`,
    );
    ids = new Map(rows.map(({ id, employee_id }) => [employee_id, id]));
  }

  const ask = async (key: string, body?: object, status = 200) => {
    const answer = await server.ask(key, { token, ...(body && { body }) });
    expect(answer.status, JSON.stringify(answer.json)).toBe(status);
    return answer.json;
  };
  const connection = async () =>
    answerDecoder('GET /companies/{id}/hr-connection')((await ask(`GET /companies/${company}/hr-connection`)).data);
  async function setReading(reads_leave: boolean): Promise<void> {
    const { connector, settings, match_by, expires_on, version } = await connection();
    const body = { connector, settings, match_by, expires_on, version, secrets: {}, reads_leave };
    await ask(`PUT /companies/${company}/hr-connection`, body);
  }
  const tools = (): SyncTools => ({
    db: server.db,
    clock: () => now,
    vault: testVault,
    wait: async () => {},
    log: {
      debug() {},
      info() {},
      warn() {},
      error: (message, fields) => expect.fail(`${message} ${JSON.stringify(fields)}`),
    },
    safeRequest: createSafeRequest(parsePrivateHosts('127.0.0.1')),
  });
  const read = () => readDueLeave(tools());
  async function readLater(minutes = 4 * 60): Promise<void> {
    now = plusMinutes(now, minutes);
    await read();
  }
  const add = (...leaves: FakeLeave[]) => {
    for (const each of leaves) fake.leaves.set(each.id, each);
  };
  const timeOf = async (number: string) =>
    answerDecoder('GET /employees/{id}/expected-time')(
      (await ask(`GET /employees/${ids.get(number)}/expected-time`)).data,
    );
  /** A person's leave as '2026-05-13 to 2026-05-14 day', oldest first. */
  const leaveOf = async (number: string) =>
    (await timeOf(number)).leaves
      .map(({ first_day, last_day, is_half, minutes, source }) => {
        const part = minutes ? `${minutes} minutes` : is_half ? 'half' : 'day';
        return [`${first_day} to ${last_day} ${part}`, ...(source ? [] : ['by hand'])].join(' ');
      })
      .sort();
  async function expectWork(): Promise<void> {
    const [workday, off] = [480, 0];
    const week = { monday: workday, tuesday: workday, wednesday: workday, thursday: workday, friday: workday };
    const rest = { ...week, saturday: off, sunday: off };
    const pattern = { company_id: company, employee_id: null, valid_from: '2026-04-01', ...rest };
    await ask('POST /week-patterns', { ...pattern, department: '', latest_start: '', earliest_end: '' }, 201);
    const rules = {
      starts_at: '00:00',
      repeat_seconds: 60,
      needs_second_person: false,
      leave_known_from: '2026-04-01',
    };
    await ask(`PUT /companies/${company}/day-rules`, rules);
  }
  async function numbersMarked(mark: string, day: string, of?: number): Promise<string[]> {
    const among = of === undefined ? '' : `&company_id=${of}`;
    const { data } = await ask(`GET /timesheets?start_date=${day}&end_date=${day}&mark=${mark}&per_page=100${among}`);
    return answerDecoder('GET /timesheets')(data).data.map(({ employee }) => employee.employee_id);
  }
  const numbersAbsentOn = (day: string, of?: number) => numbersMarked('absent', day, of);

  /** The marks of a person's days, such as '11 absent'. */
  async function marksOf(number: string, from: string, until: string): Promise<string[]> {
    token = await server.signIn(server.users.administrator);
    const query = `company_id=${company}&start_date=${from}&end_date=${until}`;
    const { data } = answerDecoder('GET /timesheets')((await ask(`GET /timesheets?${query}`)).data);
    const days = data.find(({ employee }) => employee.id === ids.get(number))?.expected_time?.days ?? [];
    return days.flatMap((each) =>
      [...each.marks, ...(each.excused ? [each.excused] : [])].map((mark) => `${each.day.slice(8)} ${mark}`),
    );
  }

  const systems = [
    ['frappe', createFrappeFake],
    ['odoo', (options: FakeHrOptions) => createOdooFake(options, '19')],
    ['personio', createPersonioFake],
    ['bamboohr', createBambooFake],
  ] as const;

  // The systems' differences do not depend on the database, so one is enough for most.
  describe.each(name === 'SQLite' ? systems : systems.slice(-1))('from %s', (connector, createFake) => {
    test('approved leave is read in pages, half days and hours too, and cancelled leave disappears', async () => {
      await connect(connector, createFake);
      const many = connector === 'odoo' ? 2_520 : 520;
      for (let id = 1; id <= many; id++)
        add({ id: String(3_000 + id), personId: '9', first: '2026-05-20', last: '2026-05-20' });
      add(
        { id: '2001', personId: '1', first: '2026-05-13', last: '2026-05-15', halfDays: ['2026-05-15'] },
        { id: '2002', personId: '2', first: '2026-05-14', last: '2026-05-14', halfDays: ['2026-05-14'] },
        { id: '2003', personId: '3', first: '2026-06-29', last: '2026-07-02' },
        { id: '2004', personId: '3', first: '2026-05-20', last: '2026-05-20', isApproved: false },
        { id: '2005', personId: '3', first: '2027-05-20', last: '2027-05-20' },
      );
      const countsHours = connector !== 'frappe';
      if (countsHours) add({ id: '2006', personId: '2', first: '2026-05-18', last: '2026-05-18', hours: [9, 12] });
      if (connector === 'odoo')
        add({ id: '2007', personId: '3', first: '2026-05-21', last: '2026-05-21', isWork: true });
      await setReading(true);
      await read();
      expect((await connection()).leave_error).toBe('');
      expect(await leaveOf('001')).toEqual(['2026-05-13 to 2026-05-14 day', '2026-05-15 to 2026-05-15 half']);
      const hours = countsHours ? ['2026-05-18 to 2026-05-18 180 minutes'] : [];
      expect(await leaveOf('002')).toEqual(['2026-05-14 to 2026-05-14 half', ...hours]);
      expect(await leaveOf('003')).toEqual(['2026-06-29 to 2026-06-30 day', '2026-07-01 to 2026-07-02 day']);
      const kept = (await timeOf('003')).leaves.map(({ id }) => id);

      fake.leaves.delete('2001');
      add({ id: '2002', personId: '2', first: '2026-05-14', last: '2026-05-14', isApproved: false });
      await readLater();
      expect([await leaveOf('001'), await leaveOf('002')]).toEqual([[], hours]);
      expect((await timeOf('003')).leaves.map(({ id }) => id)).toEqual(kept);
      expect(served.seen.every(({ method }) => method === 'GET' || method === 'POST')).toBe(true);
    });
  });

  test.each(['16', '19', '20'] as const)(
    'Odoo %s has its own fields of leave, and keeps what was cancelled',
    async (version) => {
      await connect('odoo', (options) => createOdooFake(options, version));
      add(
        { id: '1', personId: '1', first: '2026-05-13', last: '2026-05-13', halfDays: ['2026-05-13'] },
        { id: '2', personId: '1', first: '2026-05-14', last: '2026-05-14', hours: [9, 12] },
        { id: '3', personId: '1', first: '2026-05-18', last: '2026-05-19' },
        { id: '4', personId: '1', first: '2026-05-20', last: '2026-05-20', isWork: true },
        { id: '5', personId: '1', first: '2026-05-21', last: '2026-05-22', isCancelled: true },
      );
      await setReading(true);
      await read();
      expect((await connection()).leave_error).toBe('');
      expect(await leaveOf('001')).toEqual([
        '2026-05-13 to 2026-05-13 half',
        '2026-05-14 to 2026-05-14 180 minutes',
        '2026-05-18 to 2026-05-19 day',
      ]);
    },
  );

  test.each([
    ['odoo', (options: FakeHrOptions) => createOdooFake(options, '20')],
    ['personio', createPersonioFake],
  ] as const)('leave in hours over several days leaves their other hours, from %s', async (connector, createFake) => {
    await connect(connector, createFake);
    add(
      { id: '1', personId: '1', first: '2026-05-13', last: '2026-05-15', hours: [14, 12] },
      { id: '2', personId: '2', first: '2026-05-13', last: '2026-05-14', hours: [22, 3] },
    );
    await setReading(true);
    await read();
    expect(await leaveOf('001')).toEqual([
      '2026-05-13 to 2026-05-13 600 minutes',
      '2026-05-14 to 2026-05-14 day',
      '2026-05-15 to 2026-05-15 720 minutes',
    ]);
    expect(await leaveOf('002')).toEqual([
      '2026-05-13 to 2026-05-13 120 minutes',
      '2026-05-14 to 2026-05-14 180 minutes',
    ]);
  });

  test('leave that Frappe approved in another company goes with whoever was transferred', async () => {
    await connect('frappe', (options) => {
      const frappe = createFrappeFake(options);
      return { ...frappe, settings: { ...frappe.settings, company: 'Acme' } };
    });
    add(
      { id: '1', personId: '1', first: '2026-05-13', last: '2026-05-13', company: 'Beta' },
      { id: '2', personId: 'HR-EMP-00077', first: '2026-05-13', last: '2026-05-13', company: 'Beta' },
    );
    await setReading(true);
    await read();
    expect((await connection()).leave_error).toBe('');
    expect(await leaveOf('001')).toEqual(['2026-05-13 to 2026-05-13 day']);
  });

  test('leave and people that were read by a clock that was days ahead are read again by the right one', async () => {
    await connect('bamboohr', createBambooFake);
    await setReading(true);
    now = plusMinutes(start, 3 * 24 * 60);
    await read();
    now = start;
    fake.people.set('4', person('4', '004'));
    add({ id: '1', personId: '1', first: '2026-05-13', last: '2026-05-13' });
    await tick(tools(), 'worker');
    expect(await leaveOf('001')).toEqual(['2026-05-13 to 2026-05-13 day']);
    now = plusMinutes(now, 60);
    await ask(`POST /hr-sync/companies/${company}`, {});
    expect(await server.db.all(sql`select id from hr_people where number = '004'`)).toEqual([{ id: '4' }]);
  });

  test('Odoo hides the leave of others from whoever is no officer, which is an error', async () => {
    const odoo = { missingRights: new Set<string>() };
    await connect('odoo', (options) => Object.assign(odoo, createOdooFake(options)));
    add({ id: '1', personId: '1', first: '2026-05-13', last: '2026-05-13' });
    odoo.missingRights.add('see all leave');
    await setReading(true);
    await read();
    expect((await connection()).leave_error).toContain('not a Time Off Officer');
    expect(await leaveOf('001')).toEqual([]);
  });

  test('it is off at first, and a test of the connection says what would be read', async () => {
    await connect('personio', createPersonioFake);
    add({ id: '1', personId: '1', first: '2026-05-13', last: '2026-05-13' });
    await read();
    expect([served.seen.length, (await connection()).reads_leave]).toEqual([0, false]);
    const { connector, settings, match_by, expires_on } = await connection();
    const body = { connector, settings, match_by, expires_on, secrets: {}, reads_leave: true };
    const tried = answerDecoder('POST /companies/{id}/hr-connection/test')(
      (await ask(`POST /companies/${company}/hr-connection/test`, body)).data,
    );
    expect(tried.findings).toContainEqual({
      what: 'Leave',
      says: '1 approved from 2026-04-01 to 2026-08-31',
      state: 'good',
    });
    await setReading(true);
    const entries = await auditEntries(server.db);
    expect(entries.at(-1)).toMatchObject({ action: 'hr_connection.edit' });
    await read();
    expect((await auditEntries(server.db)).map(({ action }) => action)).toContain('hr_leave.read');
  });

  test('absent is said of days that were over when leave was read, and not of later ones while the system is away', async () => {
    await connect('personio', createPersonioFake);
    await expectWork();
    add({ id: '1', personId: '1', first: '2026-05-11', last: '2026-05-11' });
    const week = ['2026-05-07', '2026-05-15'] as const;
    expect(await marksOf('002', ...week)).toEqual(['07 absent', '08 absent', '11 absent']);

    const answering = served.answer;
    served.answer = (response) => void response.writeHead(503).end('out of order');
    await setReading(true);
    await read();
    expect(await marksOf('002', ...week)).toEqual(['07 not_seen', '08 not_seen', '11 not_seen']);
    expect((await connection()).leave_error).toContain('out of order');
    expect((await timeOf('002')).leave_reading).toMatchObject({ source: 'Personio', read_at: '', is_stale: true });
    const { data } = await ask('GET /hr-sync/companies');
    const status = answerDecoder('GET /hr-sync/companies')(data).find(({ id }) => id === company);
    expect(status?.leave_error).toContain('out of order');

    served.answer = answering;
    await readLater(30);
    expect(await marksOf('001', ...week)).toEqual(['07 absent', '08 absent', '11 leave']);
    expect(await marksOf('002', ...week)).toEqual(['07 absent', '08 absent', '11 absent']);
    expect((await timeOf('002')).leave_reading).toMatchObject({ read_at: '2026-05-12T20:30:00Z', is_stale: false });

    served.answer = (response) => void response.writeHead(503).end('out of order');
    await readLater(2 * 24 * 60);
    expect(await marksOf('001', ...week)).toEqual(['07 absent', '08 absent', '11 leave', '13 not_seen']);
    expect(await marksOf('002', ...week)).toEqual(['07 absent', '08 absent', '11 absent', '13 not_seen']);
    expect(await numbersAbsentOn('2026-05-13')).toEqual([]);
    expect(await connection()).toMatchObject({
      leave_read_at: '2026-05-12T20:30:00Z',
      leave_error: expect.stringContaining('out of order'),
    });
    expect((await timeOf('002')).leave_reading).toMatchObject({ read_at: '2026-05-12T20:30:00Z', is_stale: true });
    const sheet = await ask(`GET /timesheets/${ids.get('002')}?start_date=2026-05-13&end_date=2026-05-13`);
    const { expected_time } = answerDecoder('GET /timesheets/{id}')(sheet.data);
    expect(expected_time?.days[0]?.explanation).toContain(
      'Not seen: no events. Whether it was leave was not read from Personio since.',
    );

    served.answer = answering;
    await readLater(30);
    expect(await marksOf('002', ...week)).toEqual(['07 absent', '08 absent', '11 absent', '13 absent']);
    expect(await numbersAbsentOn('2026-05-13')).toContain('002'); // although nobody's leave has changed
  });

  test('a reading makes the marks of those stale whose days it changed, and of nobody else', async () => {
    now = plusMinutes(start, 24 * 60);
    await connect('personio', createPersonioFake);
    await expectWork();
    add({ id: '1', personId: '1', first: '2026-05-11', last: '2026-05-11' });
    fake.people.delete('3');
    await setReading(true);
    await read();
    const absentees = async () => (await numbersAbsentOn('2026-05-08', company)).sort();
    expect(await absentees()).toEqual(['001', '002']);
    // Whoever is computed again loses their mark, since nothing is expected on that day any more.
    async function computed(): Promise<string[]> {
      const kept = [...(await absentees()), ...(await numbersMarked('not_seen', '2026-05-08', company))];
      return ['001', '002', '003'].filter((number) => !kept.includes(number));
    }
    await server.db.run(sql`update week_patterns set friday = 0 where company_id = ${company}`);
    expect(await computed()).toEqual([]);
    await readLater();
    expect(await computed()).toEqual([]); // a later day is known, and this one was
    add({ id: '2', personId: '2', first: '2026-05-29', last: '2026-05-29' });
    await readLater();
    expect(await computed()).toEqual([]); // another day
    add({ id: '3', personId: '2', first: '2026-05-07', last: '2026-05-08' });
    await readLater();
    expect(await computed()).toEqual(['002']);
    fake.people.set('3', person('3', '003'));
    await readLater();
    expect(await computed()).toEqual(['002', '003']);
    fake.leaves.clear();
    await readLater();
    expect(await computed()).toEqual(['001', '002', '003']); // no leave at all: nothing is known
  });

  test('employees without a match are not absent, and an answer without any leave makes no one absent', async () => {
    await connect('personio', createPersonioFake);
    await expectWork();
    add({ id: '1', personId: '1', first: '2026-05-11', last: '2026-05-11' });
    fake.people.delete('3');
    await setReading(true);
    await read();
    const day = ['2026-05-11', '2026-05-11'] as const;
    expect([await marksOf('002', ...day), await marksOf('003', ...day)]).toEqual([['11 absent'], ['11 not_seen']]);
    expect((await timeOf('003')).leave_reading).toMatchObject({ is_matched: false });
    await server.db.run(sql`delete from hr_matches where company_id = ${company}`);
    await server.db.run(sql`update employees set employee_id = 'X' || employee_id where company_id = ${company}`);
    await readLater();
    expect(await marksOf('002', ...day)).toEqual(['11 not_seen']);
    await server.db.run(sql`update employees set employee_id = substr(employee_id, 2) where company_id = ${company}`);
    await readLater();
    expect(await marksOf('002', ...day)).toEqual(['11 absent']);
    fake.leaves.clear();
    await readLater();
    expect([await leaveOf('001'), await marksOf('002', ...day)]).toEqual([[], ['11 not_seen']]);
  });

  test('days of a closed month stay, and so does what was known of them', async () => {
    await connect('personio', createPersonioFake);
    await expectWork();
    add({ id: '1', personId: '1', first: '2026-04-29', last: '2026-05-04' });
    await setReading(true);
    await read();
    const closed = await ask('POST /closed-months', { company_id: company, month: '2026-04' }, 201);
    add({ id: '1', personId: '1', first: '2026-04-30', last: '2026-05-05' });
    add({ id: '2', personId: '2', first: '2026-04-29', last: '2026-04-29' });
    await readLater();
    expect(await leaveOf('001')).toEqual(['2026-04-29 to 2026-04-30 day', '2026-05-01 to 2026-05-05 day']);
    expect(await leaveOf('002')).toEqual([]);
    const end = ['2026-04-29', '2026-04-30'] as const;
    expect(await marksOf('002', ...end)).toEqual(['29 absent', '30 absent']);
    // Neither an absent system nor the end of reading changes these marks.
    fake.people.delete('2');
    await readLater(8 * 60);
    await setReading(false);
    expect(await marksOf('002', ...end)).toEqual(['29 absent', '30 absent']);
    await setReading(true);
    await ask(`POST /closed-months/${Object(closed.data).id}/reopen`, { reason: 'Late papers' });
    fake.people.set('2', person('2', '002'));
    await readLater();
    expect(await leaveOf('001')).toEqual(['2026-04-30 to 2026-04-30 day', '2026-05-01 to 2026-05-05 day']);
    expect(await leaveOf('002')).toEqual(['2026-04-29 to 2026-04-29 day']);
  });

  test('leave entered by hand stays and counts; leave that was read can only be deleted in the HR system', async () => {
    await connect('bamboohr', createBambooFake);
    await expectWork();
    add({ id: '1', personId: '1', first: '2026-05-11', last: '2026-05-13' });
    await setReading(true);
    await read();
    const byHand = { employee_id: ids.get('001'), first_day: '2026-05-11', last_day: '2026-05-11', is_half: true };
    await ask('POST /leaves', byHand, 201);
    await readLater();
    expect(await leaveOf('001')).toEqual(['2026-05-11 to 2026-05-11 half by hand', '2026-05-11 to 2026-05-13 day']);
    const sheet = await ask(`GET /timesheets/${ids.get('001')}?start_date=2026-05-11&end_date=2026-05-12`);
    const days = answerDecoder('GET /timesheets/{id}')(sheet.data).expected_time?.days;
    expect(days?.map(({ expected_minutes, explanation }) => [expected_minutes, explanation[1]])).toEqual([
      [240, 'Leave for half a day.'],
      [0, 'Leave for the day, read from BambooHR.'],
    ]);
    const leave = (await timeOf('001')).leaves.find(({ source }) => source === 'BambooHR');
    const { message } = await ask(`DELETE /leaves/${leave?.id}`, undefined, 409);
    expect(message).toBe('This leave is read from BambooHR. Please cancel it there');
    await setReading(false);
    await ask(`DELETE /leaves/${leave?.id}`);
    await readLater();
    expect(await leaveOf('001')).toEqual(['2026-05-11 to 2026-05-11 half by hand']);
  });

  test('leave that was cancelled stays in the audit if its person is under a legal hold', async () => {
    await connect('bamboohr', createBambooFake);
    add(
      { id: '1', personId: '1', first: '2026-05-11', last: '2026-05-13' },
      { id: '2', personId: '2', first: '2026-05-11', last: '2026-05-13' },
      { id: '3', personId: '3', first: '2026-05-20', last: '2026-05-20' },
    );
    await setReading(true);
    await read();
    await ask('POST /legal-holds', { kind: 'employees', subject_id: ids.get('001'), reason: 'Lawsuit' }, 201);
    add({ id: '1', personId: '1', first: '2026-05-11', last: '2026-05-12' });
    fake.leaves.delete('2');
    await readLater();
    expect([await leaveOf('001'), await leaveOf('002')]).toEqual([['2026-05-11 to 2026-05-12 day'], []]);
    const kept = (await auditEntries(server.db, 'leaves.delete')).filter(({ user_id }) => user_id === null);
    expect(kept.map(({ before }) => before)).toMatchObject([
      { employee: { id: ids.get('001') }, first_day: '2026-05-11', last_day: '2026-05-13', source: 'BambooHR' },
    ]);
    const about = await ask(`GET /employees/${ids.get('001')}/personal-data/audit`);
    expect(JSON.stringify(about)).toContain('2026-05-13');
    await server.db.run(sql`delete from legal_holds`);
  });

  test('hours of leave take as many minutes', async () => {
    await connect('bamboohr', createBambooFake);
    await expectWork();
    add({ id: '1', personId: '1', first: '2026-05-11', last: '2026-05-11', hours: [9, 12] });
    add({ id: '2', personId: '1', first: '2026-05-11', last: '2026-05-11', halfDays: ['2026-05-11'] });
    await setReading(true);
    await read();
    const sheet = await ask(`GET /timesheets/${ids.get('001')}?start_date=2026-05-11&end_date=2026-05-11`);
    const days = answerDecoder('GET /timesheets/{id}')(sheet.data).expected_time?.days;
    expect(days?.map(({ expected_minutes, explanation }) => [expected_minutes, explanation[1]])).toEqual([
      [60, 'Leave for half a day and 3:00, read from BambooHR.'],
    ]);
  });

  test('a company that is being synced is read afterwards, and of several processes one reads', async () => {
    await connect('bamboohr', createBambooFake);
    add({ id: '1', personId: '1', first: '2026-05-11', last: '2026-05-11' });
    await setReading(true);
    const lease = { companyId: company, holder: 'a sync' };
    await acquireLease(server.db, lease, now);
    await read();
    expect(served.seen).toEqual([]);
    await returnLease(server.db, lease);
    await Promise.all([read(), read()]);
    await read();
    const asked = served.seen.filter(({ path }) => path.includes('start=2026-05-01'));
    expect([asked.length, await leaveOf('001')]).toEqual([1, ['2026-05-11 to 2026-05-11 day']]);
  });

  test('leave that was read is in the report about a person, and erased with them for good', async () => {
    await connect('bamboohr', createBambooFake);
    add({ id: '77', personId: '1', first: '2026-05-11', last: '2026-05-11' });
    await setReading(true);
    await read();
    const id = ids.get('001') ?? 0;
    expect(JSON.stringify(await ask(`GET /employees/${id}/personal-data/leave`))).toContain('"id_in_hr_system":"77"');
    await ask(`DELETE /employees/${id}`);
    await ask('POST /privacy/erasures', {
      kind: 'employees',
      id,
      reason: 'Asked for it',
      last_day: daysAfter(day, -1),
    });
    await readLater();
    const rows = await server.db.all(sql`select id from leaves where employee_id = ${id}`);
    expect([rows, (await connection()).leave_error]).toEqual([[], '']);
  });
});
