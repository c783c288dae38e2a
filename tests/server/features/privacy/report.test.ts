// A person's report: complete, about this person only, without secrets, in pages, and recorded in the audit.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql, rowsOf as valuesOf } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { PersonalData, ReportRow } from '../../../../src/shared/contract/privacy.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const day = '2026-11-20';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let company: number;
  let door: number;
  let ann: number;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
    token = await server.signIn(server.users.administrator);
    company = await insertedId(
      sql`insert into companies (name, unique_identifier, created_at)
        values ('Seaport', 'CMP-SEAPORT', '2026-01-01 00:00:00') returning id`,
    );
    door = await insertedId(
      sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
        values (${company}, 'Main gate', 'ACU-SEAPORT', '2026-01-01 00:00:00') returning id`,
    );
    ann = await addEmployee('Ann', 'E-1');
  });
  afterAll(() => server.stop());

  const insertedId = async (statement: ReturnType<typeof sql>) => (await one<{ id: number }>(server.db, statement)).id;

  async function addEmployee(name: string, number: string): Promise<number> {
    const body = { company_id: company, employee_id: number, name, email: `${name}@seaport.example`.toLowerCase() };
    const { json } = await server.ask('POST /employees', { token, body });
    return answerDecoder('POST /employees')(json.data)?.id ?? 0;
  }

  const addEvent = (employee: number | null, code: string, at: string) =>
    insertedId(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        values (${company}, ${employee}, ${code}, ${door}, 'check-in', ${at}, ${at}) returning id`,
    );

  const addFact = (code: string, at: string, attendance: number | null) =>
    server.db.run(
      sql`insert into device_events (controller_id, fact_key, generation, code, local_time, zone, occurred_at, kind,
          direction, reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome, attendance_id)
        values (${door}, ${`${code} ${at}`}, 1, ${code}, ${at}, 'UTC', ${at}, 'punch', '0', '', 'card', 'yes', ${at},
          ${`raw of ${code} at ${at}`}, 'key', 0, ${attendance === null ? 'repeat' : 'attendance'}, ${attendance})`,
    );

  async function summaryOf(kind: 'employees' | 'users', id: number): Promise<PersonalData> {
    const { status, json } = await server.ask(`GET /${kind}/${id}/personal-data`, { token });
    expect(status).toBe(200);
    return answerDecoder('GET /users/{id}/personal-data')(json.data);
  }

  async function rowsOf(kind: 'employees' | 'users', id: number, section: string): Promise<ReportRow[]> {
    const rows: ReportRow[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const { status, json } = await server.ask(
        `GET /${kind}/${id}/personal-data/${section}?after=${encodeURIComponent(next)}`,
        { token },
      );
      expect(status).toBe(200);
      const page = answerDecoder('GET /users/{id}/personal-data/{section}')(json.data);
      rows.push(...page.rows);
      next = page.next || undefined;
    }
    return rows;
  }

  test.each(['x', '1', '2026-11-20 10:00:00', '2026-13-45 29:00:00 1', "2026-11-20 10:00:00 1'", '%00'])(
    'refuses %j as the end of a page',
    async (after) => {
      const path = `GET /employees/${ann}/personal-data/attendance?after=${encodeURIComponent(after)}`;
      const { status, json } = await server.ask(path, { token });
      expect([status, json.errors]).toEqual([422, { after: ['This must be where a page ended'] }]);
    },
  );

  test('answers 404 for a section that it does not have', async () => {
    const { status, json } = await server.ask(`GET /employees/${ann}/personal-data/passwords`, { token });
    expect([status, json.message]).toEqual([404, 'The report has no such section']);
  });

  test('has everything that is stored of an employee, and nothing of others', async () => {
    const bob = await addEmployee('Bob', 'E-2');
    const event = await addEvent(ann, 'E-1', `${day} 08:00:00`);
    await addEvent(bob, 'E-2', `${day} 08:01:00`);
    await addFact('E-1', `${day} 08:00:00`, event);
    await addFact('E-1', `${day} 08:00:05`, null);
    await addFact('E-2', `${day} 08:01:05`, null);
    await server.db.run(
      sql`insert into employee_codes (company_id, code, employee_id, valid_from, valid_until, author, created_at)
        values (${company}, '4711', ${ann}, '2026-11-01', '2026-11-30', 'Ada', '2026-11-01 10:00:00')`,
    );
    await addFact('4711', '2026-11-30 23:59:59', null);
    await addFact('4711', '2026-12-01 00:00:00', null); // not hers any more
    for (const kind of ['set_aside', 'as_is'])
      await server.db.run(
        sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, reason,
            state, author, created_at)
          values (${company}, ${ann}, 'E-1', ${day}, ${kind}, 'check-in', ${`${day} 08:00:00`}, ${`why ${kind}`},
            'applied', 'Ada', '2026-11-21 10:00:00')`,
      );
    const call = await insertedId(
      sql`insert into roll_calls (company_id, site, department, silent, started_by, started_at)
        values (${company}, '', '', '[]', 'Ada', '2026-11-21 10:00:00') returning id`,
    );
    await server.db.run(
      sql`insert into roll_call_people (roll_call_id, employee_id, name, employee_number, department, state, site)
        values (${call}, ${ann}, 'Ann', 'E-1', 'Kitchen', 'in', 'Quay 1')`,
    );
    await server.db.run(
      sql`insert into hr_people (company_id, id, number, name, email, is_active)
        values (${company}, 'hr-7', 'E-1', 'Ann of HR', '', true), (${company}, 'hr-8', 'E-2', 'Bob of HR', '', true)`,
    );
    await server.db.run(
      sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
        values (${ann}, ${company}, 'hr-7', 'number')`,
    );
    await server.db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
        values (${event}, ${company}, ${day}, 'accepted', ${`${day} 09:00:00`})`,
    );

    for (const [place, mail_to] of [
      [company, 'boss@seaport.example; Ann@seaport.example'],
      [sql`(select min(id) from companies)`, 'ann@seaport.example'],
    ] as const)
      await server.db.run(
        sql`insert into payroll_templates (company_id, template, mail_to) values (${place}, '{}', ${mail_to})`,
      );
    const addFile = (place: typeof company | ReturnType<typeof sql>, month: string, mailed_to: string) =>
      insertedId(
        sql`insert into payroll_files (company_id, month, way, made_at, total_lines, sha256, statement, signature,
            mailed_to)
          values (${place}, ${month}, 'mail', '2026-10-05 08:00:00', 1, 'x', '{}', 'x', ${mailed_to}) returning id`,
      );
    await addFile(company, '2026-10', 'joann@seaport.example');
    const hers = await addFile(company, '2026-09', 'ann@seaport.example');
    const elsewhere = await addFile(sql`(select min(id) from companies)`, '2026-09', 'ann@seaport.example');
    for (const file of [hers, elsewhere, null])
      await server.db.run(
        sql`insert into outbox (recipient, subject, body, created_at, expires_at, payroll_file_id)
          values ('ANN@seaport.example', ${file === hers ? 'Hello' : 'Bob'}, 'https://console.example/#token=secret',
            '2026-11-21 10:00:00', '2026-11-21 11:00:00', ${file})`,
      );

    const { person, sections } = await summaryOf('employees', ann);
    expect(person).toMatchObject({ kind: 'employees', name: 'Ann', number: 'E-1', company: 'Seaport' });
    const counts = Object.fromEntries(sections.map(({ name, rows }) => [name, rows]));
    expect(counts).toMatchObject({
      record: 1,
      codes: 1,
      attendance: 1,
      device_events: 1,
      other_device_events: 2,
      corrections: 1,
      exception_answers: 1,
      roll_calls: 1,
      hr_match: 1,
      hr_person: 1,
      hr_deliveries: 1,
      mails: 1,
      payroll_files: 2,
    });
    for (const { name, rows } of sections) expect((await rowsOf('employees', ann, name)).length, name).toBe(rows);

    const whole = JSON.stringify(await Promise.all(sections.map(({ name }) => rowsOf('employees', ann, name))));
    for (const mine of ['ann@seaport.example', 'raw of 4711', 'why set_aside', 'why as_is', 'Ann of HR', 'Quay 1'])
      expect(whole).toContain(mine);
    for (const others of ['Bob', 'E-2', 'at 2026-12-01', 'token=secret']) expect(whole).not.toContain(others);
  });

  test('of an employee with the address of a user says nothing of that user’s mails', async () => {
    const { email } = server.users.auditor;
    await server.db.run(
      sql`insert into outbox (recipient, subject, body, created_at, expires_at)
        values (${email}, 'Choose a new password', '', '2026-11-21 10:00:00', '2026-11-21 11:00:00')`,
    );
    await server.db.run(sql`update employees set email = ${email.toUpperCase()} where id = ${ann}`);
    const { sections } = await summaryOf('employees', ann);
    expect(sections.find(({ name }) => name === 'mails')).toMatchObject({ rows: 0 });
    expect(await rowsOf('employees', ann, 'mails')).toEqual([]);
  });

  test('shows times on the wall clock of the business, and flags as flags', async () => {
    const [event] = await rowsOf('employees', ann, 'attendance');
    expect(event).toMatchObject({ controller: 'Main gate', was_added_by_hand: false, is_set_aside: false });
    expect(event?.occurred_at).toMatch(/^2026-11-20T\d\d:\d\d:00[+-]\d\d:\d\d$/);
  });

  test('shows when somebody was ticked in a roll call by the same clock', async () => {
    const body = { company_id: company, site: '', department: '' };
    const { roll_call } = answerDecoder('POST /roll-calls')(
      (await server.ask('POST /roll-calls', { token, body })).json.data,
    );
    await server.db.run(sql`update roll_calls set started_at = '2026-11-20 10:00:00' where id = ${roll_call.id}`);
    const ticks = [{ employee_id: ann, is_ticked: true, at: '2026-11-20T10:00:07.250Z' }];
    await server.ask(`POST /roll-calls/${roll_call.id}/ticks`, { token, body: { ticks } });
    const { json } = await server.ask(`GET /roll-calls/${roll_call.id}`, { token });
    const listed = answerDecoder('GET /roll-calls/{id}')(json.data).people.find(({ employee }) => employee.id === ann);
    expect(listed?.ticked_at).toMatch(/^2026-11-20T\d\d:00:07[+-]\d\d:\d\d$/);
    expect((await rowsOf('employees', ann, 'roll_calls')).at(-1)).toMatchObject({ ticked_at: listed?.ticked_at });
  });

  test('has what the audit says about an employee, without what it says about others', async () => {
    const body = { name: 'Ann Marie', email: 'ann@seaport.example' };
    await server.ask(`PUT /employees/${ann}`, { token, body });
    const entries = await rowsOf('employees', ann, 'audit');
    const actions = entries.map(({ action }) => action);
    expect(actions).toContain('employees.create');
    const edit = entries.find(({ action }) => action === 'employees.edit');
    expect(String(edit?.before)).toContain('"name":"Ann"');
    expect(String(edit?.after)).toContain('Ann Marie');
    expect(JSON.stringify(entries)).not.toContain(server.users.administrator.email);
  });

  test('is noted in the audit, once an hour for each reader', async () => {
    const cleo = await addEmployee('Cleo', 'E-3');
    const noted = () =>
      server.db.all(
        sql`select action, subject, subject_id from audit where action = 'privacy.report' and subject_id = ${cleo}`,
      );
    expect(await noted()).toEqual([]);
    await rowsOf('employees', cleo, 'record');
    await summaryOf('employees', cleo);
    await rowsOf('employees', cleo, 'attendance');
    expect(await noted()).toEqual([{ action: 'privacy.report', subject: 'employees', subject_id: cleo }]);
  });

  test('still answers for an employee who was deleted, and leaves the number to the successor', async () => {
    const dora = await addEmployee('Dora', 'E-9');
    await addFact('E-9', '2026-11-01 08:00:00', null);
    await server.ask(`DELETE /employees/${dora}`, { token });
    await server.db.run(sql`update employees set deleted_at = '2026-11-10 00:00:00' where id = ${dora}`);
    const successor = await addEmployee('Emil', 'E-9');
    await addFact('E-9', '2026-11-15 08:00:00', null);
    const factsOf = async (id: number) => (await rowsOf('employees', id, 'other_device_events')).map(({ raw }) => raw);
    expect((await summaryOf('employees', dora)).person).toMatchObject({ name: 'Dora', is_deleted: true });
    expect(await factsOf(dora)).toEqual(['raw of E-9 at 2026-11-01 08:00:00']);
    expect(await factsOf(successor)).toEqual(['raw of E-9 at 2026-11-15 08:00:00']);
  });

  test('of somebody with hundreds of badges has the events of each', async () => {
    const pool = await addEmployee('Visitors', 'V-0');
    const badges = Array.from({ length: 1_200 }, (_, index) => ({ badge: `V-${index + 1}` }));
    await server.db.run(
      sql`insert into employee_codes (company_id, code, employee_id, author, created_at)
        select ${company}, badge, ${pool}, 'Ada', '2026-01-01 00:00:00' from ${valuesOf({ badge: 'text' }, badges)}`,
    );
    for (const code of ['V-1', 'V-1200']) await addEvent(null, code, `${day} 09:00:00`);
    const { sections } = await summaryOf('employees', pool);
    expect(sections.find((section) => section.name === 'unnamed_attendance')?.rows).toBe(2);
  });

  test('has everything that is stored of a user, without secrets', async () => {
    const { email } = server.users.manager;
    const { id, name } = await one<{ id: number; name: string }>(
      server.db,
      sql`select id, name from users where email = ${email}`,
    );
    const managerToken = await server.signIn(server.users.manager);
    await server.ask('POST /views', { token: managerToken, body: { name: 'Mine', path: '/employees', query: 'q=x' } });
    await server.ask('POST /auth/forgot-password', { body: { email } });
    await server.settled();
    await server.db.run(
      sql`insert into closed_months (company_id, month, closed_by, closed_at)
        values (${company}, '2026-10', ${name}, '2026-11-03 10:00:00')`,
    );
    const { sections } = await summaryOf('users', id);
    const counts = Object.fromEntries(sections.map(({ name: section, rows }) => [section, rows]));
    expect(counts).toMatchObject({ record: 1, sessions: 1, password_resets: 1, saved_views: 1, mails: 1 });
    expect(await rowsOf('users', id, 'record')).toMatchObject([{ email, has_password: true }]);
    expect(await rowsOf('users', id, 'by_name')).toMatchObject([{ what: 'Closed a month' }]);
    const acts = await rowsOf('users', id, 'acts');
    expect(acts.map(({ action }) => action)).toContain('auth.login');
    expect(acts.find(({ action }) => action === 'auth.login')?.address).toBe('127.0.0.1');
    const whole = JSON.stringify(await Promise.all(sections.map(({ name: section }) => rowsOf('users', id, section))));
    const { password_hash } = await one<{ password_hash: string }>(
      server.db,
      sql`select password_hash from users where id = ${id}`,
    );
    const { body } = server.mails.at(-1) ?? { body: '' };
    const link = /token=([\w-]+)/.exec(body)?.[1] ?? 'no link';
    for (const secret of [password_hash, managerToken, link]) expect(whole).not.toContain(secret);
    for (const { name: section, rows } of sections)
      expect((await rowsOf('users', id, section)).length, section).toBeGreaterThanOrEqual(rows);
  });

  test('still answers for a user who was deleted, from what the audit and the records say', async () => {
    const fields = { name: 'Gone Girl', email: 'gone@rollcall.example', password: 'long enough' };
    const body = { ...fields, roles: [], companies: [] };
    const created = await server.ask('POST /users', { token, body });
    const id = answerDecoder('POST /users')(created.json.data)?.id ?? 0;
    const theirs = await server.signIn(fields);
    await server.ask('POST /auth/forgot-password', { body: { email: fields.email } });
    await server.settled();
    await server.ask('POST /auth/logout', { token: theirs });
    expect((await server.ask(`DELETE /users/${id}`, { token })).status).toBe(200);
    const { person, sections } = await summaryOf('users', id);
    expect(person).toMatchObject({ name: 'Gone Girl', is_deleted: true });
    const counts = Object.fromEntries(sections.map(({ name: section, rows }) => [section, rows]));
    expect(counts).toMatchObject({ record: 0, sessions: 0, mails: 1, acts: 2 });
    expect((await rowsOf('users', id, 'audit')).map(({ action }) => action)).toContain('users.delete');
    const successor = await server.ask('POST /users', { token, body: { ...body, name: 'Another' } });
    expect(successor.status).toBe(201);
    expect((await summaryOf('users', id)).sections.find(({ name }) => name === 'mails')?.rows).toBe(0);
    expect((await server.ask('GET /users/999999/personal-data', { token })).status).toBe(404);
  });

  test('reads 100,000 events page by page, in order and without repeats', async () => {
    const busy = await addEmployee('Busy', 'E-100');
    const count = 100_000;
    const numbers =
      server.db.dialect === 'sqlite'
        ? sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n)`
        : sql`(select i from generate_series(1, ${count}::int) i)`;
    // Sixty rows for each minute, so pages end within the same instant.
    const at =
      server.db.dialect === 'sqlite'
        ? sql`datetime('2020-01-01', '+' || (i / 60) || ' minutes')`
        : sql`timestamp '2020-01-01' + (i / 60) * interval '1 minute'`;
    await server.db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id, event_type,
          occurred_at, created_at)
        select ${company}, ${busy}, 'E-100', ${door}, 'busy-' || i, 'check-in', ${at}, ${at} from ${numbers} numbers`,
    );
    let largest = 0;
    const times: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const path = `GET /employees/${busy}/personal-data/attendance?after=${encodeURIComponent(next)}`;
      const { json } = await server.ask(path, { token });
      largest = Math.max(largest, JSON.stringify(json).length);
      const page = answerDecoder('GET /employees/{id}/personal-data/{section}')(json.data);
      times.push(...page.rows.map(({ occurred_at }) => String(occurred_at)));
      next = page.next || undefined;
    }
    expect(times.length).toBe(count);
    expect(times.every((time, index) => index === 0 || time >= (times[index - 1] ?? ''))).toBe(true);
    expect(largest).toBeLessThan(500_000);
  });
});
