// Nothing removes what a legal hold protects. Placing a hold waits for a removal that is running, or makes it wait.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeOld } from '../../../../server/features/privacy/retention/dailyJob.ts';
import { one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { runHeldUp, runOverlapping } from '../../../support/server/overlapping.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const start = new Date('2031-03-31T12:00:00Z');

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let company: number;
  let now: Date;

  beforeEach(async () => {
    now = start;
    server = await startServer({
      createDatabase: create,
      sample: { employeesPerCompany: 1, days: 0 },
      clock: () => now,
    });
    token = await server.signIn(server.users.administrator);
    company = await added('/companies', { name: 'Seaport' });
  });
  afterEach(() => server.stop());

  const ask = (key: string, body?: object) => server.ask(key, { token, ...(body && { body }) });
  const idOf = async (statement: Sql) => (await one<{ id: number }>(server.db, statement)).id;
  const countOf = async (rows: Sql) => (await one<{ n: number }>(server.db, sql`select count(*) as n from ${rows}`)).n;

  async function added(path: string, body: object): Promise<number> {
    const { status, json } = await ask(`POST ${path}`, body);
    expect([status, json.errors]).toEqual([201, undefined]);
    const data: unknown = json.data;
    if (typeof data === 'object' && data !== null && 'id' in data) return Number(data.id);
    if (typeof data === 'object' && data !== null && 'code' in data) return Number(Object(data.code).id);
    throw new Error('It has no id');
  }

  const addEmployee = (name: string, number: string) =>
    added('/employees', { company_id: company, name, employee_id: number });
  const addUser = (name: string) =>
    added('/users', { name, email: `${name}@seaport.example`, password: 'long enough', roles: [], companies: [] });
  const hold = (kind: string, subject_id: number) => ask('POST /legal-holds', { kind, subject_id, reason: 'Lawsuit' });
  const erase = (kind: string, id: number) => ask('POST /privacy/erasures', { kind, id, reason: 'Asked for it' });

  /** Adds an old record of an employee. */
  const addRecord = async (employee: number, code: string) => {
    const door = await added('/access-controllers', { company_id: company, name: 'Gate' });
    return idOf(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        values (${company}, ${employee}, ${code}, ${door}, 'check-in', '2026-05-04 08:00:00', '2026-05-04 08:00:00')
        returning id`,
    );
  };

  test('a held account is not deleted, and keeps all that is stored of it', async () => {
    const id = await addUser('ann');
    const theirs = await server.signIn({ email: 'ann@seaport.example', password: 'long enough' });
    await server.ask('POST /views', { token: theirs, body: { name: 'Mine', path: '/attendance', query: '' } });
    await hold('users', id);
    const report = async () => (await ask(`GET /users/${id}/personal-data`)).json.data;
    const { sections } = answerDecoder('GET /users/{id}/personal-data')(await report());
    const refused = await ask(`DELETE /users/${id}`);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'A legal hold protects the data of ann. Nothing of it can be removed until the hold is lifted',
    ]);
    expect(answerDecoder('GET /users/{id}/personal-data')(await report()).sections).toEqual(sections);
    const [placed] = answerDecoder('GET /legal-holds')((await ask('GET /legal-holds')).json.data);
    await ask(`DELETE /legal-holds/${placed?.id}`);
    expect((await ask(`DELETE /users/${id}`)).status).toBe(200);
  });

  test('a held user’s account keeps even what expires by itself', async () => {
    const id = await addUser('ann');
    const ann = { email: 'ann@seaport.example', password: 'long enough' };
    const enter = async () => server.ask('POST /auth/login', { body: ann });
    const kept = async () => [
      await countOf(sql`sessions where user_id = ${id}`),
      await countOf(sql`sign_in_places where user_id = ${id}`),
    ];
    await enter();
    await server.db.run(sql`update sign_in_places set network = 'elsewhere' where user_id = ${id}`);
    await hold('users', id);
    now = new Date('2031-09-30T12:00:00Z');
    await enter();
    expect(await kept()).toEqual([2, 2]);
    await server.db.run(sql`delete from legal_holds`);
    now = new Date('2032-03-31T12:00:00Z');
    await enter();
    expect(await kept()).toEqual([1, 1]);
  });

  test('a held employee keeps number and codes, by which what devices sent is theirs', async () => {
    const id = await addEmployee('Ann', 'A-1');
    const code = await added('/employee-codes', {
      company_id: company,
      employee_id: id,
      code: '7001',
      valid_from: '',
      valid_until: '',
    });
    const held = await addRecord(id, '7001');
    await hold('employees', id);
    expect((await ask(`DELETE /employee-codes/${code}`)).status).toBe(409);
    expect((await ask(`PUT /employees/${id}`, { name: 'Ann', employee_id: 'A-2' })).status).toBe(409);
    expect((await ask(`PUT /employees/${id}`, { name: 'Anne', employee_id: 'A-1' })).status).toBe(200);
    const record = sql`select employee_id as id from attendance where id = ${held}`;
    expect(await idOf(record)).toBe(id);
    await server.db.run(sql`delete from legal_holds`);
    await hold('companies', company);
    expect((await ask(`DELETE /employee-codes/${code}`)).status).toBe(200);
    expect((await ask(`PUT /employees/${id}`, { name: 'Anne', employee_id: 'A-2' })).status).toBe(200);
  });

  test.each(['a correction', 'an audit entry', 'a saved view'])(
    'nobody is erased whom %s of somebody held names',
    async (place) => {
      const ann = await addEmployee('Ann', 'A-1');
      const smith = await addEmployee('Bob Smith', 'B-1');
      const clerk = await addUser('clerk');
      const theirs = await server.signIn({ email: 'clerk@seaport.example', password: 'long enough' });
      if (place === 'a correction')
        await server.db.run(
          sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, reason,
              state, author, created_at)
            values (${company}, ${ann}, 'A-1', '2031-03-01', 'add', 'check-in', '2031-03-01 08:00:00',
              'Came with Bob Smith', 'applied', 'Ada', '2031-03-01 12:00:00')`,
        );
      if (place === 'an audit entry')
        await ask(`PUT /employees/${ann}`, { name: 'Ann', position: 'Aide of Bob Smith' });
      if (place === 'a saved view')
        await server.ask('POST /views', {
          token: theirs,
          body: { name: 'Mine', path: '/employees', query: 'q=Bob+Smith' },
        });
      await ask(`DELETE /employees/${smith}`);
      await hold(place === 'a saved view' ? 'users' : 'employees', place === 'a saved view' ? clerk : ann);
      const { status, json } = await erase('employees', smith);
      expect([status, json.message]).toEqual([
        409,
        expect.stringMatching(/^Bob Smith is named in what a legal hold protects: [A-Z][a-z ]+ \(\d+\)/),
      ]);
      expect(await one(server.db, sql`select name from employees where id = ${smith}`)).toEqual({ name: 'Bob Smith' });
      await server.db.run(sql`delete from legal_holds`);
      expect((await erase('employees', smith)).status).toBe(200);
    },
  );

  describe('at the same time', () => {
    let employee: number;
    let user: number;

    beforeEach(async () => {
      employee = await addEmployee('Bob Smith', 'B-1');
      user = await addUser('bob');
      await ask(`DELETE /employees/${employee}`);
    });

    const subjects = {
      'an employee': () => ({ kind: 'employees', id: employee }),
      'the company': () => ({ kind: 'companies', id: company }),
      'a user': () => ({ kind: 'users', id: user }),
    };
    const removed = (name: keyof typeof subjects) =>
      name === 'a user' ? () => erase('users', user) : () => erase('employees', employee);
    const acts = async () =>
      (await auditEntries(server.db))
        .map(({ action }) => action)
        .filter((action) => /^legal_holds|^privacy|^users\.delete/.test(action));

    /** Adds a mail that erasing either person deletes after reading the holds, and returns a lock on it. */
    const mailOfBoth = async () => {
      await server.db.run(
        sql`insert into outbox (recipient, subject, body, created_at, next_try_at, expires_at)
          values ('bob@seaport.example', 'To Bob Smith', '', '2031-03-01 08:00:00', '2031-03-01 08:00:00',
            '2031-03-02 08:00:00')`,
      );
      return sql`update outbox set attempts = attempts`;
    };

    test.each(['an employee', 'the company', 'a user'] as const)(
      'a hold on %s waits for the erasure that began before it',
      async (name) => {
        const { kind, id } = subjects[name]();
        const answers = await runHeldUp(server.db, await mailOfBoth(), removed(name), () => hold(kind, id));
        expect(answers.map(({ status }) => status)).toEqual([200, 201]);
        expect(await acts()).toEqual(['privacy.erase', 'legal_holds.create']);
      },
    );

    test.each(['an employee', 'the company', 'a user'] as const)(
      'an erasure waits for the hold on %s, and is refused',
      async (name) => {
        const { kind, id } = subjects[name]();
        const answers = await runOverlapping(server.db, () => hold(kind, id), removed(name));
        expect(answers.map(({ status }) => status)).toEqual([201, 409]);
        expect(await acts()).toEqual(['legal_holds.create', 'privacy.refuse_erasure']);
      },
    );

    test('a deletion waits for the hold on the account, and is refused', async () => {
      const remove = () => ask(`DELETE /users/${user}`);
      const answers = await runOverlapping(server.db, () => hold('users', user), remove);
      expect(answers.map(({ status }) => status)).toEqual([201, 409]);
    });

    test('a hold waits for the deletion of the account that began before it', async () => {
      const remove = () => ask(`DELETE /users/${user}`);
      const lock = sql`update user_words set word = word`;
      const answers = await runHeldUp(server.db, lock, remove, () => hold('users', user));
      expect(answers.map(({ status }) => status)).toEqual([200, 201]);
      expect(await acts()).toEqual(['users.delete', 'legal_holds.create']);
    });

    const retention = async () => {
      await removeOld({ db: server.db, log: createLog('error', () => {}), clock: () => now }, 'worker');
      return 'removed' as const;
    };

    test('the daily job waits for a hold that is being placed, and leaves what it names', async () => {
      const record = await addRecord(employee, 'B-1');
      await ask('PUT /privacy/rules', { rules: [{ data_class: 'attendance', keep_months: 12 }] });
      await runOverlapping<unknown>(server.db, () => hold('employees', employee), retention);
      expect(await countOf(sql`attendance where id = ${record}`)).toBe(1);
    });

    test('a hold waits for the step of the daily job that removes what it would name', async () => {
      await addRecord(employee, 'B-1');
      await ask('PUT /privacy/rules', { rules: [{ data_class: 'attendance', keep_months: 12 }] });
      const lock = sql`update attendance set is_processed = is_processed`;
      const [, left] = await runHeldUp<unknown>(server.db, lock, retention, async () => {
        expect((await hold('employees', employee)).status).toBe(201);
        return countOf(sql`attendance where employee_id = ${employee}`);
      });
      expect(left).toBe(0);
    });
  });
});
