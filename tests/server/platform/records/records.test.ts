// Writes of companies, URLs, controllers, employees and settings are validated, stay within the caller's companies, and
// leave an audit entry without secrets.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let administrator: string;
  let manager: string;
  let auditor: string;
  let ownCompany: number;
  let foreignCompany: number;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    administrator = await server.signIn(server.users.administrator);
    manager = await server.signIn(server.users.manager);
    auditor = await server.signIn(server.users.auditor);
    const own = sql`select company_id from user_companies`;
    const idWhere = async (condition: typeof own) =>
      (await one<{ id: number }>(server.db, sql`select max(id) as id from companies where ${condition}`)).id;
    ownCompany = await idWhere(sql`id in (${own})`);
    foreignCompany = await idWhere(sql`id not in (${own})`);
  });
  afterAll(() => server.stop());

  const ask = (key: string, body?: unknown, token = administrator) =>
    server.ask(key, { token, ...(body !== undefined && { body }) });
  const idOf = (data: unknown) =>
    typeof data === 'object' && data !== null && 'id' in data ? Number(data.id) : undefined;
  const lastAct = async () => (await auditEntries(server.db)).at(-1);
  const acts = async () => (await one<{ total: number }>(server.db, sql`select count(*) as total from audit`)).total;

  const kinds = [
    {
      noun: 'Company',
      path: '/companies',
      body: { name: 'Northwind Traders', contact_email: 'office@northwind.example' },
      other: { name: 'Northwind & Sons', contact_email: '' },
    },
    {
      noun: 'Access Controller',
      path: '/access-controllers',
      body: { name: 'Back door', latitude: -12.5, longitude: null },
      other: { name: 'Side door', latitude: null, longitude: 7.25 },
    },
    {
      noun: 'Employee',
      path: '/employees',
      body: { name: 'Zoë Ångström', employee_id: '00042' },
      other: { name: 'Zoë Ångström-Kühn', employee_id: '00042', department: 'Stores' },
    },
  ] as const;

  test.each(kinds)('creates, reads, changes and deletes a $noun, with messages and audit entries', async (kind) => {
    const withCompany = (body: object) => ({ company_id: ownCompany, ...body });
    const created = await ask(`POST ${kind.path}`, withCompany(kind.body));
    expect([created.status, created.json.message]).toEqual([201, `${kind.noun} created successfully`]);
    expect(created.json.data).toMatchObject(kind.body);
    const id = idOf(created.json.data);
    expect(await lastAct()).toMatchObject({ subject_id: id, before: null });

    const list = await ask(`GET ${kind.path}?sort=-created`);
    expect(list.json.data).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ id })]) });

    const changed = await ask(`PUT ${kind.path}/${id}`, withCompany(kind.other));
    expect([changed.status, changed.json.message]).toEqual([200, `${kind.noun} updated successfully`]);
    expect((await ask(`GET ${kind.path}/${id}`)).json.data).toMatchObject(kind.other);
    const act = await lastAct();
    expect(act?.before).toMatchObject(kind.body);
    expect(act?.after).toMatchObject(kind.other);

    const before = await acts();
    const nameless = await ask(`PUT ${kind.path}/${id}`, withCompany({ name: ' ' }));
    expect(nameless.json.errors).toHaveProperty('name');
    expect(await acts()).toBe(before);

    const gone = await ask(`DELETE ${kind.path}/${id}`);
    expect([gone.status, gone.json.message]).toEqual([200, `${kind.noun} deleted successfully`]);
    for (const call of [`GET ${kind.path}/${id}`, `DELETE ${kind.path}/${id}`]) {
      expect((await ask(call)).status).toBe(404);
    }
    expect((await ask(`PUT ${kind.path}/${id}`, withCompany(kind.body))).status).toBe(404);
  });

  test.each(kinds)('lets only callers with permission and scope write a $noun', async ({ path, body }) => {
    const withCompany = (company_id: number) => ({ company_id, ...body, employee_id: 'scope-1' });
    expect((await ask(`POST ${path}`, withCompany(ownCompany), auditor)).status).toBe(403);
    expect((await ask(`DELETE ${path}/1`, undefined, auditor)).status).toBe(403);
    const before = await acts();
    const outside = await ask(`POST ${path}`, withCompany(foreignCompany), manager);
    expect(path === '/employees' ? 404 : 403).toBe(outside.status);
    expect(await acts()).toBe(before);
  });

  test('deletes the controllers and employees of a deleted company', async () => {
    const company_id = idOf((await ask('POST /companies', { name: 'Short-lived' })).json.data);
    const controller = await ask('POST /access-controllers', { company_id, name: 'Door' });
    const employee = await ask('POST /employees', { company_id, name: 'Ann', employee_id: '1' });
    const address = { url_type: 'crm', url: 'https://a.example' };
    const url = await ask(`POST /companies/${company_id}/urls`, address);
    const health = async () => (await ask('GET /company-urls/health-statistics')).json.data;
    const before = answerDecoder('GET /company-urls/health-statistics')(await health());
    await ask(`DELETE /companies/${company_id}`);
    for (const call of [
      `GET /companies/${company_id}/employees`,
      `GET /companies/${company_id}/access-controllers`,
      `GET /companies/${company_id}/urls`,
      `GET /access-controllers/${idOf(controller.json.data)}`,
      `GET /employees/${idOf(employee.json.data)}`,
      `DELETE /company-urls/${idOf(url.json.data)}`,
    ]) {
      expect((await ask(call)).status, call).toBe(404);
    }
    expect(await health()).toEqual({ ...before, total: before.total - 1, unknown: before.unknown - 1 });
  });

  test('never returns a secret, and keeps it when left empty', async () => {
    const stored = async (id: number | undefined) =>
      (
        await one<{ webhook_secret: string }>(
          server.db,
          sql`select webhook_secret from access_controllers where id = ${id ?? 0}`,
        )
      ).webhook_secret;
    const body = { company_id: ownCompany, name: 'Vault', webhook_secret: 'never to be seen' };
    const answers = [await ask('POST /access-controllers', body)];
    const id = idOf(answers[0]?.json.data);
    expect(await stored(id)).toBe('never to be seen');
    answers.push(
      await ask(`PUT /access-controllers/${id}`, { ...body, webhook_secret: '' }),
      await ask(`GET /access-controllers/${id}`),
      await ask('GET /access-controllers?per_page=100'),
      await ask(`GET /companies/${ownCompany}/access-controllers`),
    );
    expect(await stored(id)).toBe('never to be seen');
    expect(answers[1]?.json.data).toMatchObject({ has_webhook_secret: true });
    const { webhook_secret: _, ...without } = body;
    await ask(`PUT /access-controllers/${id}`, without);
    expect(await stored(id)).toBe('never to be seen');
    await ask(`PUT /access-controllers/${id}`, { ...body, webhook_secret: 'the next one' });
    expect(await stored(id)).toBe('the next one');
    expect(JSON.stringify(answers)).not.toMatch(/never to be seen|"webhook_secret"/);
    const audited = await auditEntries(server.db);
    expect(JSON.stringify(audited)).not.toMatch(/never to be seen|the next one/);
  });

  /** Somebody who may change the controllers of one company. */
  const keeper = (name: string) => {
    const rights = ['access_controllers.view', 'access_controllers.create', 'access_controllers.edit'] as const;
    return addColleague(server.db, name, rights, [ownCompany], new Date());
  };

  test('refuses a secret that another controller has, also of a company out of sight, at its field', async () => {
    const add = (webhook_secret: string, company_id = ownCompany, token = administrator) =>
      ask('POST /access-controllers', { company_id, name: 'Signed', webhook_secret }, token);
    const edit = (id: number | undefined, webhook_secret: string) =>
      ask(`PUT /access-controllers/${id}`, { company_id: ownCompany, name: 'Signed', webhook_secret });
    const foreign = idOf((await add('theirs alone', foreignCompany)).json.data);
    const own = idOf((await add('ours alone')).json.data);
    const before = await acts();
    for (const { status, json } of [
      await add('ours alone'),
      await edit(own, 'theirs alone'),
      await add('theirs alone', ownCompany, await keeper('Watchman')),
    ]) {
      const { webhook_secret: [complaint] = [] } = json.errors ?? {};
      expect([status, complaint]).toEqual([
        422,
        'Another access controller uses this secret. Please choose one of its own',
      ]);
    }
    expect(await acts()).toBe(before);
    // Its own secret again is not another's, and a controller without events needs none.
    expect((await edit(own, 'ours alone')).status).toBe(200);
    for (const _ of [1, 2]) expect((await add('')).status).toBe(201);
    await ask(`DELETE /access-controllers/${foreign}`);
    expect((await edit(own, 'theirs alone')).status).toBe(200);
  });

  test('callers limited to some companies can try only a few secrets', async () => {
    const guesser = await keeper('Guesser');
    const id = idOf(
      (await ask('POST /access-controllers', { company_id: ownCompany, name: 'Tried' }, guesser)).json.data,
    );
    const guess = (index: number, token = guesser) =>
      ask(
        `PUT /access-controllers/${id}`,
        { company_id: ownCompany, name: 'Tried', webhook_secret: `guess ${index}` },
        token,
      );
    const statuses = new Map<number, number>();
    for (let index = 0; index < 22; index++) {
      const { status } = await guess(index);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 20, 429: 2 });
    expect((await guess(22, administrator)).status).toBe(200);
    const kept = { company_id: ownCompany, name: 'Tried again', webhook_secret: '' };
    expect((await ask(`PUT /access-controllers/${id}`, kept, guesser)).status).toBe(200);
  });

  test('generates a unique identifier for a controller and keeps it', async () => {
    const add = (fields: object) => ask('POST /access-controllers', { company_id: ownCompany, name: 'D', ...fields });
    const given = answerDecoder('GET /access-controllers/{id}')((await add({})).json.data);
    expect(given.unique_identifier).toMatch(/^ACU-[2-9A-HJKMNP-Z]{6}$/);
    const first = await add({ unique_identifier: 'GATE-1' });
    const taken = await add({ unique_identifier: 'GATE-1' });
    expect([taken.status, Object.keys(taken.json.errors ?? {})]).toEqual([422, ['unique_identifier']]);
    await ask(`DELETE /access-controllers/${idOf(first.json.data)}`);
    expect((await add({ unique_identifier: 'GATE-1' })).status).toBe(201);
  });

  test('keeps employee IDs unique within a company, changeable with permission, and free after deletion', async () => {
    const add = (company_id: number) => ask('POST /employees', { company_id, name: 'Ida', employee_id: '00777' });
    const id = idOf((await add(ownCompany)).json.data);
    const twice = await add(ownCompany);
    expect([twice.status, Object.keys(twice.json.errors ?? {})]).toEqual([422, ['employee_id']]);
    expect((await add(foreignCompany)).status).toBe(201);

    const edit = (fields: object, token?: string) => ask(`PUT /employees/${id}`, { name: 'Ida', ...fields }, token);
    expect((await edit({ employee_id: '00778' }, manager)).status).toBe(403);
    expect((await edit({ employee_id: '00777', phone: '1' }, manager)).status).toBe(200);
    const silent = await edit({ phone: '2' }, manager);
    expect(silent.json.data).toMatchObject({ employee_id: '00777', phone: '2' });
    expect((await edit({ employee_id: ' ' })).json.errors).toHaveProperty('employee_id');
    expect((await edit({ employee_id: '00778' })).json.data).toMatchObject({ employee_id: '00778' });
    await ask(`DELETE /employees/${id}`);
    const next = await ask('POST /employees', { company_id: ownCompany, name: 'Eva', employee_id: '00778' });
    expect(next.status).toBe(201);
  });

  test('filters and counts employees by company and status', async () => {
    const list = async (query: string, token?: string) => {
      const { json } = await ask(`GET /employees?per_page=100&${query}`, undefined, token);
      return answerDecoder('GET /employees')(json.data);
    };
    const ofCompany = await list(`company_id=${foreignCompany}`);
    expect(ofCompany.total).toBe(ofCompany.data.length);
    const companies = new Set(ofCompany.data.map((employee) => employee.company_id));
    expect(companies).toEqual(new Set([foreignCompany]));
    const [active, inactive] = [await list('is_active=true'), await list('is_active=false')];
    expect(active.total + inactive.total).toBe((await list('')).total);
    expect((await list(`company_id=${foreignCompany}`, manager)).total).toBe(0);
  });

  test('assigns a new company to its creator if they do not see all companies', async () => {
    await server.db.run(
      sql`insert into role_permissions (role_id, permission_id) select roles.id, permissions.id
        from roles cross join permissions
        where roles.name = 'hr_manager' and permissions.name = 'companies.create'`,
    );
    const { json } = await ask('POST /companies', { name: 'Mine' }, manager);
    expect((await ask(`GET /companies/${idOf(json.data)}`, undefined, manager)).status).toBe(200);
  });

  test('keeps a URL with its company and resets its health when the address changes', async () => {
    const url = 'https://hr.a.example/in';
    const body = { url_type: 'hr_system', url, description: 'd', is_active: false };
    const created = await ask(`POST /companies/${ownCompany}/urls`, body);
    expect([created.status, created.json.message]).toEqual([201, 'URL created successfully']);
    const id = idOf(created.json.data);
    expect((await ask(`GET /companies/${ownCompany}/urls`)).json.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, ...body, health_status: 'unknown' })]),
    );
    await server.db.run(
      sql`update company_urls set health_status = 'offline', health_error = 'e' where id = ${id ?? 0}`,
    );
    const kept = await ask(`PUT /company-urls/${id}`, { ...body, description: 'other' });
    expect(kept.json.data).toMatchObject({ health_status: 'offline', health_error: 'e' });
    const moved = await ask(`PUT /company-urls/${id}`, { ...body, url: 'https://b.example' });
    expect(moved.json.data).toMatchObject({ health_status: 'unknown', health_error: '' });
    expect((await ask(`PUT /company-urls/${id}`, body, manager)).status).toBe(403);
    const wrong = await ask(`PUT /company-urls/${id}`, { url_type: '', url: 'javascript:alert(1)' });
    expect(wrong.json.errors).toEqual({
      url_type: ['URL type is required'],
      url: ['Please enter a valid URL'],
    });
    expect((await ask(`DELETE /company-urls/${id}`)).json.message).toBe('URL deleted successfully');
    expect((await ask(`DELETE /company-urls/${id}`)).status).toBe(404);
  });

  test('URLs with a user name or a password are refused at their field, and not kept', async () => {
    const secret = 'https://ada:h1dden@hr.example/';
    for (const [call, body, field] of [
      ['POST /companies', { name: 'Credentials' }, 'system_url'],
      [`POST /companies/${ownCompany}/urls`, { url_type: 'hr_system', description: '' }, 'url'],
      ['POST /access-controllers', { company_id: ownCompany, name: 'Credentials' }, 'webhook_url'],
    ] as const) {
      const { status, json } = await ask(call, { ...body, [field]: secret });
      expect([status, json.errors]).toEqual([422, { [field]: [expect.stringContaining('without a user name')] }]);
    }
    expect(JSON.stringify(await auditEntries(server.db))).not.toContain('h1dden');
  });

  describe('settings', () => {
    const add = (fields: object) => ask('POST /settings', { type: 'string', description: '', ...fields });

    test('are read, changed and deleted by key and by id', async () => {
      const { json, status } = await add({ key: 'greeting', value: 'Hello' });
      expect([status, json.message]).toEqual([201, 'Setting created successfully']);
      const id = idOf(json.data);
      const byKey = await ask('GET /settings/greeting');
      expect(byKey.json.data).toEqual((await ask(`GET /settings/${id}`)).json.data);
      expect((await ask(`PUT /settings/${id}`, { value: 'Welcome' })).json.message).toBe(
        'Setting updated successfully',
      );
      const changed = await ask('GET /settings/greeting');
      expect(changed.json.data).toMatchObject({ value: 'Welcome', type: 'string' });
      expect((await ask('DELETE /settings/greeting')).json.message).toBe('Setting deleted successfully');
      expect((await ask(`GET /settings/${id}`)).status).toBe(404);
    });

    test('are strings unless a type is given', async () => {
      const { json, status } = await ask('POST /settings', { key: 'untyped', value: 'Hello' });
      expect([status, json.data]).toMatchObject([201, { type: 'string', is_public: false }]);
    });

    test('are readable by everyone if public, otherwise only with permission', async () => {
      await add({ key: 'shown', value: '1', is_public: true });
      await add({ key: 'hidden', value: '1' });
      expect((await ask('GET /settings', undefined, manager)).status).toBe(403);
      expect((await ask('GET /settings/shown', undefined, manager)).status).toBe(200);
      expect((await ask('GET /settings/hidden', undefined, manager)).status).toBe(404);
      const { json } = await ask('GET /settings/public', undefined, manager);
      const keys = answerDecoder('GET /settings/public')(json.data).map((setting) => setting.key);
      expect([keys.includes('shown'), keys.includes('hidden')]).toEqual([true, false]);
    });

    test.each([
      [{ key: '', value: 'x' }, 'key'],
      [{ key: '2027', value: 'x' }, 'key'],
      [{ key: 'public', value: 'x' }, 'key'],
      [{ key: 'url-types', value: 'x' }, 'key'],
      [{ key: 'business_timezone', value: 'UTC' }, 'key'],
      [{ key: 'smtp_password', value: 'x' }, 'key'],
      [{ key: 'a', value: '' }, 'value'],
      [{ key: 'a', value: 'twelve', type: 'number' }, 'value'],
      [{ key: 'a', value: '{', type: 'json' }, 'value'],
      [{ key: 'a', value: 'maybe', type: 'boolean' }, 'value'],
      [{ key: 'a', value: 'x', type: 'date' }, 'type'],
    ])('%j is refused at %s', async (fields, field) => {
      const { status, json } = await add(fields);
      expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
    });

    test('may have the names of object properties', async () => {
      expect((await add({ key: 'constructor', value: 'x' })).status).toBe(201);
    });

    test('are validated if the server reads them', async () => {
      const put = (key: string, value: string) => ask(`PUT /settings/${key}`, { value, is_public: true });
      for (const value of ['Mars/Olympus', 'utc+25', '[]']) {
        expect((await put('business_timezone', value)).json.errors).toHaveProperty('value');
      }
      for (const value of ['{}', '[1]', '[""]', '"text"']) {
        expect((await put('url_types', value)).json.errors).toHaveProperty('value');
      }
      expect((await put('url_types', '["website","intranet"]')).status).toBe(200);
      const types = await ask('GET /settings/url-types', undefined, manager);
      expect(types.json.data).toEqual(['website', 'intranet']);
      await ask('DELETE /settings/url_types');
      expect((await ask('GET /settings/url-types')).json.data).toContain('hr_system');
    });
  });
});
