// The digest: sent once on the chosen weekdays, to people who may correct, with counts and no names.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailDigests } from '../../../../server/features/digest/mailDigests.ts';
import { roleId } from '../../../../server/features/people/roleQueries.ts';
import { insertUser } from '../../../../server/features/people/userQueries.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addColleague } from '../../../support/people/users.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';

/** A Wednesday. */
const wednesday = '2031-03-12';

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;

  beforeAll(async () => {
    workforce = await startWorkforce(create, new Date(`${wednesday}T18:00:00Z`));
    await workforce.server.db.run(sql`update companies set is_active = true`);
    await workforce.employ('Anna');
    await workforce.punch('Anna', '2031-03-10', 'in 08:00');
    await workforce.punch('Anna', '2031-03-11', 'in 08:00', 'out 12:00');
  });
  afterAll(() => workforce.server.stop());

  const ask = (key: string, body?: object) =>
    workforce.server.ask(key, { token: workforce.token, ...(body && { body }) });
  const choose = (...weekdays: number[]) => ask(`PUT /companies/${workforce.company}/digest`, { weekdays });
  const mail = (at: string) =>
    mailDigests({
      db: workforce.server.db,
      log: createLog('silent', () => {}),
      clock: () => new Date(at),
      publicUrl: 'https://rollcall.example',
    });
  const mails = () =>
    workforce.server.db.all<{ recipient: string; subject: string; body: string }>(
      sql`select recipient, subject, body from outbox order by id`,
    );
  const clear = async () => {
    await workforce.server.db.run(sql`delete from outbox`);
    await workforce.server.db.run(sql`update digests set done_on = ''`);
  };

  test('is mailed on a chosen weekday from six on, by one of several processes, and once', async () => {
    await mail(`${wednesday}T08:00:00Z`);
    await choose(2, 4);
    await mail(`${wednesday}T08:00:00Z`);
    expect(await mails()).toEqual([]);
    await choose(3);
    // 05:30 in Berlin
    await mail(`${wednesday}T04:30:00Z`);
    expect(await mails()).toEqual([]);
    await Promise.all([mail(`${wednesday}T08:00:00Z`), mail(`${wednesday}T08:00:00Z`), mail(`${wednesday}T08:00:00Z`)]);
    await mail(`${wednesday}T12:00:00Z`);
    const sent = await mails();
    expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(sent.length);
    expect(sent.map(({ recipient }) => recipient)).toContain('administrator@rollcall.example');
    const [{ subject = '', body = '' } = {}] = sent;
    expect(subject).toMatch(/: what waits today$/);
    expect(body).toContain(`1 exception: https://rollcall.example/exceptions?company_id=${workforce.company}`);
    // The link names the days that were counted, wherever and whenever it is opened.
    expect(body).toMatch(/exceptions\?company_id=\d+&start_date=2031-02-27&end_date=2031-03-12\n/);
    expect(body).not.toContain('Anna');
    expect(body).not.toContain('correction to decide');
    expect((await ask(`GET /companies/${workforce.company}/digest`)).json.data).toEqual({
      weekdays: [3],
      mailed_on: wednesday,
      mailed_to: sent.length,
    });
  });

  test('does not come to people who turned it off, nor to people who may not correct', async () => {
    await clear();
    expect((await ask('PUT /auth/digest', { wants_digest: false })).json.data).toEqual({ wants_digest: false });
    await mail(`${wednesday}T08:00:00Z`);
    const recipients = (await mails()).map(({ recipient }) => recipient);
    expect(recipients).not.toContain('administrator@rollcall.example');
    expect(recipients).not.toContain('auditor@rollcall.example');
    await ask('PUT /auth/digest', { wants_digest: true });
  });

  test('counts only those waiting corrections that the recipient may decide', async () => {
    const { server, company } = workforce;
    const waiting = (author: string) =>
      server.db.run(
        sql`insert into corrections (company_id, employee_code, kind, event_type, occurred_at, day, exception, reason,
            state, author_id, author, created_at)
          select ${company}, 'X', 'add', 'check-in', '2031-03-11 08:00:00', '2031-03-11', '', 'Forgotten', 'waiting',
            id, name, '2031-03-11 09:00:00' from users where email = ${author}`,
      );
    const [author, other] = ['administrator@rollcall.example', 'corrector@rollcall.example'];
    const roles = [await roleId(server.db, 'manager')];
    const fields = { name: 'Corrector', email: other, passwordHash: '', companies: [company], roles };
    await insertUser(server.db, fields, new Date(`${wednesday}T07:00:00Z`));
    for (const each of [author, other, other]) await waiting(each);
    await clear();
    await mail(`${wednesday}T08:00:00Z`);
    const bodyTo = async (email: string) => (await mails()).find(({ recipient }) => recipient === email)?.body;
    expect(await bodyTo(author)).toContain(
      `2 corrections to decide: https://rollcall.example/exceptions?tab=corrections&for_me=1&company_id=${company}`,
    );
    expect(await bodyTo(other)).toContain('1 exception: ');
    expect(await bodyTo(other)).not.toContain('to decide');
    await server.db.run(sql`delete from corrections`);
  });

  test('does not come to people who were invited and have not signed in, nor after the invitation was taken back', async () => {
    const { server } = workforce;
    const roles = await server.db.all<{ id: number }>(sql`select id from roles where name = 'administrator'`);
    const invited = { name: 'Ina', email: 'ina@mistyped.example', roles: roles.map(({ id }) => id), companies: [] };
    const { json } = await ask('POST /users', { ...invited, password: '', invite: true });
    const id = answerDecoder('POST /users')(json.data)?.id ?? 0;
    const recipients = async () => {
      await clear();
      await mail(`${wednesday}T08:00:00Z`);
      return (await mails()).map(({ recipient }) => recipient);
    };
    expect(await recipients()).not.toContain(invited.email);
    expect((await ask(`DELETE /users/${id}/invitation`)).status).toBe(200);
    expect(await recipients()).not.toContain(invited.email);
    expect((await ask(`PUT /users/${id}`, { ...invited, password: 'long enough' })).status).toBe(200);
    expect(await recipients()).toContain(invited.email);
    await ask(`DELETE /users/${id}`);
  });

  test('comes even if the rules of another company cannot be read, whose digest comes later', async () => {
    const { db } = workforce.server;
    await clear();
    const { id } = await one<{ id: number }>(
      db,
      sql`select id from companies where id <> ${workforce.company} order by id limit 1`,
    );
    await db.run(sql`insert into digests (company_id, weekdays) values (${id}, '3')`);
    await db.run(
      sql`insert into day_rules (company_id, starts_at, repeat_seconds, hours, working_time)
        values (${id}, '00:00', 60, 'pairs', '{')`,
    );
    const at = '2031-03-18 07:00:00';
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        select ${id}, min(employees.id), 'Odd', min(access_controllers.id), 'check-in', ${at}, ${at}
        from employees, access_controllers where employees.company_id = ${id} and access_controllers.company_id = ${id}`,
    );
    await mail('2031-03-19T08:00:00Z');
    expect((await mails()).length).toBeGreaterThan(0);
    expect(await db.all(sql`select company_id from digests where done_on = ''`)).toEqual([{ company_id: id }]);
    await db.run(sql`delete from day_rules where company_id = ${id}`);
    await mail('2031-03-19T08:10:00Z');
    expect(await db.all(sql`select company_id from digests where done_on = ''`)).toEqual([]);
  });

  test('tells each what they may see and answer, and a second person what waits for them', async () => {
    const { server, company } = workforce;
    await server.db.run(
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, state, reason,
          author, created_at)
        select company_id, id, employee_id, '2031-03-11', 'add', 'check-in', '2031-03-11 12:00:00', 'waiting', 'forgotten',
          'Ed', '2031-03-11 13:00:00'
        from employees where company_id = ${company} and name = 'Anna'`,
    );
    const now = new Date();
    await addColleague(server.db, 'Cora', ['corrections.create', 'attendance.view'], [company], now);
    await addColleague(server.db, 'Abe', ['corrections.approve'], [company], now);
    await addColleague(server.db, 'Blind', ['corrections.create'], [company], now);
    await clear();
    await mail(`${wednesday}T08:00:00Z`);
    const linesTo = new Map(
      (await mails()).map(({ recipient, body }) => [recipient.split('@')[0], body.match(/^ {2}\d+ \w+/gm)]),
    );
    expect(linesTo.get('cora')).toEqual(['  1 exception']);
    expect(linesTo.get('abe')).toEqual(['  1 correction']);
    expect(linesTo.has('blind')).toBe(false);
    await server.db.run(sql`delete from corrections where author = 'Ed'`);
  });

  test('leads to the company in HR Sync, which has these records and their retry', async () => {
    const { db } = workforce.server;
    await db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
        select id, company_id, '2031-03-11', case event_type when 'check-in' then 'failed' else 'waiting' end, created_at
        from attendance where company_id = ${workforce.company} and occurred_at >= '2031-03-11 00:00:00'`,
    );
    await clear();
    await mail(`${wednesday}T08:00:00Z`);
    const text = '2 records that the HR system has not accepted: https://rollcall.example/';
    const [, path = '', q = ''] = (await mails())[0]?.body.match(new RegExp(`${text}(.*)\\?q=(.*)`)) ?? [];
    expect(path).toBe('hr-sync');
    const overview = answerDecoder('GET /hr-sync/companies')((await ask('GET /hr-sync/companies')).json.data);
    const found = overview.filter(({ unique_identifier }) => unique_identifier === q);
    expect(found).toMatchObject([{ id: workforce.company, failed: 1, waiting: 1 }]);
    await db.run(sql`delete from hr_deliveries`);
  });

  test('does not come when nothing waits', async () => {
    await clear();
    const [out] = await workforce.punch('Anna', '2031-03-10', 'out 16:00');
    expect(out).toBeDefined();
    await mail(`${wednesday}T08:00:00Z`);
    expect(await mails()).toEqual([]);
  });

  test('refuses anything but a weekday', async () => {
    const { status, json } = await choose(0);
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['weekdays']]);
  });
});
