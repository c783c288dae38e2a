// Retention: the dry run says exactly what the daily job then removes, holds are respected, nothing else changes, and
// the audit still verifies.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeOld } from '../../../../server/features/privacy/retention/dailyJob.ts';
import { monthsBefore, storedTerms } from '../../../../server/features/privacy/retention/rules.ts';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { plusMinutes } from '../../../../server/platform/time/clock.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { RetentionPreview } from '../../../../src/shared/contract/privacy.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { runOverlapping } from '../../../support/server/overlapping.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const now = new Date('2031-03-31T12:00:00Z');

test.each([
  ['2031-03-31', 1, '2031-02-28'],
  ['2032-03-31', 1, '2032-02-29'],
  ['2031-01-15', 13, '2029-12-15'],
  ['2031-12-31', 1_200, '1931-12-31'],
])('%s, %i months before, is %s', (day, months, before) => {
  expect(monthsBefore(day, months)).toBe(before);
});

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let clock: Date;
  let company: number;
  let door: number;
  let ann: number;
  let bob: number;

  beforeEach(async () => {
    clock = now;
    server = await startServer({
      createDatabase: create,
      sample: { employeesPerCompany: 1, days: 0 },
      clock: () => clock,
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
    ann = await employee('Ann', 'A-1');
    bob = await employee('Bob', 'B-1');
    for (const at of ['2026-05-04 08:00:00', '2028-05-04 08:00:00', '2031-03-30 08:00:00'])
      for (const id of [ann, bob]) await dayOf(id, at);
  });
  afterEach(() => server.stop());

  const idOf = async (statement: Sql) => (await one<{ id: number }>(server.db, statement)).id;
  const countOf = async (rows: Sql) => (await one<{ n: number }>(server.db, sql`select count(*) as n from ${rows}`)).n;
  const ask = (key: string, body: object) => server.ask(key, { token, body });

  const employee = (name: string, number: string) =>
    idOf(
      sql`insert into employees (company_id, name, employee_id, created_at)
        values (${company}, ${name}, ${number}, '2026-01-01 00:00:00') returning id`,
    );

  /** Adds a record set aside by a correction, with its event, a repeat of the event, and a delivery. */
  async function dayOf(id: number, at: string): Promise<void> {
    const code = id === ann ? 'A-1' : 'B-1';
    const record = await idOf(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        values (${company}, ${id}, ${code}, ${door}, 'check-in', ${at}, ${at}) returning id`,
    );
    const correction = await idOf(
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
          attendance_id, reason, state, author, created_at)
        values (${company}, ${id}, ${code}, ${at.slice(0, 10)}, 'set_aside', 'check-in', ${at}, ${record}, 'Wrong',
          'undone', 'Ada', ${at}) returning id`,
    );
    await server.db.run(sql`update attendance set set_aside_by = ${correction} where id = ${record}`);
    await server.db.run(
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
          attendance_id, undoes_id, reason, state, author, created_at)
        values (${company}, ${id}, ${code}, ${at.slice(0, 10)}, 'undo', 'check-in', ${at}, ${record}, ${correction},
          'Right', 'applied', 'Ada', ${at})`,
    );
    for (const attendance of [record, null])
      await server.db.run(
        sql`insert into device_events (controller_id, fact_key, generation, code, local_time, zone, occurred_at, kind,
            direction, reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome, attendance_id)
          values (${door}, ${`${code} ${at} ${attendance}`}, 1, ${code}, ${at}, 'UTC', ${at}, 'punch', '0', '', 'card', 'yes',
            ${at}, 'raw', 'key', 0, 'attendance', ${attendance})`,
      );
    await server.db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at, accepted_at)
        values (${record}, ${company}, ${at.slice(0, 10)}, 'accepted', ${at}, ${at})`,
    );
    const rollCall = await idOf(
      sql`insert into roll_calls (company_id, site, department, silent, started_by, started_at, ended_at)
        values (${company}, '', '', '[]', 'Ada', ${at}, ${at}) returning id`,
    );
    await server.db.run(
      sql`insert into roll_call_people (roll_call_id, employee_id, name, employee_number, department, state, site)
        values (${rollCall}, ${id}, 'x', ${code}, '', 'in', '')`,
    );
  }

  const rule = (data_class: string, keep_months: number | null) => ({ rules: [{ data_class, keep_months }] });

  async function preview(data_class: string, keep_months: number | null) {
    const { status, json } = await ask('POST /privacy/rules/preview', rule(data_class, keep_months));
    expect([status, json.errors]).toEqual([200, undefined]);
    const answer: RetentionPreview = answerDecoder('POST /privacy/rules/preview')(json.data);
    const found = answer.classes.find((each) => each.data_class === data_class);
    if (!found) throw new Error(`Nothing is said about ${data_class}`);
    return found;
  }

  const run = (worker = 'one', isStopping = () => false) =>
    removeOld(
      { db: server.db, clock: () => clock, log: createLog('info', (line) => server.log.push(line)) },
      worker,
      isStopping,
    );

  const lastRun = async (reader = token) => {
    const { json } = await server.ask('GET /privacy/rules', { token: reader });
    return answerDecoder('GET /privacy/rules')(json.data).last_run;
  };
  const removed = async () => (await lastRun())?.removed ?? undefined;

  /** The expected numbers of rows for so many days. */
  const daysOf = (days: number) => [
    { what: 'Attendance records', rows: days },
    { what: 'Corrections', rows: 2 * days },
    { what: 'Deliveries to HR systems', rows: days },
    { what: 'Events as devices sent them', rows: 2 * days },
    { what: 'People of roll calls', rows: days },
    { what: 'Roll calls', rows: days },
  ];
  const sorted = <Row extends { what: string }>(rows: readonly Row[] = []) =>
    rows.toSorted((one, other) => (one.what < other.what ? -1 : 1));

  test('keeps everything until there is a rule', async () => {
    expect(await preview('attendance', null)).toMatchObject({ goes: [], before: '', oldest: '' });
    await run();
    expect(await countOf(sql`attendance`)).toBe(6);
    expect(await countOf(sql`retention_runs`)).toBe(0);
  });

  test('of two who save rules at once, the second adds to those of the first', async () => {
    const answers = await runOverlapping(
      server.db,
      () => ask('PUT /privacy/rules', { rules: [rule('mails', 6), rule('sign_ins', 6)].flatMap(({ rules }) => rules) }),
      () => ask('PUT /privacy/rules', rule('mails', 12)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await storedTerms(server.db)).toMatchObject({ mails: 12, sign_ins: 6 });
  });

  test('keeps the whole term of a company where it is still yesterday', async () => {
    await server.db.run(
      sql`insert into day_rules (company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person,
          leave_known_from, working_time)
        values (${company}, '00:00', 60, 'pairs', 'America/Los_Angeles', false, '', '')`,
    );
    await dayOf(ann, '2029-03-29 15:00:00');
    await dayOf(ann, '2029-03-30 08:00:00');
    await ask('PUT /privacy/rules', rule('attendance', 24));
    clock = new Date('2031-03-31T03:00:00Z');
    await run();
    const left = await server.db.all<{ at: string }>(
      sql`select occurred_at as at from attendance where occurred_at < '2030-01-01 00:00:00'`,
    );
    expect(left).toEqual([{ at: '2029-03-30 08:00:00' }]);
  });

  test('callers limited to some companies are not told how much the daily job removed', async () => {
    await ask('PUT /privacy/rules', rule('attendance', 24));
    await run();
    const other = await idOf(
      sql`insert into companies (name, unique_identifier, created_at)
        values ('Harbour', 'CMP-HARBOUR', '2026-01-01 00:00:00') returning id`,
    );
    const reader = await addColleague(server.db, 'Reader', ['privacy.view'], [other], clock);
    const overseer = await addColleague(server.db, 'Overseer', ['privacy.view', 'companies.all'], [], clock);
    expect(await lastRun(reader)).toEqual({ at: '2031-03-31T12:00:00+00:00', removed: null });
    expect(sorted((await lastRun(overseer))?.removed ?? [])).toEqual(daysOf(4));
  });

  test('removes exactly what the dry run counted, once, in a transaction with its audit entry', async () => {
    const told = await preview('attendance', 24);
    expect(told).toMatchObject({ before: '2029-03-31', oldest: expect.stringMatching(/^2026-05-04T/), held: [] });
    expect(sorted(told.goes)).toEqual(daysOf(4));
    expect(told.warning).toContain('24 months are less than the usual 36');
    expect(await countOf(sql`attendance`)).toBe(6);

    expect((await ask('PUT /privacy/rules', rule('attendance', 24))).status).toBe(200);
    await run();
    expect(sorted(await removed())).toEqual(daysOf(4));
    expect(await countOf(sql`attendance`)).toBe(2);
    for (const table of [sql`hr_deliveries`, sql`roll_calls`, sql`roll_call_people`])
      expect(await countOf(table)).toBe(2);
    for (const table of [sql`corrections`, sql`device_events`]) expect(await countOf(table)).toBe(4);
    const [entry, ...others] = await auditEntries(server.db, 'privacy.retention');
    expect([entry, others]).toMatchObject([{ user_id: null, after: { removed: { 'Attendance records': 4 } } }, []]);
    expect((await verifyAudit(server.db)).fault).toBeUndefined();

    await dayOf(ann, '2026-05-05 08:00:00');
    await run();
    expect(await countOf(sql`attendance`)).toBe(3); // once a day
    clock = plusMinutes(now, 24 * 60);
    await run();
    expect(await countOf(sql`attendance`)).toBe(2);
  });

  test('keeps what a hold on a person or a company protects, and says so', async () => {
    const hold = await ask('POST /legal-holds', { kind: 'employees', subject_id: ann, reason: 'Lawsuit' });
    expect(hold.status).toBe(201);
    const told = await preview('attendance', 24);
    expect([sorted(told.goes), sorted(told.held)]).toEqual([daysOf(2), daysOf(2)]);
    // Events of a stranger, and of the held person from before her number was entered.
    for (const code of ['STRANGER', 'A-1'])
      await server.db.run(
        sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
          values (${company}, ${code}, ${door}, 'check-out', '2026-05-04 08:00:00', '2026-05-04 08:00:00')`,
      );
    const more = await preview('attendance', 24);
    for (const rows of [more.goes, more.held]) expect(rows).toContainEqual({ what: 'Attendance records', rows: 3 });
    await ask('PUT /privacy/rules', rule('attendance', 24));
    await run();
    expect(await countOf(sql`attendance where employee_id = ${ann}`)).toBe(3);
    expect(await countOf(sql`device_events where code = 'A-1'`)).toBe(6);
    expect(await countOf(sql`attendance where employee_id = ${bob}`)).toBe(1);
    expect(await server.db.all(sql`select employee_code from attendance where employee_id is null`)).toEqual([
      { employee_code: 'A-1' },
    ]);
    await server.db.run(sql`delete from attendance where employee_id is null`);

    await ask('POST /legal-holds', { kind: 'companies', subject_id: company, reason: 'Inspection' });
    const { id } =
      answerDecoder('GET /legal-holds')((await server.ask('GET /legal-holds', { token })).json.data)[1] ?? {};
    expect((await server.ask(`DELETE /legal-holds/${id}`, { token })).status).toBe(200);
    expect((await preview('attendance', 1)).goes).toEqual([]);
    clock = plusMinutes(now, 24 * 60);
    await run();
    expect(await countOf(sql`attendance where employee_id = ${ann}`)).toBe(3);
    token = await server.signIn(server.users.administrator);
    const [last] = answerDecoder('GET /legal-holds')((await server.ask('GET /legal-holds', { token })).json.data);
    await server.ask(`DELETE /legal-holds/${last?.id}`, { token });
    expect(sorted((await preview('attendance', 24)).goes)).toEqual(daysOf(2));
  });

  test('keeps the notes of a controller that has left a held company', async () => {
    await server.db.run(
      sql`insert into device_notes (controller_id, at, kind, sentence)
        values (${door}, '2027-01-01 00:00:00', 'refused', 'A request was refused.')`,
    );
    await ask('POST /legal-holds', { kind: 'companies', subject_id: company, reason: 'Inspection' });
    await server.db.run(
      sql`update access_controllers set company_id = (select min(id) from companies) where id = ${door}`,
    );
    await ask('PUT /privacy/rules', rule('device_notes', 12));
    await run();
    expect(await countOf(sql`device_notes where kind = 'refused'`)).toBe(1);
  });

  test('erases personal values of the audit, and the chain holds', async () => {
    const { head } = await verifyAudit(server.db);
    clock = new Date('2033-03-31T12:00:00Z');
    token = await server.signIn(server.users.administrator);
    const [values] = (await preview('audit_values', 12)).goes;
    expect(values?.rows).toBeGreaterThan(0);
    await ask('PUT /privacy/rules', rule('audit_values', 12));
    await run();
    expect(await removed()).toContainEqual(values);
    expect(await verifyAudit(server.db, head)).toMatchObject({ fault: undefined, erased: expect.any(Number) });
    expect((await auditEntries(server.db))[0]?.user_email).toEqual({ erased: true });
    expect((await auditEntries(server.db)).at(-2)?.user_email).toBe(server.users.administrator.email);
  });

  test('removes old mails, sign-ins and notes, and leaves those that are still needed', async () => {
    for (const [subject, sent, expires] of [
      ['sent', '2027-01-01 00:00:00', '2027-01-02 00:00:00'],
      ['expired', null, '2027-01-02 00:00:00'],
      ['waiting', null, '2032-01-02 00:00:00'],
    ] as const)
      await server.db.run(
        sql`insert into outbox (recipient, subject, body, created_at, sent_at, expires_at)
          values ('a@x.example', ${subject}, '', '2027-01-01 00:00:00', ${sent}, ${expires})`,
      );
    await server.db.run(
      sql`insert into device_notes (controller_id, at, kind, sentence)
        values (${door}, '2027-01-01 00:00:00', 'operation', 'Old'), (${door}, '2031-03-01 00:00:00', 'operation', 'New')`,
    );
    // The second one sent events here, which it would send again at another door.
    const approvals = [];
    for (const serial of ['A', 'B']) {
      const device = await idOf(
        sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at)
          values ('zkteco', ${serial}, ${serial}, ${door}, 'replaced', '2027-01-01 00:00:00', '2027-01-01 00:00:00')
          returning id`,
      );
      approvals.push(
        await idOf(
          sql`insert into device_notes (controller_id, device_id, at, kind, sentence)
            values (${door}, ${device}, '2027-01-01 00:00:00', 'approved', 'Approved') returning id`,
        ),
      );
      await server.db.run(
        sql`update device_events set device_id = ${device}
          where id = (select max(id) from device_events where controller_id = ${door})`,
      );
    }
    await server.db.run(
      sql`insert into login_attempts (throttle_key, attempts, window_ends_at) values ('k', 1, '2027-01-01 00:00:00')`,
    );
    await server.db.run(
      sql`insert into sign_in_places (user_id, device, network, first_seen_at, last_seen_at)
        select min(id), 'Firefox', '192.0.2.0', '2027-01-01 00:00:00', '2027-01-01 00:00:00' from users`,
    );
    await server.db.run(
      sql`insert into api_tokens (token_hash, user_id, name, start, permissions, has_every_company, created_at, expires_at)
        select 'hash', min(id), 'Script', 'rc_', '[]', true, '2026-12-01 00:00:00', '2027-01-01 00:00:00' from users`,
    );
    const classes = ['mails', 'sign_ins', 'device_notes'];
    const told = [];
    for (const data_class of classes) told.push(...(await preview(data_class, 12)).goes);
    expect(told).toEqual([
      { what: 'E-mails', rows: 2 },
      { what: 'API tokens that ended', rows: 1 },
      { what: 'Places that people signed in from', rows: 1 },
      { what: 'Counters of attempts', rows: 1 },
      { what: 'Notes of devices', rows: 2 },
    ]);
    await ask('PUT /privacy/rules', { rules: classes.map((data_class) => ({ data_class, keep_months: 12 })) });
    await run();
    expect(sorted(await removed())).toEqual(sorted(told));
    expect(await server.db.all(sql`select subject from outbox where recipient = 'a@x.example'`)).toEqual([
      { subject: 'waiting' },
    ]);
    expect(await server.db.all(sql`select id from device_notes where kind = 'approved'`)).toEqual([
      { id: approvals[1] },
    ]);
    expect((await server.ask('GET /auth/user', { token })).status).toBe(200);
  });

  test('another process goes on where one died, and the audit has what both removed', async () => {
    await ask('PUT /privacy/rules', rule('attendance', 24));
    let parts = 0;
    await run('dies', () => ++parts > 1);
    expect(await countOf(sql`attendance`)).toBe(2);
    expect(await countOf(sql`roll_calls`)).toBe(6);
    await run('comes too early');
    expect(await countOf(sql`roll_calls`)).toBe(6);
    clock = plusMinutes(now, 16);
    await Promise.all([run('two'), run('three')]);
    expect(await countOf(sql`roll_calls`)).toBe(2);
    expect(sorted(await removed())).toEqual(daysOf(4));
    expect(await auditEntries(server.db, 'privacy.retention')).toHaveLength(1);
  });

  test('a clock that leaps ahead removes nothing on that day, and everything on the next', async () => {
    await ask('PUT /privacy/rules', rule('attendance', 24));
    await run();
    const left = await countOf(sql`attendance`);
    expect(left).toBeGreaterThan(0);
    clock = plusMinutes(now, 10 * 365 * 24 * 60);
    await run();
    expect(await countOf(sql`attendance`)).toBe(left);
    expect(server.log.join()).toContain('old data not removed yet');
    clock = plusMinutes(clock, 24 * 60);
    await run();
    expect(await countOf(sql`attendance`)).toBe(0);
  });

  test.each([0, -1, 1.5, 1_201, '', undefined])('refuses %s months', async (months) => {
    for (const call of ['PUT /privacy/rules', 'POST /privacy/rules/preview']) {
      const { status, json } = await ask(call, { rules: [{ data_class: 'mails', keep_months: months }] });
      expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['rules.0.keep_months']]);
    }
  });

  test('refuses a hold on nobody, and one without a reason', async () => {
    const nobody = await ask('POST /legal-holds', { kind: 'employees', subject_id: 999_999, reason: 'Lawsuit' });
    expect([nobody.status, nobody.json.errors]).toEqual([
      422,
      { subject_id: ['Please choose whom or what it is about'] },
    ]);
    const silent = await ask('POST /legal-holds', { kind: 'employees', subject_id: ann, reason: '' });
    expect([silent.status, silent.json.errors]).toEqual([422, { reason: ['Reason is required'] }]);
  });
});
