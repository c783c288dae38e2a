// Erasing a person does what the dry run says, and then nothing names the person any more: not the database's files,
// not a backup made afterwards, not the log; and the audit still verifies.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { ErasurePlan } from '../../../../src/shared/contract/privacy.ts';
import { databases } from '../../../support/server/databases.ts';
import { serveDatabase, startServer, type TestServer } from '../../../support/server/server.ts';
import { textOf } from '../../../support/server/statements.ts';
import { auditEntries, type TestDatabase } from '../../../support/server/testDatabase.ts';
import { need } from '../../../support/tools.ts';

const name = 'Zyxwina Quaxtor';
const former = 'Zyxwina Oldenfalk';
/** Everything that names the employee. */
const traces = [
  name,
  former,
  'Quaxtor',
  'Oldenfalk',
  'QX-4711',
  'BADGE-9034',
  'zyxwina@',
  '+49 30 9034711',
  'HR-88123',
];

describe.each(databases)('on $name', ({ create }) => {
  let database: TestDatabase;
  let server: TestServer;
  let token: string;
  let company: number;
  let door: number;

  beforeEach(async () => {
    database = await create();
    server = await startServer({
      createDatabase: async () => database,
      sample: { employeesPerCompany: 1, days: 1 },
    });
    token = await server.signIn(server.users.administrator);
    company = await idOf(
      sql`insert into companies (name, unique_identifier, created_at)
        values ('Seaport', 'CMP-SEAPORT', '2026-01-01 00:00:00') returning id`,
    );
    door = await idOf(
      sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
        values (${company}, 'Main gate', 'ACU-SEAPORT', '2026-01-01 00:00:00') returning id`,
    );
  });
  afterEach(() => server.stop());

  const idOf = async (statement: ReturnType<typeof sql>) => (await one<{ id: number }>(server.db, statement)).id;
  const ask = (key: string, body?: object) => server.ask(key, { token, ...(body && { body }) });

  async function added(path: string, body: object): Promise<number> {
    const { status, json } = await ask(`POST ${path}`, body);
    expect([status, json.errors]).toEqual([201, undefined]);
    return (
      answerDecoder('POST /employees')({ name: 'x', employee_id: 'x', company: { name: 'x' }, ...Object(json.data) })
        ?.id ?? 0
    );
  }

  const addHrUrl = () =>
    server.db.run(
      sql`insert into company_urls (company_id, url_type, url, created_at)
        values (${company}, 'hr_system', 'https://hr.seaport.example', '2026-01-01 00:00:00')`,
    );

  /** Adds a record of the employee on its way to HR. */
  async function addWaiting(employee: number): Promise<void> {
    const record = await idOf(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        values (${company}, ${employee}, 'B-1', ${door}, 'check-in', '2026-11-20 08:00:00', '2026-11-20 08:00:00')
        returning id`,
    );
    await server.db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
        values (${record}, ${company}, '2026-11-20', 'waiting', '2026-11-20 18:00:00')`,
    );
  }

  const fieldsOf = (employee: string) => ({
    company_id: company,
    name: employee,
    employee_id: 'QX-4711',
    email: 'zyxwina@seaport.example',
    phone: '+49 30 9034711',
    department: 'Stores',
    position: 'Keeper of the Quaxtor shelf',
    crm_employee_id: 'HR-88123',
  });

  /** Adds an employee with a row in every table that can have one about her. */
  async function employee(): Promise<number> {
    const id = await added('/employees', fieldsOf(former));
    expect((await ask(`PUT /employees/${id}`, fieldsOf(name))).status).toBe(200);
    const other = await added('/employees', { company_id: company, name: 'Bob', employee_id: 'B-1' });
    const insert = (statement: ReturnType<typeof sql>) => server.db.run(statement);
    const record = await idOf(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        values (${company}, ${id}, 'QX-4711', ${door}, 'check-in', '2026-11-20 08:00:00', '2026-11-20 08:00:00')
        returning id`,
    );
    await insert(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        values (${company}, ${id}, 'BADGE-9034', ${door}, 'check-in', '2026-11-20 08:00:00', '2026-11-20 08:00:00')`,
    );
    for (const [key, record_id] of [
      ['f1', record],
      ['f2', null],
    ] as const)
      await insert(
        sql`insert into device_events (controller_id, fact_key, generation, code, local_time, zone, occurred_at, kind,
            direction, reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome, attendance_id)
          values (${door}, ${key}, 1, 'QX-4711', '2026-11-20 08:00:00', 'UTC', '2026-11-20 08:00:00', 'punch', '0', '',
            'card', 'yes', '2026-11-20 08:00:00', 'QX-4711 Zyxwina Quaxtor', 'key', 0, 'repeat', ${record_id})`,
      );
    await insert(
      sql`insert into employee_codes (company_id, code, employee_id, author, created_at)
        values (${company}, 'BADGE-9034', ${id}, 'Ada', '2026-11-01 10:00:00')`,
    );
    await insert(
      sql`insert into hr_people (company_id, id, number, name, email, is_active)
        values (${company}, 'HR-88123', 'QX-4711', ${name}, 'zyxwina@home.example', true)`,
    );
    await insert(
      sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
        values (${id}, ${company}, 'HR-88123', 'number')`,
    );
    await insert(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, last_error, next_try_at, person_id)
        values (${record}, ${company}, '2026-11-20', 'failed', 'Nobody is called Zyxwina Quaxtor',
          '2026-11-20 18:00:00', 'HR-88123')`,
    );
    await ask('POST /corrections', {
      corrections: [{ kind: 'set_aside', record_id: record }],
      reason: 'Zyxwina Quaxtor was ill',
    });
    await ask('POST /corrections', {
      corrections: [{ kind: 'add', employee_id: other, timestamp: '2026-11-20T09:00', event_type: 'check-in' }],
      reason: 'Bob came with zyxwina quaxtor in her car',
    });
    const { json } = await ask('POST /roll-calls', { company_id: company, site: '', department: '' });
    const { id: rollCall } = answerDecoder('POST /roll-calls')(json.data).roll_call;
    await ask(`POST /roll-calls/${rollCall}/ticks`, {
      ticks: [{ employee_id: id, is_ticked: true, at: new Date().toISOString() }],
    });
    await ask('POST /views', { name: `Days of ${name}`, path: '/attendance', query: 'q=Zyxwina+Quaxtor' });
    await insert(
      sql`insert into outbox (recipient, subject, body, created_at, sent_at, expires_at)
        values ('boss@seaport.example', 'Zyxwina Quaxtor is late', '', '2026-11-20 08:00:00', '2026-11-20 08:00:00',
          '2026-11-21 08:00:00')`,
    );
    await insert(
      sql`insert into device_notes (controller_id, at, kind, sentence)
        values (${door}, '2026-11-20 08:00:00', 'operation', 'The device enrolled Zyxwina Quaxtor.')`,
    );
    await insert(
      sql`insert into payroll_templates (company_id, template, mail_day, mail_to, mail_problem)
        values (${company}, ${JSON.stringify({ preamble: `Written by ${name}` })}, 5,
          'boss@seaport.example; Zyxwina@seaport.example', ${`October 2026: ${name}, Name: a letter is missing`})`,
    );
    await insert(
      sql`insert into payroll_files (company_id, month, way, made_at, total_lines, sha256, statement, signature, mailed_to)
        values (${company}, '2026-09', 'mail', '2026-10-05 08:00:00', 1, 'x', '{}', 'x',
          'boss@seaport.example, zyxwina@seaport.example')`,
    );
    await server.db.run(sql`update hr_deliveries set state = 'accepted' where attendance_id = ${record}`);
    expect((await ask(`DELETE /employees/${id}`)).status).toBe(200);
    return id;
  }

  const plan = (data: unknown): ErasurePlan => answerDecoder('POST /privacy/erasures/preview')(data);

  async function tracesIn(): Promise<string[]> {
    const places = {
      files: await filesOf(server.db, database.location),
      backup: await backupOf(server.db, database.location),
      log: Buffer.from(server.log.join('\n')),
    };
    return Object.entries(places).flatMap(([place, bytes]) =>
      traces.filter((trace) => bytes.includes(trace)).map((trace) => `${trace} in ${place}`),
    );
  }

  /**
   * Polls, since PostgreSQL wipes nothing that a transaction may still see, such as its own that gathers statistics.
   */
  const expectNoTraces = () => expect.poll(tracesIn).toEqual([]);

  test('an erased employee is gone from files, backups and log, while the times stay and the audit verifies', async () => {
    const id = await employee();
    const { head } = await verifyAudit(server.db);
    expect((await tracesIn()).length).toBeGreaterThan(8);
    const tried = plan((await ask('POST /privacy/erasures/preview', { kind: 'employees', id })).json.data);
    expect(tried.blocked).toEqual([]);
    expect((await one<{ name: string }>(server.db, sql`select name from employees where id = ${id}`)).name).toBe(name);

    const reasoned = { kind: 'employees', id, reason: 'Zyxwina Quaxtor asked for it' };
    const { status, json } = await ask('POST /privacy/erasures', reasoned);
    await server.settled();
    expect([status, json.message]).toEqual([200, 'Erased']);
    expect(plan(json.data).goes).toEqual(tried.goes);
    expect(plan(json.data).person).toMatchObject({
      name: `Erased employee ${id}`,
      detail: `erased-${id}`,
      state: 'erased',
    });
    await expectNoTraces();

    expect(await verifyAudit(server.db, head)).toMatchObject({ fault: undefined });
    const times = await server.db.all(
      sql`select employee_code, occurred_at from attendance where employee_id = ${id} order by id`,
    );
    expect(times).toHaveLength(2);
    expect(times).toMatchObject([{ occurred_at: '2026-11-20 08:00:00' }, { occurred_at: '2026-11-20 08:00:00' }]);
    const bobs = (await auditEntries(server.db, 'corrections.create')).at(-1);
    expect(JSON.stringify(bobs)).toContain('Bob');
    expect((await auditEntries(server.db, 'privacy.erase')).at(-1)).toMatchObject({
      subject: 'employees',
      subject_id: id,
      after: { reason: `Erased employee ${id} asked for it` },
    });
    const [reason] = await server.db.all(
      sql`select reason from corrections where employee_id <> ${id} order by id desc`,
    );
    expect(await server.db.all(sql`select mail_to, mail_problem from payroll_templates`)).toEqual([
      {
        mail_to: 'boss@seaport.example',
        mail_problem: `October 2026: Erased employee ${id}, Name: a letter is missing`,
      },
    ]);
    expect(await server.db.all(sql`select mailed_to from payroll_files`)).toEqual([
      { mailed_to: `boss@seaport.example, Erased employee ${id}` },
    ]);
    expect(reason).toEqual({ reason: `Bob came with Erased employee ${id} in her car` });
    const again = await ask('POST /privacy/erasures', { kind: 'employees', id, reason: 'Again' });
    expect([again.status, again.json.message]).toEqual([409, `Erased employee ${id} is erased already`]);
  });

  test('an erased user is gone, and what they decided stays under a number', async () => {
    const roles = await server.db.all<{ id: number }>(sql`select id from roles where name = 'administrator'`);
    const body = { name, email: 'zyxwina@seaport.example', roles: roles.map((role) => role.id), companies: [] };
    const created = await ask('POST /users', { ...body, password: 'a good password' });
    const id = answerDecoder('POST /users')(created.json.data)?.id ?? 0;
    const theirs = await server.signIn({ email: body.email, password: 'a good password' });
    await server.ask('POST /closed-months', { token: theirs, body: { company_id: company, month: '2026-01' } });
    await ask(`PUT /users/${id}`, { ...body, name: former });
    await server.ask('POST /auth/forgot-password', { body: { email: body.email } });
    await server.settled();
    expect((await tracesIn()).length).toBeGreaterThan(3);
    const tried = plan((await ask('POST /privacy/erasures/preview', { kind: 'users', id })).json.data);
    const { status, json } = await ask('POST /privacy/erasures', { kind: 'users', id, reason: 'Left' });
    await server.settled();
    expect([status, plan(json.data).goes]).toEqual([200, tried.goes]);
    await expectNoTraces();
    expect((await verifyAudit(server.db)).fault).toBeUndefined();
    expect(await server.db.all(sql`select closed_by from closed_months`)).toEqual([{ closed_by: `Erased user ${id}` }]);
    expect((await server.ask('GET /auth/user', { token: theirs })).status).toBe(401);
  });

  test('a user who was deleted before is erased from what the audit and the records still say', async () => {
    const body = { name, email: 'zyxwina@seaport.example', roles: [], companies: [] };
    const created = await ask('POST /users', { ...body, password: 'a good password' });
    const id = answerDecoder('POST /users')(created.json.data)?.id ?? 0;
    await server.db.run(
      sql`insert into closed_months (company_id, month, closed_by, closed_at)
        values (${company}, '2026-02', ${name}, '2026-03-01 00:00:00')`,
    );
    expect((await ask(`DELETE /users/${id}`)).status).toBe(200);
    expect((await tracesIn()).length).toBeGreaterThan(3);
    const { status, json } = await ask('POST /privacy/erasures', { kind: 'users', id, reason: 'Asked for it' });
    await server.settled();
    expect([status, plan(json.data).person]).toMatchObject([200, { name: `User ${id}`, state: 'erased' }]);
    await expectNoTraces();
    expect((await verifyAudit(server.db)).fault).toBeUndefined();
  });

  test('a deleted user is erased where they wrote, also when the audit has forgotten who they were', async () => {
    const roles = await server.db.all<{ id: number }>(sql`select id from roles where name = 'administrator'`);
    const body = { name, email: 'zyxwina@seaport.example', roles: roles.map((role) => role.id), companies: [] };
    const created = await ask('POST /users', { ...body, password: 'a good password' });
    const id = answerDecoder('POST /users')(created.json.data)?.id ?? 0;
    const theirs = await server.signIn({ email: body.email, password: 'a good password' });
    const bob = await added('/employees', { company_id: company, name: 'Bob', employee_id: 'B-1' });
    const correction = { kind: 'add', employee_id: bob, timestamp: '2026-11-20T09:00', event_type: 'check-in' };
    const corrected = { corrections: [correction], reason: 'Forgot the card' };
    expect((await server.ask('POST /corrections', { token: theirs, body: corrected })).status).toBe(201);
    await server.ask('POST /closed-months', { token: theirs, body: { company_id: company, month: '2026-01' } });
    expect((await ask(`DELETE /users/${id}`)).status).toBe(200);
    // Removes the values as the retention rule does.
    await server.db.run(sql`delete from audit_values`);
    const { json: report } = await ask(`GET /users/${id}/personal-data`);
    expect(answerDecoder('GET /users/{id}/personal-data')(report.data).person.name).toBe(name);
    expect((await ask('POST /privacy/erasures', { kind: 'users', id, reason: 'Asked for it' })).status).toBe(200);
    await server.settled();
    await expectNoTraces();
    expect(await server.db.all(sql`select author from corrections where author_id = ${id}`)).toEqual([
      { author: `Erased user ${id}` },
    ]);
    expect(await server.db.all(sql`select closed_by from closed_months`)).toEqual([{ closed_by: `Erased user ${id}` }]);
  });

  test.each([
    ['an employee whose last day is not known', 'The last day of employment of Bob is not known'],
    ['an employee who works here', 'Bob works here until 2999-12-31'],
    ['one whom a legal hold protects', 'A legal hold protects the data of Bob: Lawsuit'],
    ['one whose company is held', 'A legal hold protects the data of Seaport, where Bob worked: Audit of 2026'],
    ['one with records that wait for HR', '1 record of Bob still waits to be sent'],
    ['one of a payroll file that waits', 'A payroll file of Seaport still waits to be mailed'],
  ])('refuses to erase %s with a clear word, audits that, and changes nothing', async (_name, word) => {
    const employed_until = word.includes('works here') ? '2999-12-31' : '';
    const id = await added('/employees', { company_id: company, name: 'Bob', employee_id: 'B-1', employed_until });
    if (!/works here|last day/.test(word)) await ask(`DELETE /employees/${id}`);
    if (word.includes('Lawsuit'))
      await ask('POST /legal-holds', { kind: 'employees', subject_id: id, reason: 'Lawsuit' });
    if (word.includes('2026'))
      await ask('POST /legal-holds', { kind: 'companies', subject_id: company, reason: 'Audit of 2026' });
    if (word.includes('payroll')) {
      const file = await idOf(
        sql`insert into payroll_files (company_id, month, way, made_at, total_lines, sha256, statement, signature, mailed_to)
          values (${company}, '2026-09', 'mail', '2026-10-05 08:00:00', 1, 'x', '{}', 'x', 'boss@seaport.example')
          returning id`,
      );
      await server.db.run(
        sql`insert into outbox (recipient, subject, body, created_at, expires_at, attachments, payroll_file_id)
          values ('boss@seaport.example', 'Payroll', 'Hours', '2026-10-05 08:00:00', '2026-10-08 08:00:00',
            '[{"name":"hours.csv","content":"Qm9i"}]', ${file})`,
      );
    }
    if (word.includes('record')) {
      await addHrUrl();
      await addWaiting(id);
    }
    const tried = plan((await ask('POST /privacy/erasures/preview', { kind: 'employees', id })).json.data);
    expect(tried.blocked).toEqual([expect.stringContaining(word)]);
    const { status, json } = await ask('POST /privacy/erasures', { kind: 'employees', id, reason: 'He asked' });
    expect([status, json.message]).toEqual([409, expect.stringContaining(word)]);
    expect(await one(server.db, sql`select name from employees where id = ${id}`)).toEqual({ name: 'Bob' });
    expect((await auditEntries(server.db, 'privacy.refuse_erasure')).at(-1)).toMatchObject({ subject_id: id });
  });

  test.each([
    ['whose address was taken away', 'update company_urls set is_active = false'],
    ['of a company that was deleted', "update companies set deleted_at = '2026-11-21 08:00:00'"],
  ])('records that wait for an HR system %s keep nobody, and wait no longer', async (_name, change) => {
    const id = await added('/employees', { company_id: company, name: 'Bob', employee_id: 'B-1' });
    await ask(`DELETE /employees/${id}`);
    await addHrUrl();
    await addWaiting(id);
    const erase = () => ask('POST /privacy/erasures', { kind: 'employees', id, reason: 'He asked' });
    expect((await erase()).status).toBe(409);
    await server.db.exec(change);
    expect((await erase()).status).toBe(200);
    expect(await server.db.all(sql`select state from hr_deliveries where company_id = ${company}`)).toEqual([]);
  });

  test('an employee whose last day nobody entered is erased by whoever says it, and the audit keeps it', async () => {
    const id = await added('/employees', { company_id: company, name: 'Bob', employee_id: 'B-1' });
    const person = { kind: 'employees', id };
    const tried = async (fields: object) => {
      const { json } = await ask('POST /privacy/erasures/preview', { ...person, ...fields });
      const { blocked, asks_last_day } = plan(json.data);
      return [blocked, asks_last_day];
    };
    expect(await tried({})).toEqual([['The last day of employment of Bob is not known'], true]);
    expect(await tried({ last_day: '2999-12-31' })).toEqual([['Bob works here until 2999-12-31'], true]);
    expect(await tried({ last_day: '2020-01-31' })).toEqual([[], true]);
    const wrong = await ask('POST /privacy/erasures/preview', { ...person, last_day: '2020-02-31' });
    expect(wrong.json.errors).toEqual({ last_day: ['Please enter a date such as 2026-11-21'] });
    const reason = 'He asked';
    expect((await ask('POST /privacy/erasures', { ...person, reason, last_day: '2999-12-31' })).status).toBe(409);
    expect((await ask('POST /privacy/erasures', { ...person, reason, last_day: '2020-01-31' })).status).toBe(200);
    expect((await auditEntries(server.db, 'privacy.erase')).at(-1)).toMatchObject({
      after: { last_day: '2020-01-31' },
    });
  });

  test('a last day that is known counts, whatever somebody says', async () => {
    const fields = { company_id: company, name: 'Bob', employee_id: 'B-1', employed_until: '2999-12-31' };
    const id = await added('/employees', fields);
    const body = { kind: 'employees', id, last_day: '2020-01-31', reason: 'He asked' };
    const { status, json } = await ask('POST /privacy/erasures', body);
    expect([status, json.message]).toEqual([409, 'Bob works here until 2999-12-31']);
    await ask(`PUT /employees/${id}`, { ...fields, employed_until: '2020-01-31' });
    const { last_day: _, ...known } = body;
    expect((await ask('POST /privacy/erasures', known)).status).toBe(200);
  });

  test('an erasure of oneself, of someone unknown, or without a reason is refused', async () => {
    const { json: me } = await ask('GET /auth/user');
    const { id } = answerDecoder('GET /auth/user')(me.data);
    const erase = async (body: object) => {
      const { status, json } = await ask('POST /privacy/erasures', body);
      return [status, json.errors ?? json.message];
    };
    expect(await erase({ kind: 'users', id, reason: 'x' })).toEqual([
      409,
      expect.stringContaining('You cannot erase yourself'),
    ]);
    expect(await erase({ kind: 'users', id: 999_999, reason: 'x' })).toEqual([404, 'User not found']);
    expect(await erase({ kind: 'employees', id: 999_999, reason: 'x' })).toEqual([404, 'Employee not found']);
    expect(await erase({ kind: 'users', id, reason: ' ' })).toEqual([422, { reason: ['Reason is required'] }]);
  });

  test('looks through the audit before others have to wait, and also for what is written meanwhile', async () => {
    const bob = { company_id: company, name: 'Bob', employee_id: 'B-1' };
    const other = await added('/employees', bob);
    const id = await added('/employees', fieldsOf(name));
    const note = (position: string) => ask(`PUT /employees/${other}`, { ...bob, position });
    await note('Deputy of Zyxwina Vexler');
    let meanwhile: (() => Promise<unknown>) | undefined;
    const lookedThrough: string[] = [];
    const watched = await serveDatabase({
      ...server.db,
      async tx(work) {
        const before = meanwhile;
        meanwhile = undefined;
        await before?.();
        return server.db.tx((queries) =>
          work({
            ...queries,
            all(statement, ...booleans) {
              const text = textOf(statement);
              if (/from audit_values\s+where.* like /s.test(text) && !/entry_id in/.test(text))
                lookedThrough.push(text);
              return queries.all(statement, ...booleans);
            },
          }),
        );
      },
    });
    const body = { kind: 'employees', id, reason: 'x', last_day: '2026-11-01' };
    expect((await watched.ask('POST /privacy/erasures/preview', { token, body })).status).toBe(200);
    expect(lookedThrough).toEqual([]);
    meanwhile = async () => {
      await note(`Deputy of ${name}`);
      await note('');
      await ask(`PUT /employees/${id}`, fieldsOf('Zyxwina Vexler'));
    };
    expect((await watched.ask('POST /privacy/erasures', { token, body })).status).toBe(200);
    expect(JSON.stringify(await auditEntries(server.db))).not.toContain('Zyxwina');
    await watched.close();
  });
});

// The contents of a database's files and of its backup, to prove that something is gone from them.
type Location = TestDatabase['location'];

/** The database's files, after PostgreSQL has wiped deleted rows as docs/privacy.md says. */
async function filesOf(db: Db, { dataDir }: Location): Promise<Buffer> {
  if (db.dialect === 'sqlite') return contentsOf(dataDir);
  await db.exec('vacuum full analyze');
  await db.exec('vacuum full pg_statistic');
  await db.exec('checkpoint');
  const { folder } = await one<{ folder: string }>(db, sql`select current_setting('data_directory') as folder`);
  const { oid } = await one<{ oid: string }>(
    db,
    sql`select oid::text as oid from pg_database where datname = current_database()`,
  );
  return contentsOf(path.join(folder, 'base', oid));
}

/** A backup: SQLite's copy as the command makes it, or PostgreSQL's dump. */
async function backupOf(db: Db, { databaseUrl }: Location): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-backup-'));
  const file = path.join(folder, 'backup');
  if (databaseUrl) {
    const programs = path.dirname(realpathSync(need('postgresql')));
    await promisify(execFile)(path.join(programs, 'pg_dump'), ['--format=plain', `--file=${file}`, databaseUrl]);
  } else {
    await db.run(sql`vacuum into ${file}`);
  }
  const contents = readFileSync(file);
  rmSync(folder, { recursive: true });
  return contents;
}

const contentsOf = (folder: string): Buffer =>
  Buffer.concat(readdirSync(folder).map((file) => readFileSync(path.join(folder, file))));
