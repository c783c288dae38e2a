// Whom the privacy screen finds: deleted people too, and only the caller's companies' people.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertUser } from '../../../../server/features/people/userQueries.ts';
import { one, scalars, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let all: string;
  let some: string;
  let company: number;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 0 } });
    all = await server.signIn(server.users.administrator);
    some = await server.signIn(server.users.manager);
    ({ id: company } = await one<{ id: number }>(
      server.db,
      sql`insert into companies (name, unique_identifier, created_at)
        values ('Seaport', 'CMP-SEAPORT', '2026-01-01 00:00:00') returning id`,
    ));
    await server.db.run(
      sql`insert into role_permissions (role_id, permission_id)
        select role_id, permissions.id from user_roles join users on users.id = user_id, permissions
        where users.email = ${server.users.manager.email} and permissions.name in ('privacy.view', 'privacy.manage')
        on conflict do nothing`,
    );
    await server.db.run(
      sql`insert into employees (company_id, name, employee_id, is_active, created_at, deleted_at) values
        (${company}, 'Ann 100%', 'S-1', true, '2026-01-01 00:00:00', null),
        (${company}, 'Bob', 'S_2', false, '2026-01-01 00:00:00', null),
        (${company}, 'Cy', 'S-3', true, '2026-01-01 00:00:00', '2026-02-01 00:00:00')`,
    );
  });
  afterAll(() => server.stop());

  async function found(token: string, query: string) {
    const { status, json } = await server.ask(`GET /privacy/people?${query}`, { token });
    expect(status).toBe(200);
    const { data, total } = answerDecoder('GET /privacy/people')(json.data);
    expect(total).toBe(data.length);
    return data.map(({ name, state }) => `${name}, ${state}`);
  }

  test.each([
    ['q=S-3', ['Cy, deleted']],
    ['q=s_', ['Bob, inactive']],
    ['q=100%25', ['Ann 100%, active']],
    ['q=nobody%20at%20all', []],
    ["q='%3Bdrop", []],
  ])('finds parts of names and IDs, taken literally: %s', async (query, names) => {
    expect(await found(all, query)).toEqual(names);
  });

  test('finds deleted users as far as the audit knows them, for callers who see all companies', async () => {
    const body = { name: 'Zed', email: 'zed@rollcall.example', password: 'long enough', roles: [], companies: [] };
    const created = await server.ask('POST /users', { token: all, body });
    const id = answerDecoder('POST /users')(created.json.data)?.id;
    expect(await found(all, 'kind=users&q=zed')).toEqual(['Zed, active']);
    await server.ask(`DELETE /users/${id}`, { token: all });
    expect(await found(all, `kind=users&q=user%20${id}`)).toEqual([`User ${id}, deleted`]);
    expect(await found(some, `kind=users&q=user%20${id}`)).toEqual([]);
    const held = { kind: 'users', subject_id: id, reason: 'Lawsuit' };
    const { json } = await server.ask('POST /legal-holds', { token: all, body: held });
    expect(json.data, 'a hold names them alike').toMatchObject({ name: `User ${id}`, company: null });
  });

  test('callers of some companies find the users of these, also of a deleted one, and always themselves', async () => {
    const { db, users } = server;
    const email = 'peer@rollcall.example';
    const [caller] = await scalars(db, sql`select id from users where email = ${users.manager.email}`);
    const theirs = await scalars(db, sql`select company_id from user_companies where user_id = ${caller ?? 0}`);
    const fields = { name: 'Peer', email, passwordHash: '', roles: [], companies: theirs.slice(0, 1) };
    await insertUser(db, fields, new Date());
    const shared = sql`id in (${theirs})`;
    const finds = async () => (await found(some, 'kind=users')).map((text) => text.split(',')[0]);
    expect(await finds()).toEqual([users.manager.name, 'Peer']);
    await db.run(sql`update companies set deleted_at = '2026-02-01 00:00:00' where ${shared}`);
    expect(await finds()).toEqual([users.manager.name, 'Peer']);
    await db.run(sql`delete from user_companies where user_id = ${caller ?? 0}`);
    expect(await finds()).toEqual([users.manager.name]);
    for (const id of theirs)
      await db.run(sql`insert into user_companies (user_id, company_id) values (${caller ?? 0}, ${id})`);
    await db.run(sql`update companies set deleted_at = null where ${shared}`);
    await db.run(sql`delete from users where email = ${email}`);
  });

  test('shows, holds and lifts only within the companies of the caller', async () => {
    expect(await found(some, 'q=S-')).toEqual([]);
    const { id } = await one<{ id: number }>(server.db, sql`select id from employees where employee_id = 'S-1'`);
    const body = { kind: 'employees', subject_id: id, reason: 'Lawsuit' };
    expect((await server.ask('POST /legal-holds', { token: some, body })).status).toBe(422);
    expect((await server.ask('POST /legal-holds', { token: all, body })).status).toBe(201);
    const listed = await server.ask('GET /legal-holds', { token: some });
    expect(listed.json.data).toEqual([]);
    const [hold] = answerDecoder('GET /legal-holds')((await server.ask('GET /legal-holds', { token: all })).json.data);
    expect(hold).toMatchObject({ kind: 'employees', subject_id: id, name: 'Ann 100%', company: { name: 'Seaport' } });
    expect((await server.ask(`DELETE /legal-holds/${hold?.id}`, { token: some })).status).toBe(404);
  });

  test('a hold is lifted by who placed it, or by somebody who sees every company', async () => {
    const [employee] = answerDecoder('GET /employees')(
      (await server.ask('GET /employees', { token: some })).json.data,
    ).data;
    const body = { kind: 'employees', subject_id: employee?.id, reason: 'Lawsuit' };
    const place = async (token: string) => {
      const { json } = await server.ask('POST /legal-holds', { token, body });
      return answerDecoder('POST /legal-holds')(json.data)?.id;
    };
    const ofHeadOffice = await place(all);
    const lifting = await server.ask(`DELETE /legal-holds/${ofHeadOffice}`, { token: some });
    expect([lifting.status, lifting.json.message]).toEqual([403, expect.stringMatching('Only who placed this hold')]);
    for (const token of [some, all]) {
      expect((await server.ask(`DELETE /legal-holds/${await place(some)}`, { token })).status).toBe(200);
    }
    expect((await server.ask(`DELETE /legal-holds/${ofHeadOffice}`, { token: all })).status).toBe(200);
  });
});
