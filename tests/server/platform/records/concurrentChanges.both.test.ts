// Concurrent changes of the same record: no acknowledged change is lost, and the audit shows the state that each found.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, maybeOne, one, sql } from '../../../../server/platform/db/db.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { runOverlapping } from '../../../support/server/overlapping.ts';
import {
  serveDatabase,
  startServer,
  type TestAnswer,
  type TestServer,
  testVault,
} from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(() => server.stop());

  const ask = (key: string, body?: object) => server.ask(key, { token, ...(body !== undefined && { body }) });
  const add = async (key: string, body: object): Promise<number> => {
    const { status, json } = await ask(`POST ${key}`, body);
    expect(status, json.message).toBe(201);
    const { data } = json;
    if (typeof data !== 'object' || data === null || !('id' in data)) throw new Error('It has no id');
    return Number(data.id);
  };
  const together = (...calls: readonly (readonly [key: string, body?: object])[]): Promise<TestAnswer[]> =>
    runOverlapping(
      server.db,
      ...calls.map(
        ([key, body]) =>
          () =>
            ask(key, body),
      ),
    );
  const statuses = (answers: readonly TestAnswer[]) => answers.map(({ status }) => status);

  const addCompany = (name: string) => add('/companies', { name });
  const addController = async (fields: object = {}) => {
    const company_id = await addCompany('Of a door');
    const body = { company_id, name: 'Door', ...fields };
    return { id: await add('/access-controllers', body), body };
  };
  const addEmployee = async () => {
    const body = { company_id: await addCompany('Of a person'), employee_id: '1', name: 'Kim' };
    return { id: await add('/employees', body), body };
  };
  const url = { url_type: 'website', url: 'https://one.example' };
  const addUrl = async () => add(`/companies/${await addCompany('Of a URL')}/urls`, url);

  describe('a concurrent change of another field is kept:', () => {
    test('a controller that is switched off stays off', async () => {
      const { id, body } = await addController();
      const answers = await together(
        [`PUT /access-controllers/${id}`, { ...body, is_active: false, unique_identifier: `NEW-${id}` }],
        [`PUT /access-controllers/${id}`, { ...body, name: 'Gate' }],
      );
      expect(statuses(answers)).toEqual([200, 200]);
      expect((await ask(`GET /access-controllers/${id}`)).json.data).toMatchObject({
        name: 'Gate',
        is_active: false,
        unique_identifier: `NEW-${id}`,
      });
    });

    test('a URL that is switched off stays off', async () => {
      const id = await addUrl();
      await together(
        [`PUT /company-urls/${id}`, { ...url, is_active: false }],
        [`PUT /company-urls/${id}`, { ...url, description: 'Ours' }],
      );
      const stored = sql`select description, is_active from company_urls where id = ${id}`;
      expect(await one<{ is_active: boolean }>(server.db, stored, ['is_active'])).toEqual({
        description: 'Ours',
        is_active: false,
      });
    });

    test('an employee keeps the new ID', async () => {
      const { id, body } = await addEmployee();
      const { company_id: _, employee_id: __, ...rest } = body;
      await together(
        [`PUT /employees/${id}`, { ...rest, employee_id: '2' }],
        [`PUT /employees/${id}`, { ...rest, phone: '7' }],
      );
      const { data } = (await ask(`GET /employees/${id}`)).json;
      expect(data).toMatchObject({ employee_id: '2', phone: '7' });
    });

    test('a signing secret stays', async () => {
      const company = await addCompany('With a secret');
      const path = `/companies/${company}/hr-sync/config`;
      const { json } = await ask(`GET ${path}`);
      if (typeof json.data !== 'object' || json.data === null || !('hr_sync_config' in json.data))
        throw new Error('It has no configuration');
      // Without the version, neither call says what it started from.
      const { version: _, ...config } = Object(json.data.hr_sync_config);
      const answers = await together(
        [`PUT ${path}`, { ...config, signing_secret: 'a new secret of theirs' }],
        [`PUT ${path}`, { ...config, sync_time_threshold_hour: 7 }],
      );
      expect(statuses(answers)).toEqual([200, 200]);
      const stored = sql`select signing_secret from hr_sync_configs where company_id = ${company}`;
      const { signing_secret } = await one<{ signing_secret: string }>(server.db, stored);
      expect(testVault.open(signing_secret)).toBe('a new secret of theirs');
    });

    test('a slot that is switched off stays off', async () => {
      await ask('PUT /hr-sync/schedule/evening/toggle', { enabled: true });
      await together(
        ['PUT /hr-sync/schedule/evening/toggle', { enabled: false }],
        ['PUT /hr-sync/schedule/evening', { time: '17:45' }],
      );
      const stored = sql`select clock, is_enabled from hr_sync_slots where name = 'evening'`;
      expect(await one<{ is_enabled: boolean }>(server.db, stored, ['is_enabled'])).toEqual({
        clock: '17:45',
        is_enabled: false,
      });
    });
  });

  const makers: Record<string, () => Promise<number>> = {
    '/companies': () => addCompany('To be deleted'),
    '/access-controllers': async () => (await addController()).id,
    '/employees': async () => (await addEmployee()).id,
    '/company-urls': addUrl,
    '/settings': () => add('/settings', { key: 'note', value: '1', type: 'string', description: '', is_public: true }),
    '/roles': () => add('/roles', { name: 'helper', display_name: 'Helper', permissions: [] }),
    '/users': () =>
      add('/users', {
        name: 'Helper',
        email: 'helper@rollcall.example',
        password: 'long enough',
        roles: [],
        companies: [],
      }),
  };

  test.each(Object.entries(makers))('answers one of two concurrent deletions in %s with 404', async (path, make) => {
    const id = await make();
    const answers = await together([`DELETE ${path}/${id}`], [`DELETE ${path}/${id}`]);
    expect(statuses(answers)).toEqual([200, 404]);
    const action = `${path.slice(1).replace('-', '_')}.delete`;
    const entries = sql`select id from audit where action = ${action} and subject_id = ${id}`;
    expect(await server.db.all(entries)).toHaveLength(1);
  });

  test('audits the state before each of two concurrent changes', async () => {
    const id = await addCompany('Before');
    await together([`PUT /companies/${id}`, { name: 'Between' }], [`PUT /companies/${id}`, { name: 'After' }]);
    const entries = await auditEntries(server.db, 'companies.edit');
    const ofCompany = entries.filter(({ subject_id }) => subject_id === id);
    expect(ofCompany.map(({ before, after }) => [before.name, after.name])).toEqual([
      ['Before', 'Between'],
      ['Between', 'After'],
    ]);
  });

  test('of two controllers of different companies that get one secret at once, the second is refused', async () => {
    const door = async (name: string) => {
      const body = { company_id: await addCompany(name), name, webhook_secret: 'at the same moment' };
      return ['POST /access-controllers', body] as const;
    };
    expect(statuses(await together(await door('One'), await door('Two')))).toEqual([201, 422]);
  });

  test('a device is not approved while another company begins to wait for it', async () => {
    const [ours, theirs] = [await addController(), await addController()];
    const { id: device } = await one<{ id: number }>(
      server.db,
      sql`insert into devices (kind, identity, serial, state, first_heard_at, last_heard_at)
        values ('zkteco', 'RACE1', 'RACE1', 'waiting', '2026-11-20 10:00:00', '2026-11-20 10:00:00') returning id`,
    );
    const rights = ['devices.view', 'devices.manage', 'access_controllers.view'] as const;
    const keeper = await addColleague(server.db, 'Keeper', rights, [ours.body.company_id], new Date());
    const waitAt = (door: number) => `POST /access-controllers/${door}/device/pairing`;
    const pairing = { kind: 'zkteco', serial: 'RACE1' };
    const begun = await server.ask(waitAt(ours.id), { token: keeper, body: pairing });
    expect(begun.status).toBe(200);
    const answers = await runOverlapping(
      server.db,
      () => ask(waitAt(theirs.id), pairing),
      () =>
        server.ask(`POST /access-controllers/${ours.id}/device/approve`, {
          token: keeper,
          body: { device_id: device },
        }),
    );
    expect(statuses(answers)).toEqual([200, 404]);
  });

  test('renaming a company and changing its controllers do not wait for each other', async () => {
    const { id, body } = await addController();
    let tries = 0;
    const counted: Db = {
      ...server.db,
      tx: (work) =>
        server.db.tx((queries) => {
          tries++;
          return work(queries);
        }),
    };
    const other = await serveDatabase(counted);
    const renamed = (name: string) =>
      other.ask(`PUT /companies/${body.company_id}`, { token, body: { name } }).then(({ status }) => status);
    const changed = (name: string) =>
      other.ask(`PUT /access-controllers/${id}`, { token, body: { ...body, name } }).then(({ status }) => status);
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
    expect(new Set(await Promise.all(names.flatMap((name) => [renamed(name), changed(name)])))).toEqual(new Set([200]));
    // Each ran once: a deadlock would have restarted one of them.
    expect(tries).toBe(2 * names.length);
    await other.close();
  });

  test('a company that keeps its name keeps the words of its controllers', async () => {
    const { id, body } = await addController();
    await server.ask('GET /access-controllers', { token });
    const words = sql`select sort_name from access_controllers where id = ${id}`;
    const before = await one<{ sort_name: string | null }>(server.db, words);
    expect(before.sort_name).not.toBeNull();
    expect((await ask(`PUT /companies/${body.company_id}`, { name: 'Of a door', address: 'Moved' })).status).toBe(200);
    expect(await one(server.db, words)).toEqual(before);
  });

  describe('deleting a company at the same time leaves behind none of its', () => {
    const additions = {
      employees: (company_id: number) => ['POST /employees', { company_id, employee_id: '1', name: 'Kim' }] as const,
      access_controllers: (company_id: number) => ['POST /access-controllers', { company_id, name: 'Door' }] as const,
      company_urls: (company_id: number) => [`POST /companies/${company_id}/urls`, url] as const,
    };
    const left = {
      employees: (id: number) => sql`select id from employees where company_id = ${id} and deleted_at is null`,
      access_controllers: (id: number) =>
        sql`select id from access_controllers where company_id = ${id} and deleted_at is null`,
      company_urls: (id: number) => sql`select id from company_urls where company_id = ${id}`,
    };

    test.each(['employees', 'access_controllers'] as const)('%s added before', async (kind) => {
      const id = await addCompany('Going');
      const answers = await together(additions[kind](id), [`DELETE /companies/${id}`]);
      expect(statuses(answers)).toEqual([201, 200]);
      expect(await maybeOne(server.db, left[kind](id))).toBeUndefined();
    });

    test.each(['employees', 'access_controllers', 'company_urls'] as const)('%s added after', async (kind) => {
      const id = await addCompany('Going');
      const answers = await together([`DELETE /companies/${id}`], additions[kind](id));
      expect(statuses(answers)).toEqual([200, 404]);
      expect(await maybeOne(server.db, left[kind](id))).toBeUndefined();
    });

    test.each([
      ['changed', 'PUT', ''],
      ['checked', 'POST', '/check-health'],
    ])('URLs %s after', async (_, method, check) => {
      const company = await addCompany('Going');
      const id = await add(`/companies/${company}/urls`, url);
      const calls = [[`DELETE /companies/${company}`], [`${method} /company-urls/${id}${check}`, url]] as const;
      expect(statuses(await together(...calls))).toEqual([200, 404]);
    });

    test('controllers moved there', async () => {
      const { id, body } = await addController();
      const company_id = await addCompany('Going');
      const answers = await together(
        [`DELETE /companies/${company_id}`],
        [`PUT /access-controllers/${id}`, { ...body, company_id }],
      );
      expect(statuses(answers)).toEqual([200, 404]);
    });
  });

  describe('a changed password', () => {
    const changed = 'another password';

    test('stops a sign-in that was checked against the old one', async () => {
      const { manager } = server.users;
      const theirs = await server.signIn(manager);
      const answers = await runOverlapping(
        server.db,
        () =>
          server.ask('POST /auth/change-password', {
            token: theirs,
            body: { current_password: manager.password, password: changed, password_confirmation: changed },
          }),
        () => server.ask('POST /auth/login', { body: { email: manager.email, password: manager.password } }),
      );
      expect(statuses(answers)).toEqual([200, 401]);
      expect(answers[1]?.json.message).toBe('Invalid email or password');
    });

    test('set by the mailed link is not changed back with the old one', async () => {
      const { auditor } = server.users;
      const theirs = await server.signIn(auditor);
      await server.ask('POST /auth/forgot-password', { body: { email: auditor.email } });
      await server.settled();
      const resetToken = /token=([\w-]+)/.exec(server.mails.at(-1)?.body ?? '')?.[1];
      const stolen = 'what a thief chooses';
      const answers = await runOverlapping(
        server.db,
        () =>
          server.ask('POST /auth/reset-password', {
            body: {
              token: resetToken,
              email: auditor.email,
              password: changed,
              password_confirmation: changed,
            },
          }),
        () =>
          server.ask('POST /auth/change-password', {
            token: theirs,
            body: { current_password: auditor.password, password: stolen, password_confirmation: stolen },
          }),
      );
      // Depending on the order, the session has ended or the password is wrong.
      const [reset, refused = 0] = statuses(answers);
      expect([reset, [401, 422].includes(refused)]).toEqual([200, true]);
      await server.signIn({ email: auditor.email, password: changed });
    });
  });
});
