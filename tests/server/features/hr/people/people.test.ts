// An HR system's people over HTTP: reading them, choosing who is who, and what that means for records. The HR system is
// a fake Tryton.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companiesToCatchUp } from '../../../../../server/features/hr/syncState.ts';
import { one, sql } from '../../../../../server/platform/db/db.ts';
import { plusMinutes } from '../../../../../server/platform/time/clock.ts';
import { answerDecoder } from '../../../../../src/shared/contract/calls.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import type { ScriptedServer } from '../../../../support/console/scriptedServer.ts';
import { createBambooFake } from '../../../../support/hr/bamboohrFake.ts';
import { type FakeHr, serveFakeHr } from '../../../../support/hr/fakeHr.ts';
import { addConnection, addHrCompany } from '../../../../support/hr/hrCompany.ts';
import { createTrytonFake } from '../../../../support/hr/trytonFake.ts';
import { databases } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';

const day = '2026-05-12';
const start = new Date(`${day}T20:00:00Z`);
const person = (id: string, number: string, name: string): HrPerson => ({
  id,
  number,
  name,
  email: '',
  is_active: true,
});

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let fake: FakeHr;
  let tryton: ScriptedServer;
  let asTryton: ScriptedServer['answer'];
  let token: string;
  let company: number;
  let now = start;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, allowPrivateHosts: '127.0.0.1', clock: () => now });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    now = start;
    fake = createTrytonFake({
      people: [person('1', '001', 'Ann'), person('2', '002', 'Bob')],
      timeZone: 'UTC',
      clock: () => now,
    });
    tryton = await serveFakeHr(fake);
    asTryton = tryton.answer;
    company = await companyOf(tryton.base);
    return () => tryton.stop();
  });

  async function companyOf(url: string, connector = 'tryton'): Promise<number> {
    const { id } = await addHrCompany(server.db, url, day, ['001 in 08:00', '002 in 08:10', '003 in 08:20']);
    await addConnection(server.db, id, connector, { ...fake, url });
    return id;
  }
  const idOf = async (number: string, of = company) =>
    (
      await one<{ id: number }>(
        server.db,
        sql`select id from employees where company_id = ${of} and employee_id = ${number}`,
      )
    ).id;
  const read = () => server.ask(`POST /companies/${company}/hr-people/read`, { token });
  const shown = async () =>
    answerDecoder('GET /companies/{id}/hr-people')(
      (await server.ask(`GET /companies/${company}/hr-people`, { token })).json.data,
    );
  const matches = async () =>
    Object.fromEntries(
      (await shown()).employees.map(({ employee_id, person_id, matched_by }) => [
        employee_id,
        [person_id, matched_by].filter(Boolean).join(' '),
      ]),
    );
  const choose = (...choices: readonly (readonly [number, string])[]) =>
    server.ask(`PUT /companies/${company}/hr-matches`, {
      token,
      body: { matches: choices.map(([employee_id, person_id]) => ({ employee_id, person_id })) },
    });
  const sync = async () => {
    const { status, json } = await server.ask(`POST /hr-sync/companies/${company}`, { token, body: { date: day } });
    expect([status, json.message]).toEqual([200, expect.any(String)]);
    return answerDecoder('POST /hr-sync/companies/{id}')(json.data);
  };
  const readings = () => tryton.seen.filter(({ body }) => body.includes('company.employee.search_read')).length;

  test('are read and matched by number, with who is missing on either side', async () => {
    fake.people.set('9', person('9', '', 'Name of 003'));
    expect((await read()).status).toBe(200);
    expect(await matches()).toEqual({ '001': '1 number', '002': '2 number', '003': 'nothing' });
    const { read_at, people, employees, connector_name } = await shown();
    expect([read_at, connector_name, people.length]).toEqual(['2026-05-12T20:00:00Z', 'Tryton', 3]);
    expect(employees.find(({ employee_id }) => employee_id === '003')?.proposed_id).toBe('9');
  });

  test('are read where a large company is listed in one answer', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...person(String(index + 1), String(index + 1).padStart(5, '0'), `Charlotte Abbott the ${index + 1}th`),
      email: `charlotte.abbott.${index + 1}@example.com`,
    }));
    fake = createBambooFake({ people: many, timeZone: 'UTC', clock: () => now });
    const bamboohr = await serveFakeHr(fake);
    company = await companyOf(bamboohr.base, 'bamboohr');
    expect((await read()).status).toBe(200);
    expect((await shown()).people).toHaveLength(many.length);
    expect((await matches())['001']).toBe('1 number');
    await bamboohr.stop();
  });

  test('people who cannot be told apart are not matched, and are named', async () => {
    fake.people.set('9', person('9', '001', 'Another Ann'));
    await read();
    const ann = (await shown()).employees.find(({ employee_id }) => employee_id === '001');
    expect([ann?.person_id, ann?.note]).toEqual(['', 'Several people have the same number: Ann (1), Another Ann (9)']);
  });

  test('a reading that fails, or names nobody, leaves what was read', async () => {
    await read();
    tryton.answer = (response) => void response.writeHead(500).end('out of order');
    expect(await read()).toMatchObject({ status: 409, json: { message: expect.stringContaining('out of order') } });
    tryton.answer = asTryton;
    fake.people.clear();
    expect((await read()).json.message).toContain('lists no people');
    expect((await shown()).people).toHaveLength(2);
  });

  test('a choice wins, stays when people are read again, and is taken back by an empty one', async () => {
    await read();
    const [first, third] = [await idOf('001'), await idOf('003')];
    expect((await choose([third, '1'])).status).toBe(200);
    await read();
    expect(await matches()).toEqual({ '001': 'nothing', '002': '2 number', '003': '1 chosen' });
    await choose([third, ''], [first, '2']);
    expect(await matches()).toEqual({ '001': '2 chosen', '002': 'nothing', '003': 'nothing' });
  });

  test('wrong choices are refused at their row and change nothing', async () => {
    await read();
    const [first, second, third] = [await idOf('001'), await idOf('002'), await idOf('003')];
    const foreign = await idOf('001', await companyOf(tryton.base));
    await choose([third, '2']);
    const before = await matches();
    const wrong = [
      [
        [first, '1'],
        [second, '1'],
      ],
      [
        [first, '1'],
        [first, ''],
      ],
      [
        [second, '1'],
        [foreign, '1'],
      ],
      [
        [second, '1'],
        [first, '77'],
      ],
      [
        [first, '1'],
        [second, '2'],
      ],
    ] as const;
    const fields = [];
    for (const choices of wrong) {
      const { status, json } = await choose(...choices);
      fields.push([status, ...Object.keys(json.errors ?? {})]);
    }
    expect(fields).toEqual([
      [422, 'matches.1.person_id'],
      [422, 'matches.1.employee_id'],
      [422, 'matches.1.employee_id'],
      [422, 'matches.1.person_id'],
      [422, 'matches.1.person_id'],
    ]);
    expect(await matches()).toEqual(before);
  });

  test('a sync reads people by itself, and holds back only those without a match', async () => {
    expect(await sync()).toMatchObject({ success: 2, held_back: 1 });
    expect(fake.entries()).toEqual(['1 in 2026-05-12 08:00:00', '2 in 2026-05-12 08:10:00']);
  });

  test('a sync reads again while somebody is missing, but not at once', async () => {
    await sync();
    fake.people.set('3', person('3', '003', 'Cy'));
    now = plusMinutes(start, 4);
    expect(await sync()).toMatchObject({ held_back: 1 });
    expect(readings()).toBe(1);
    now = plusMinutes(start, 5);
    expect(await sync()).toMatchObject({ success: 1, held_back: 0 });
    now = plusMinutes(start, 64);
    await sync();
    expect(readings()).toBe(2);
    now = plusMinutes(start, 65);
    await sync();
    expect(readings()).toBe(3);
  });

  test('a reading that fails does not stop those who are matched', async () => {
    await read();
    now = plusMinutes(start, 61);
    tryton.answer = (response, request) =>
      request.body.includes('company.employee.search_read')
        ? void response.writeHead(503).end()
        : asTryton(response, request);
    expect(await sync()).toMatchObject({ success: 2, held_back: 1 });
    expect(server.log.join()).toContain('people of the HR system not read');
  });

  test('a sync fails while people could never be read, and the schedule tries again', async () => {
    tryton.answer = (response) => void response.writeHead(503).end('out of order');
    expect(await sync()).toMatchObject({ success: 0, failed: 0, held_back: 3, errors: ['HTTP 503: out of order'] });
    const status = async () => (await server.ask(`GET /hr-sync/companies/${company}/status`, { token })).json.data;
    expect(await status()).toMatchObject({ wait: { sentence: 'HTTP 503: out of order' } });
    // A sync started by hand does not wait.
    fake.people.clear();
    tryton.answer = asTryton;
    expect((await sync()).errors).toEqual(['Tryton lists no people: is its user allowed to read employees?']);
    fake.people.set('1', person('1', '001', 'Ann'));
    const isToCatchUp = async (minutes: number) =>
      (await companiesToCatchUp(server.db, plusMinutes(start, minutes))).includes(company);
    expect([await isToCatchUp(0.5), await isToCatchUp(1.5)]).toEqual([false, true]);
    expect(await sync()).toMatchObject({ success: 1, errors: [] });
    expect(await status()).not.toHaveProperty('wait');
  });

  test('people are not stored without the entry that says who read them', async () => {
    await server.db.run(sql`update audit_head set last_id = last_id - 1`);
    expect((await read()).status).toBe(500);
    await server.db.run(sql`update audit_head set last_id = last_id + 1`);
    expect((await shown()).people).toEqual([]);
    expect((await read()).status).toBe(200);
    expect((await shown()).people).toHaveLength(2);
  });

  test('records that wait are not rejected because people could not be read', async () => {
    await read();
    tryton.answer = (response) => void response.writeHead(503).end('out of order');
    await sync();
    const body = { connector: 'tryton', match_by: 'number', expires_on: '', secrets: {} };
    const settings = { ...fake.settings, database: 'other' };
    await server.ask(`PUT /companies/${company}/hr-connection`, { token, body: { ...body, settings } });
    const errors = ['Records not sent yet: 2. HTTP 503: out of order'];
    expect(await sync()).toMatchObject({ failed: 2, rejected: 0, errors });
  });

  test('an employee added later is matched by the next sync without reading', async () => {
    await read();
    await server.db.run(sql`update employees set employee_id = '999' where id = ${await idOf('002')}`);
    now = plusMinutes(start, 1);
    expect(await sync()).toMatchObject({ success: 1, held_back: 2 });
  });

  test('records rejected because nobody was matched wait again once somebody is', async () => {
    await read();
    // Records are queued while people are matched, and sent after they left the HR system.
    tryton.answer = (response) => void response.writeHead(503).end();
    await sync();
    tryton.answer = asTryton;
    fake.people.delete('2');
    now = plusMinutes(start, 61);
    expect(await sync()).toMatchObject({ success: 1, rejected: 1 });
    fake.people.set('2', person('2', '002', 'Bob'));
    now = plusMinutes(start, 70);
    expect(await sync()).toMatchObject({ success: 1, rejected: 0 });
    expect(fake.entries()).toHaveLength(2);
  });

  test('people and matches of another HR system go with it, and what it has stays sent', async () => {
    await read();
    await sync();
    const body = { connector: 'tryton', match_by: 'number', expires_on: '', secrets: {} };
    const moved = { ...fake.settings, database: 'other' };
    expect(
      (await server.ask(`PUT /companies/${company}/hr-connection`, { token, body: { ...body, settings: moved } }))
        .status,
    ).toBe(200);
    expect(await shown()).toMatchObject({ read_at: '', people: [] });
    expect(await matches()).toEqual({ '001': 'nothing', '002': 'nothing', '003': 'nothing' });
    const sent = sql`select count(*) as n from attendance where company_id = ${company} and hr_state = 'sent'`;
    expect(await one(server.db, sent)).toEqual({ n: 2 });
  });

  test('are only for who may configure the HR sync of the company', async () => {
    const outsider = await server.signIn(server.users.manager);
    const calls = [
      [`GET /companies/${company}/hr-people`],
      [`POST /companies/${company}/hr-people/read`],
      [`PUT /companies/${company}/hr-matches`, { matches: [] }],
    ] as const;
    for (const [key, body] of calls) {
      const { status } = await server.ask(key, { token: outsider, ...(body && { body }) });
      expect([403, 404]).toContain(status);
    }
  });
});
