// Where an erased person could still be found: in what doors sent with their codes, among search words, and in the
// server's memory. Other people's data stays.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSender } from '../../../../server/features/controllers/controllerQueries.ts';
import { storeBatch } from '../../../../server/features/devices/webhook/storeBatch.ts';
import { one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const now = new Date('2026-11-29T12:00:00Z');
const door = 'ACU-SEAPORT';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let company: number;

  beforeEach(async () => {
    const sample = { employeesPerCompany: 1, days: 0 };
    server = await startServer({ createDatabase: create, sample, clock: () => now });
    token = await server.signIn(server.users.administrator);
    company = await added('/companies', { name: 'Seaport' });
    await added('/access-controllers', { company_id: company, name: 'Gate', unique_identifier: door });
  });
  afterEach(() => server.stop());

  const ask = (key: string, body?: object, by = token) => server.ask(key, { token: by, ...(body && { body }) });
  const textsIn = async (rows: Sql) => JSON.stringify(await server.db.all(rows));

  async function added(path: string, body: object, by = token): Promise<number> {
    const { status, json } = await ask(`POST ${path}`, body, by);
    expect([status, json.errors]).toEqual([201, undefined]);
    return Number(Object(json.data).id);
  }
  const addEmployee = (name: string, employee_id: string, more: object = {}) =>
    added('/employees', { company_id: company, name, employee_id, ...more });

  /** Sends an event as a controller does. A time without a zone is refused. */
  async function send(employee_id: string, timestamp: string): Promise<void> {
    const sender = await findSender(server.db, door);
    if (!sender) throw new Error('There is no such door');
    await storeBatch(server.db, sender, [{ employee_id, event_type: 'check-in', timestamp }], now);
  }

  async function erase(kind: 'employees' | 'users', id: number): Promise<void> {
    const body = { kind, id, reason: 'Asked for it', last_day: '2026-11-28' };
    const { status } = await ask('POST /privacy/erasures', body);
    expect(status).toBe(200);
    await server.settled();
  }

  async function rowsOf(id: number, section: string): Promise<string> {
    const { json } = await ask(`GET /employees/${id}/personal-data/${section}`);
    return JSON.stringify(answerDecoder('GET /employees/{id}/personal-data/{section}')(json.data).rows);
  }

  const stored = sql`select code, raw from device_events union all select employee_code, '' from attendance`;

  test('events of a closed month, which got no name, are theirs by their number', async () => {
    await send('QX-4711', '2026-09-01T08:00:00Z');
    await added('/closed-months', { company_id: company, month: '2026-09' });
    const ann = await addEmployee('Ann Quaxtor', 'QX-4711');
    expect(await rowsOf(ann, 'attendance')).toBe('[]');
    expect(await rowsOf(ann, 'unnamed_attendance')).toContain('2026-09-01T08:00:00');
    expect(await rowsOf(ann, 'other_device_events')).toContain('2026-09-01T08:00:00Z');
    await erase('employees', ann);
    expect(await textsIn(stored)).not.toContain('QX-4711');
    expect(await textsIn(sql`select occurred_at from attendance`)).toContain('2026-09-01 08:00:00');
  });

  test('events sent before a door moved to another company belong to the people of the former one', async () => {
    const other = await added('/companies', { name: 'Harbour' });
    const ann = await addEmployee('Ann Quaxtor', 'QX-4711');
    const bob = await addEmployee('Bob Quaxtor', 'QX-4711', { company_id: other });
    const { id } = await one<{ id: number }>(server.db, sql`select id from access_controllers where name = 'Gate'`);
    const move = (company_id: number) => ask(`PUT /access-controllers/${id}`, { company_id, name: 'Gate' });
    await send('QX-4711', '2026-11-20T08:00:00');
    await move(other);
    await send('QX-4711', '2026-11-21T08:00:00');
    await move(company);
    await send('QX-4711', '2026-11-22T08:00:00');
    await move(other);
    const daysOf = async (person: number) => {
      const rows = await rowsOf(person, 'other_device_events');
      return ['20', '21', '22'].filter((day) => rows.includes(`-${day}T08:00:00`));
    };
    expect([await daysOf(ann), await daysOf(bob)]).toEqual([['20', '22'], ['21']]);
    await erase('employees', ann);
    expect(await textsIn(stored)).toContain('-21T08:00:00');
    expect(await textsIn(stored)).not.toMatch(/-2[02]T08:00:00/);
  });

  test('a message that was refused is theirs by the number in it', async () => {
    const ann = await addEmployee('Ann Quaxtor', 'QX-4711');
    await send('QX-4711', '2026-11-20T08:00:00');
    await send('QX-9999', '2026-11-20T08:00:00');
    expect(await rowsOf(ann, 'other_device_events')).toContain('"outcome":"refused"');
    expect(await rowsOf(ann, 'other_device_events')).not.toContain('QX-9999');
    await erase('employees', ann);
    expect(await textsIn(stored)).not.toContain('QX-4711');
    expect(await textsIn(stored)).toContain('QX-9999');
  });

  test('an event with an id that is sent again brings nothing back', async () => {
    const ann = await addEmployee('Ann Quaxtor', 'QX-4711');
    const resend = async () => {
      const sender = await findSender(server.db, door);
      if (!sender) throw new Error('There is no such door');
      const event = { event_id: 'e-1', employee_id: 'QX-4711', event_type: 'check-in' };
      return storeBatch(server.db, sender, [{ ...event, timestamp: '2026-11-20T08:00:00Z' }], now);
    };
    const [first] = await resend();
    await erase('employees', ann);
    expect(await resend()).toEqual([
      { status: 'duplicate', record_id: first && 'record_id' in first && first.record_id },
    ]);
    expect(await textsIn(stored)).not.toContain('QX-4711');
  });

  test('events under a changed number are theirs until the change', async () => {
    const ann = await addEmployee('Ann Quaxtor', 'QX-4711');
    await send('QX-4711', '2026-11-20T08:00:00');
    const renumbered = { name: 'Ann Quaxtor', employee_id: 'QX-5000' };
    expect((await ask(`PUT /employees/${ann}`, renumbered)).status).toBe(200);
    expect(await rowsOf(ann, 'other_device_events')).toContain('QX-4711');
    await server.db.run(sql`update device_events set received_at = '2026-12-01 00:00:00'`);
    expect(await rowsOf(ann, 'other_device_events')).toBe('[]');
    await server.db.run(sql`update device_events set received_at = '2026-11-20 00:00:00'`);
    await erase('employees', ann);
    expect(await textsIn(stored)).not.toContain('QX-4711');
  });

  test('events with a badge that was given to them by mistake wait for their owner', async () => {
    const ann = await addEmployee('Ann Quaxtor', 'QX-4711');
    await send('BADGE-777', '2026-11-20T08:00:00Z');
    const badge = { company_id: company, code: 'BADGE-777', valid_from: '', valid_until: '' };
    const given = await ask('POST /employee-codes', { ...badge, employee_id: ann });
    expect((await ask(`DELETE /employee-codes/${Object(given.json.data).code.id}`)).status).toBe(200);
    await erase('employees', ann);
    const bob = await addEmployee('Bob Miller', 'B-1000');
    const { json } = await ask('POST /employee-codes', { ...badge, employee_id: bob });
    expect(answerDecoder('POST /employee-codes')(json.data)?.records).toBe(1);
  });

  test.each(['İpek Yılmaz', 'ÉLODIE Işık', 'Ivan İĞDE'])('a text that names %s loses the name', async (name) => {
    const person = await addEmployee(name, 'QX-4711');
    const id = await addEmployee('Bob Miller', 'B-1000');
    await added('/balances', { employee_id: id, day: '2026-01-01', minutes: 90, reason: `For ${name}` });
    await erase('employees', person);
    expect(await server.db.all(sql`select reason from balances`)).toEqual([
      { reason: `For Erased employee ${person}` },
    ]);
  });

  test('a company of which they were the contact is not found by their address', async () => {
    const email = 'ann.quaxtor@seaport.example';
    const contact = await added('/companies', { name: 'Wharfside', contact_email: email });
    const gone = await added('/companies', { name: 'Former Wharfside', contact_email: email });
    await ask(`DELETE /companies/${gone}`);
    const ann = await addEmployee('Ann Quaxtor', 'QX-4711', { email });
    const found = async (q: string) =>
      answerDecoder('GET /companies')((await ask(`GET /companies?q=${q}`)).json.data).data.map(({ id }) => id);
    expect(await found('quaxtor')).toEqual([contact]);
    await erase('employees', ann);
    expect(await found('quaxtor')).toEqual([]);
    expect(await found('wharfside')).toEqual([contact]);
    expect(await textsIn(sql`select word from company_words`)).not.toContain('quaxtor');
  });

  test('their copy from the HR system goes, matched or not, with what it said, and that of others stays', async () => {
    const ann = await addEmployee('Ann Quaxtor', 'QX-4711');
    const bob = await addEmployee('Bob Miller', 'B-1000');
    await server.db.run(
      sql`insert into hr_people (company_id, id, number, name, email, is_active) values
        (${company}, 'hr-1', 'QX-4711', 'A. Quaxtor', '', true), (${company}, 'hr-2', '', 'Quaxtor, Ann', '', false),
        (${company}, 'hr-3', 'B-1000', 'Ann Quaxtor', '', true), (${company}, 'hr-4', '', 'Cy Young', '', true)`,
    );
    await server.db.run(
      sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
        values (${bob}, ${company}, 'hr-3', 'number')`,
    );
    await server.db.run(
      sql`insert into hr_connections (company_id, connector, leave_error)
        values (${company}, 'odoo', 'HTTP 403: Ann Quaxtor may not read the leave of others')`,
    );
    await erase('employees', ann);
    expect(await textsIn(sql`select leave_error from hr_connections`)).not.toContain('Quaxtor');
    const left = await server.db.all(sql`select id from hr_people where company_id = ${company} order by id`);
    expect(left).toEqual([{ id: 'hr-3' }, { id: 'hr-4' }]);
  });

  test('the list of exceptions no longer names an erased person who answered for others', async () => {
    const bob = await addEmployee('Bob Miller', 'B-1000');
    await send('B-1000', '2026-11-20T08:00:00Z');
    const { id: record } = await one<{ id: number }>(
      server.db,
      sql`select id from attendance where employee_id = ${bob}`,
    );
    const roles = await server.db.all<{ id: number }>(sql`select id from roles where name = 'administrator'`);
    const ula = { email: 'ula@seaport.example', password: 'long enough' };
    const user = await added('/users', { ...ula, name: 'Ula Zork', roles: roles.map(({ id }) => id), companies: [] });
    const answer = { kind: 'as_is', record_id: record, exception: 'no_check_out' };
    const hers = await server.signIn(ula);
    expect((await ask('POST /corrections', { corrections: [answer], reason: 'He drove' }, hers)).status).toBe(201);
    const authors = async () => {
      const { json } = await ask(`GET /exceptions?is_answered=true&company_id=${company}`);
      return answerDecoder('GET /exceptions')(json.data).data.map((each) => each.answer?.author);
    };
    expect(await authors()).toEqual(['Ula Zork']);
    await erase('users', user);
    expect(await authors()).toEqual([`Erased user ${user}`]);
  });
});
