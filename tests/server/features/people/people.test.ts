// Roles, permissions and users, and that managing them never gives a caller more rights.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { permissionModules } from '../../../../src/shared/contract/permissions.ts';
import { inviteUser } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let administrator: string;

  beforeEach(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
    administrator = await server.signIn(server.users.administrator);
  });
  afterEach(() => server.stop());

  const as = (token: string) => (key: string, body?: unknown) => server.ask(key, { token, body });
  const idIn = ({ json }: { json: { data: unknown; message: string } }) => {
    const { data } = json;
    if (typeof data !== 'object' || data === null || !('id' in data)) throw new Error(json.message);
    return Number(data.id);
  };

  async function permissionIds(...names: string[]): Promise<number[]> {
    const { json } = await as(administrator)('GET /permissions');
    const known = answerDecoder('GET /permissions')(json.data);
    return known.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  }

  async function addRole(name: string, ...permissions: string[]): Promise<number> {
    const body = {
      name,
      display_name: name,
      description: '',
      permissions: await permissionIds(...permissions),
    };
    return idIn(await as(administrator)('POST /roles', body));
  }

  async function addUser(name: string, roles: number[], companies: number[] = []) {
    const email = `${name}@rollcall.example`;
    const body = { name, email, password: 'a long password', roles, companies };
    const id = idIn(await as(administrator)('POST /users', body));
    return { id, name, email, token: await server.signIn(body), fields: { name, email, roles, companies } };
  }

  const administratorRole = async () =>
    (await one<{ id: number }>(server.db, sql`select id from roles where name = 'administrator'`)).id;
  const idOf = async ({ email }: { email: string }) =>
    (await one<{ id: number }>(server.db, sql`select id from users where email = ${email}`)).id;
  const someCompanies = async () =>
    (await server.db.all<{ id: number }>(sql`select id from companies order by id limit 3`)).map(({ id }) => id);

  describe('roles', () => {
    test('are created, found, changed and deleted, with an audit entry each', async () => {
      const ask = as(administrator);
      const permissions = await permissionIds('companies.view', 'employees.view');
      const fields = {
        name: 'front_desk',
        display_name: ' Front desk ',
        description: 'Sees people',
        permissions,
      };
      const created = await ask('POST /roles', fields);
      expect([created.status, created.json.message]).toEqual([201, 'Role created successfully']);
      const id = idIn(created);
      const found = answerDecoder('GET /roles/{id}')((await ask(`GET /roles/${id}`)).json.data);
      expect(found).toMatchObject({ name: 'front_desk', display_name: 'Front desk', is_system: false });
      expect(found.permissions.map(({ name }) => name)).toEqual(['companies.view', 'employees.view']);
      const list = answerDecoder('GET /roles')((await ask('GET /roles?sort=-created')).json.data);
      expect([list.data[0]?.id, list.total]).toEqual([id, 6]);

      const changed = await ask(`PUT /roles/${id}`, { ...fields, permissions: permissions.slice(0, 1) });
      expect(changed.json).toMatchObject({
        message: 'Role updated successfully',
        data: { permissions: [{}] },
      });
      expect((await ask(`DELETE /roles/${id}`)).json.message).toBe('Role deleted successfully');
      expect((await ask(`GET /roles/${id}`)).status).toBe(404);
      const acts = await server.db.all(sql`select action from audit where subject = 'roles' order by id`);
      expect(acts).toEqual(['roles.create', 'roles.edit', 'roles.delete'].map((action) => ({ action })));
    });

    test('are rejected with field errors when invalid', async () => {
      const faults: [object, string, string][] = [
        [{ name: '' }, 'name', 'Role name is required'],
        [{ name: 'Front Desk' }, 'name', 'Role name must contain only lowercase letters and underscores'],
        [{ display_name: ' ' }, 'display_name', 'Display name is required'],
        [{ name: 'auditor' }, 'name', 'Role name is already taken'],
        [{ permissions: [999_999] }, 'permissions', 'A chosen permission does not exist'],
      ];
      for (const [fault, field, complaint] of faults) {
        const body = { name: 'fine', display_name: 'Fine', description: '', permissions: [], ...fault };
        const { status, json } = await as(administrator)('POST /roles', body);
        expect([status, json.errors]).toEqual([422, { [field]: [complaint] }]);
      }
    });

    test('cannot be changed if they are system roles', async () => {
      const id = await administratorRole();
      const body = { name: 'administrator', display_name: 'Nobody', description: '', permissions: [] };
      for (const answer of [
        await as(administrator)(`PUT /roles/${id}`, body),
        await as(administrator)(`DELETE /roles/${id}`),
      ]) {
        expect([answer.status, answer.json.message]).toEqual([403, 'System roles cannot be changed or deleted']);
      }
    });

    test('cannot be deleted while assigned', async () => {
      const role = await addRole('held', 'companies.view');
      await addUser('holder', [role]);
      const { status, json } = await as(administrator)(`DELETE /roles/${role}`);
      expect([status, json.message]).toEqual([409, 'This role is assigned to one user. Remove it from them first']);
    });

    test('cannot get permissions that the caller lacks', async () => {
      const mayKeep = ['roles.view', 'roles.create', 'roles.edit', 'roles.delete', 'companies.all'];
      const keeper = await addRole('keeper', ...mayKeep);
      const { token } = await addUser('keeper', [keeper]);
      const ask = as(token);
      const withPermissions = async (...names: string[]) => ({
        name: 'new_role',
        display_name: 'New',
        description: '',
        permissions: await permissionIds(...names),
      });

      const stronger = await ask('POST /roles', await withPermissions('roles.view', 'settings.view'));
      expect(stronger.status).toBe(403);
      expect(stronger.json.message).toBe("You can't grant a permission you don't have: View settings");
      const mine = idIn(await ask('POST /roles', await withPermissions('roles.view')));
      expect((await ask(`PUT /roles/${mine}`, await withPermissions('settings.view'))).status).toBe(403);
      expect((await ask(`PUT /roles/${mine}`, await withPermissions())).status).toBe(200);

      const other = await addRole('other', 'settings.view');
      expect((await ask(`PUT /roles/${other}`, await withPermissions())).status).toBe(403);
      expect((await ask(`DELETE /roles/${other}`)).status).toBe(403);
      const own = await ask(`PUT /roles/${keeper}`, await withPermissions('roles.view'));
      expect([own.status, own.json.message]).toEqual([403, "You can't change a role that you hold yourself"]);
    });
  });

  test('lets a caller with only some companies read roles and settings but not change them', async () => {
    const [company = 0] = await someCompanies();
    const modules = [permissionModules.roles, permissionModules.settings, permissionModules.users];
    const lead = await addRole('lead', ...modules.flatMap((module) => Object.keys(module)));
    const held = await addRole('held_elsewhere', 'users.view');
    const boss = await addUser('boss', [lead], [company]);
    const ask = as(boss.token);
    const permissions = await permissionIds('users.view');
    const role = { name: 'mine', display_name: 'Mine', description: '', permissions };
    const setting = { key: 'mine', value: 'x', type: 'string', description: '', is_public: true };
    const stored = async () => [
      await server.db.all(sql`select * from settings order by id`),
      await server.db.all(sql`select * from roles order by id`),
      await server.db.all(sql`select * from role_permissions order by role_id, permission_id`),
    ];

    const before = await stored();
    for (const [key, body] of [
      ['POST /roles', role],
      [`PUT /roles/${held}`, { ...role, permissions: [] }],
      [`DELETE /roles/${held}`, undefined],
      ['POST /settings', setting],
      ['PUT /settings/business_timezone', { ...setting, value: 'Asia/Tokyo' }],
      ['DELETE /settings/url_types', undefined],
    ] as const) {
      const { status, json } = await ask(key, body);
      expect([key, status, json.message]).toEqual([
        key,
        403,
        'This affects all companies, and you only have access to some',
      ]);
    }
    expect(await stored()).toEqual(before);
    for (const key of ['GET /roles', 'GET /settings']) expect((await ask(key)).status).toBe(200);
  });

  test('lists permissions, also by module, and the caller’s own to everyone', async () => {
    const all = answerDecoder('GET /permissions')((await as(administrator)('GET /permissions')).json.data);
    const { json } = await as(administrator)('GET /permissions/by-module');
    const byModule = answerDecoder('GET /permissions/by-module')(json.data);
    expect(Object.keys(byModule)).toEqual(Object.keys(permissionModules));
    expect(Object.values(byModule).flat()).toEqual(all);

    const { token } = await addUser('modest', [await addRole('modest', 'companies.view', 'employees.view')]);
    const own = await as(token)('GET /users/permissions');
    expect(own.json.data).toEqual(['companies.view', 'employees.view']);
    expect((await as(token)('GET /permissions')).status).toBe(403);
  });

  test('keeps a list that the body leaves out', async () => {
    const [company = 0] = await someCompanies();
    const role = await addRole('clerk', 'companies.view', 'employees.view');
    const { id, name, email } = await addUser('clara', [role], [company]);
    const before = await held(role, id);
    expect(before).toMatchObject({ permissions: [{}, {}], roles: [{ id: role }], companies: [{ id: company }] });

    const fields = { name: 'clerk', display_name: 'Clerk', description: '' };
    const silent: [string, object, string][] = [
      [`PUT /roles/${role}`, fields, 'permissions'],
      [`PUT /roles/${role}`, { ...fields, permissions: null }, 'permissions'],
      [`PUT /users/${id}`, { name, email, companies: [company] }, 'roles'],
      [`PUT /users/${id}`, { name, email, roles: [role] }, 'companies'],
      [`POST /users/${id}/assign-companies`, {}, 'companies'],
    ];
    for (const [key, body, field] of silent) {
      const { status, json } = await as(administrator)(key, body);
      expect([key, status, json.errors]).toEqual([key, 422, { [field]: ['This must be present'] }]);
    }
    expect(await held(role, id)).toEqual(before);
  });

  test('names every field that is missing, whether or not it is a list', async () => {
    const errorsOf = async (key: string, body: object) => (await as(administrator)(key, body)).json.errors;
    expect(await errorsOf('POST /roles', { display_name: 'Clerk' })).toEqual({
      name: ['Role name is required'],
      permissions: ['This must be present'],
    });
    expect(await errorsOf('POST /users', { name: { toString: 1 }, email: 'clara', invite: true })).toEqual({
      name: ['This must be text'],
      email: ['Email is invalid'],
    });
  });

  test('rejects lists that are too long with a field error', async () => {
    const tooMany = Array.from({ length: 70_000 }, (_, index) => index + 1);
    const role = { name: 'wide', display_name: 'Wide', description: '' };
    const user = { name: 'Nora', email: 'nora@rollcall.example', password: 'long enough', roles: [], companies: [] };
    for (const [key, body, field] of [
      ['POST /roles', role, 'permissions'],
      ['POST /users', user, 'roles'],
      ['POST /users', user, 'companies'],
    ] as const) {
      const { status, json } = await as(administrator)(key, { ...body, [field]: tooMany });
      expect([key, status, json.errors]).toEqual([key, 422, { [field]: ['Please choose at most 10,000'] }]);
    }
  });

  async function held(role: number, user: number) {
    const ask = as(administrator);
    const { permissions } = answerDecoder('GET /roles/{id}')((await ask(`GET /roles/${role}`)).json.data);
    const { roles, companies } = answerDecoder('GET /users/{id}')((await ask(`GET /users/${user}`)).json.data);
    return { permissions, roles, companies };
  }

  describe('users', () => {
    test('are created, found, changed and deleted, without a password in any response or audit entry', async () => {
      const ask = as(administrator);
      const [one = 0, two = 0] = await someCompanies();
      const role = await addRole('clerk', 'companies.view');
      const other = await addRole('guard', 'attendance.view');
      const fields = {
        name: ' Nora ',
        email: 'Nora@Rollcall.Example',
        roles: [role, other],
        companies: [one, two],
      };
      const created = await ask('POST /users', { ...fields, password: 'first password' });
      expect([created.status, created.json.message]).toEqual([201, 'User created successfully']);
      const id = idIn(created);
      const user = answerDecoder('GET /users/{id}')((await ask(`GET /users/${id}`)).json.data);
      expect(user).toMatchObject({ name: 'Nora', email: 'nora@rollcall.example' });
      expect(user.roles.map((held) => held.name)).toEqual(['clerk', 'guard']);
      expect(user.companies.map((company) => company.id).sort()).toEqual([one, two]);
      expect((await ask(`GET /users/${id}/companies`)).json.data).toEqual(user.companies);

      const session = await server.signIn({ email: fields.email, password: 'first password' });
      const kept = await ask(`PUT /users/${id}`, { ...fields, roles: [role], companies: [], password: '' });
      expect(kept.json).toMatchObject({ message: 'User updated successfully', data: { companies: [] } });
      expect((await as(session)('GET /auth/user')).status).toBe(200);
      await ask(`PUT /users/${id}`, { ...fields, password: 'second password' });
      expect((await as(session)('GET /auth/user')).status).toBe(401);
      await server.signIn({ email: fields.email, password: 'second password' });

      expect((await ask(`POST /users/${id}/assign-companies`, { companies: [two] })).status).toBe(200);
      expect((await ask(`GET /users/${id}/companies`)).json.data).toMatchObject([{ id: two }]);
      expect((await ask(`DELETE /users/${id}`)).json.message).toBe('User deleted successfully');
      expect((await ask(`GET /users/${id}`)).status).toBe(404);
      const audit = JSON.stringify(await auditEntries(server.db));
      expect(audit).toContain('users.set_password');
      expect(audit).not.toMatch(/(first|second) password|scrypt/);
    });

    test('are rejected with field errors when invalid', async () => {
      const faults: [object, string, string][] = [
        [{ name: '' }, 'name', 'Name is required'],
        [{ email: 'nora' }, 'email', 'Email is invalid'],
        [{ email: 'AUDITOR@rollcall.example' }, 'email', 'Email is already taken'],
        [{ password: '' }, 'password', 'Password is required'],
        [{ password: 'short' }, 'password', 'Password must be at least 8 characters'],
        [{ roles: [999_999] }, 'roles', 'A chosen role does not exist'],
        [{ companies: [999_999] }, 'companies', 'A chosen company does not exist'],
      ];
      for (const [fault, field, complaint] of faults) {
        const fine = {
          name: 'Nora',
          email: 'nora@rollcall.example',
          password: 'long enough',
          roles: [],
          companies: [],
        };
        const { status, json } = await as(administrator)('POST /users', { ...fine, ...fault });
        expect([status, json.errors]).toEqual([422, { [field]: [complaint] }]);
      }
    });

    test('cannot be assigned a deleted company, nor are shown theirs', async () => {
      const ask = as(administrator);
      const made = await ask('POST /companies', { name: 'Gone Ltd' });
      const gone = idIn(made);
      const { id, fields } = await addUser('holder', [], [gone]);
      const companies = async () => {
        const { json } = await ask(`GET /users/${id}`);
        return answerDecoder('GET /users/{id}')(json.data).companies.map((company) => company.id);
      };
      expect(await companies()).toEqual([gone]);
      await ask(`DELETE /companies/${gone}`);
      expect(await companies()).toEqual([]);
      const { status, json } = await ask(`PUT /users/${id}`, fields);
      expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['companies']]);
    });

    test('cannot change their own roles or password here, or delete themselves', async () => {
      const id = await idOf(server.users.administrator);
      const { name, email } = server.users.administrator;
      const roles = [await administratorRole()];
      const ask = as(administrator);
      const fewer = await ask(`PUT /users/${id}`, { name, email, roles: [], companies: [] });
      expect([fewer.status, fewer.json.message]).toEqual([403, "You can't change your own roles"]);
      const password = 'another password';
      expect((await ask(`PUT /users/${id}`, { name, email, roles, companies: [], password })).status).toBe(422);
      expect((await ask(`PUT /users/${id}`, { name: 'Ada L.', email, roles, companies: [] })).status).toBe(200);
      expect((await ask(`DELETE /users/${id}`)).status).toBe(409);
    });

    test('cannot change their own e-mail without confirming that it is they', async () => {
      const role = await addRole('owner', 'users.edit', 'users.view', 'companies.all');
      const { token, id, fields } = await addUser('owner', [role]);
      const change = (more: object) => as(token)(`PUT /users/${id}`, { ...fields, ...more });
      const email = 'taken.over@rollcall.example';
      for (const confirmation of [undefined, '', 'invented']) {
        const { status, json } = await change({ email, ...(confirmation !== undefined && { confirmation }) });
        expect([status, json.errors?.confirmation?.[0]]).toEqual([422, 'Please confirm first that it is you']);
      }
      expect(await idOf({ email: fields.email })).toBe(id);
      // The same address in different case is not a change.
      expect((await change({ name: 'Owner', email: fields.email.toUpperCase() })).status).toBe(200);
      const { json } = await as(token)('POST /auth/confirm', { password: 'a long password' });
      expect((await change({ email, ...Object(json.data) })).status).toBe(200);
      expect((await change({ email: fields.email, ...Object(json.data) })).status).toBe(422);
      // Somebody else's needs no confirmation: changing it is an administrator's job.
      expect((await as(administrator)(`PUT /users/${id}`, { ...fields, password: '' })).status).toBe(200);
    });

    test('cannot gain rights by managing the users of some companies', async () => {
      const [mine = 0, , foreign = 0] = await someCompanies();
      const lead = await addRole('lead', 'users.view', 'users.create', 'users.edit', 'users.delete');
      const strong = await addRole('strong', 'settings.view');
      const boss = await addUser('boss', [lead], [mine]);
      const colleague = await addUser('colleague', [], [mine]);
      const shared = await addUser('shared', [], [mine, foreign]);
      const stronger = await addUser('stronger', [strong], [mine]);
      const stranger = await addUser('stranger', [], [foreign]);
      const ask = as(boss.token);

      const seen = answerDecoder('GET /users')((await ask('GET /users')).json.data);
      const names = seen.data.map((user) => user.name);
      expect(names).toEqual(expect.arrayContaining(['boss', 'colleague', 'shared', 'stronger']));
      expect(names).not.toContain('stranger');
      expect(seen.total).toBe(names.length);
      expect(seen.data.flatMap((user) => user.companies.map((company) => company.id))).not.toContain(foreign);
      expect((await ask(`GET /users/${stranger.id}`)).status).toBe(404);

      const fields = (companies: number[], roles: number[] = []) => ({
        name: 'New',
        email: 'new@rollcall.example',
        password: 'long enough',
        roles,
        companies,
      });
      expect((await ask('POST /users', fields([foreign]))).status).toBe(403);
      expect((await ask('POST /users', fields([999_999]))).status).toBe(403);
      expect((await ask('POST /users', fields([]))).json.errors).toHaveProperty('companies');
      expect((await ask('POST /users', fields([mine], [strong]))).status).toBe(403);
      expect((await ask('POST /users', fields([mine], [await administratorRole()]))).status).toBe(403);
      expect((await ask('POST /users', fields([mine], [lead]))).status).toBe(201);

      const takeOver = { password: 'taken over' };
      for (const [target, status] of [
        [colleague, 200],
        [shared, 403],
        [stronger, 403],
        [stranger, 404],
      ] as const) {
        const change = await ask(`PUT /users/${target.id}`, {
          ...target.fields,
          ...takeOver,
          companies: [mine],
        });
        expect(change.status, target.name).toBe(status);
        const assign = await ask(`POST /users/${target.id}/assign-companies`, { companies: [mine] });
        expect(assign.status, target.name).toBe(status);
        expect((await ask(`DELETE /users/${target.id}`)).status, target.name).toBe(status);
      }
      const own = await ask(`POST /users/${boss.id}/assign-companies`, { companies: [mine, foreign] });
      expect(own.json.message).toBe('You can only assign companies you have access to');
    });

    test('keep the history of a deleted company, and only callers with it may change them', async () => {
      const { gone } = await one<{ gone: number }>(server.db, sql`select min(company_id) as gone from attendance`);
      const mine = (await someCompanies()).find((id) => id !== gone) ?? 0;
      const lead = await addRole('lead', 'users.view', 'users.edit', 'attendance.view');
      const boss = await addUser('boss', [lead], [mine]);
      const holder = await addUser('holder', [lead], [mine, gone]);
      const history = async () => {
        const { json } = await as(holder.token)(`GET /attendance?company_id=${gone}&start_date=&end_date=`);
        return answerDecoder('GET /attendance')(json.data).total;
      };
      const before = await history();
      expect(before).toBeGreaterThan(0);
      await as(administrator)(`DELETE /companies/${gone}`);
      const saved = await as(administrator)(`PUT /users/${holder.id}`, { ...holder.fields, companies: [mine] });
      expect(saved.status).toBe(200);
      expect(await history()).toBe(before);
      const takeOver = { ...holder.fields, companies: [mine], password: 'taken over' };
      expect((await as(boss.token)(`PUT /users/${holder.id}`, takeOver)).status).toBe(403);
    });

    test('include at least one administrator', async () => {
      const everything = Object.values(permissionModules).flatMap((module) => Object.keys(module));
      const deputy = await addUser('deputy', [await addRole('deputy', ...everything)]);
      const { name, email } = server.users.administrator;
      const id = await idOf({ email });
      const ask = as(deputy.token);
      const demotion = await ask(`PUT /users/${id}`, { name, email, roles: [], companies: [] });
      expect([demotion.status, demotion.json.message]).toEqual([
        409,
        'This is the last administrator who can sign in. Please add another one first',
      ]);
      expect((await ask(`DELETE /users/${id}`)).status).toBe(409);
      // An invited user who never accepted cannot sign in, and does not count.
      expect((await inviteUser(server, administrator, { roles: [await administratorRole()] })).status).toBe(201);
      expect((await ask(`DELETE /users/${id}`)).status).toBe(409);
      await addUser('second', [await administratorRole()]);
      expect((await ask(`DELETE /users/${id}`)).status).toBe(200);
    });
  });
});
