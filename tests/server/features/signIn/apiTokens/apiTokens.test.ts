// API tokens: they never allow more than their owner currently may, refusals say why, and what is stored of them.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../../../server/platform/audit/verifyAudit.ts';
import { one, sql } from '../../../../../server/platform/db/db.ts';
import type { ApiToken } from '../../../../../src/shared/contract/apiTokens.ts';
import { answerDecoder } from '../../../../../src/shared/contract/calls.ts';
import type { Permission } from '../../../../../src/shared/contract/permissions.ts';
import { addApiToken, addColleague, confirmationFor } from '../../../../support/people/users.ts';
import { databases } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { countWrites } from '../../../../support/server/statements.ts';
import { auditEntries } from '../../../../support/server/testDatabase.ts';

const days = (count: number) => count * 24 * 60;

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let now: Date;
  let administrator: string;

  beforeEach(async () => {
    now = new Date('2026-11-23T09:30:00Z');
    server = await startServer({ createDatabase: create, clock: () => now, proxies: 1 });
    administrator = await server.signIn(server.users.administrator);
  });
  afterEach(() => server.stop());

  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const idsOf = async (names: readonly Permission[]) =>
    (await server.db.all<{ id: number }>(sql`select id from permissions where name in (${names})`)).map(({ id }) => id);
  const companyIds = async () =>
    (await server.db.all<{ id: number }>(sql`select id from companies order by id`)).map(({ id }) => id);

  interface Wanted {
    name?: string;
    permissions?: readonly Permission[];
    companies?: readonly number[] | null;
    expires_in_days?: number | null;
  }

  async function ask(token: string, { permissions = ['employees.view'], ...more }: Wanted = {}) {
    const body = {
      name: 'Payroll',
      companies: null,
      expires_in_days: 90,
      ...more,
      permissions: await idsOf(permissions),
      confirmation: await confirmationFor(server.db, token, now),
    };
    return server.ask('POST /api-tokens', { token, body });
  }

  async function createToken(owner: string, wanted: Wanted = {}): Promise<{ token: string; api_token: ApiToken }> {
    const { status, json } = await ask(owner, wanted);
    expect([status, json.message]).toEqual([201, 'API token created']);
    return answerDecoder('POST /api-tokens')(json.data);
  }

  const status = async (key: string, token: string) => (await server.ask(key, { token })).status;
  const refusal = async (key: string, token: string) => {
    const answer = await server.ask(key, { token });
    return [answer.status, answer.json.message];
  };
  const own = async (token: string) =>
    answerDecoder('GET /api-tokens')((await server.ask('GET /api-tokens', { token })).json.data);

  test('is made only by who confirms that the session is theirs, once for each', async () => {
    const make = async (name: string, confirmation?: string, token = administrator) => {
      const body = { name, permissions: await idsOf(['employees.view']), companies: null, expires_in_days: 90 };
      const answer = await server.ask('POST /api-tokens', {
        token,
        body: { ...body, ...(confirmation && { confirmation }) },
      });
      return [answer.status, answer.json.errors?.confirmation?.[0]];
    };
    const refused = [422, 'Please confirm first that it is you'];
    expect(await make('Found')).toEqual(refused);
    expect(await make('Found', 'invented')).toEqual(refused);
    const { password } = server.users.administrator;
    const { json } = await server.ask('POST /auth/confirm', { token: administrator, body: { password } });
    const { confirmation } = Object(json.data);
    const manager = await server.signIn(server.users.manager);
    await server.db.run(
      sql`insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
        where email = ${server.users.manager.email} and roles.name = 'administrator'`,
    );
    expect(await make('Found', confirmation, manager)).toEqual(refused);
    expect(await make('Payroll', confirmation)).toEqual([201, undefined]);
    expect(await make('Again', confirmation)).toEqual(refused);
    expect((await own(administrator)).map(({ name }) => name)).toEqual(['Payroll']);
  });

  test('a user without password and factor makes one right after signing in', async () => {
    const colleague = await addColleague(server.db, 'Colleague', ['employees.view', 'api_tokens.create'], [], now);
    const make = async (name: string) => {
      const body = { name, permissions: await idsOf(['employees.view']), companies: null, expires_in_days: 90 };
      return (await server.ask('POST /api-tokens', { token: colleague, body })).status;
    };
    expect(await make('At once')).toBe(201);
    later(11);
    expect(await make('Later')).toBe(422);
  });

  test('is shown once, in the documented form; only its hash is stored', async () => {
    const { token, api_token } = await createToken(administrator, { companies: [(await companyIds())[0] ?? 0] });
    expect(token).toMatch(/^rc_[0-9A-Za-z]{42}$/);
    expect(api_token).toMatchObject({
      name: 'Payroll',
      start: token.slice(0, 8),
      permissions: ['employees.view'],
      companies: [{ id: (await companyIds())[0] }],
      expires_at: '2027-02-21T09:30:00Z',
      last_used_at: '',
    });
    const stored = [
      await server.db.all(sql`select * from api_tokens`),
      await server.db.all(sql`select * from audit`),
      (await server.ask('GET /api-tokens', { token: administrator })).json,
      server.log,
    ];
    expect(JSON.stringify(stored)).not.toContain(token.slice(8));
  });

  test('is told to its owner by mail, without the token', async () => {
    const { token } = await createToken(administrator);
    const mails = await server.db.all<{ recipient: string; body: string }>(
      sql`select recipient, body from outbox where subject = 'Your account has a new API token'`,
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual([server.users.administrator.email]);
    expect(mails[0]?.body).not.toContain(token.slice(0, 8));
  });

  test('does what it is for, and nothing else', async () => {
    const [company = 0, other = 0] = await companyIds();
    const { token } = await createToken(administrator, { companies: [company] });
    const { json } = await server.ask('GET /employees?per_page=100', { token });
    const employees = answerDecoder('GET /employees')(json.data).data;
    expect(new Set(employees.map(({ company_id }) => company_id))).toEqual(new Set([company]));
    expect(await status(`GET /companies/${other}/employees`, token)).toBe(404);
    expect(await refusal('GET /companies', token)).toEqual([
      403,
      'The API token "Payroll" lacks the permission companies.view',
    ]);
  });

  test.each([
    ['POST /auth/logout', undefined],
    [
      'POST /auth/change-password',
      { current_password: 'x', password: 'long enough', password_confirmation: 'long enough' },
    ],
    ['GET /sessions', undefined],
    ['POST /sessions/end-others', {}],
    ['GET /api-tokens', undefined],
    ['POST /api-tokens', { name: 'Another', permissions: [1], companies: null, expires_in_days: 1 }],
    ['DELETE /api-tokens/1', undefined],
    ['GET /user-api-tokens', undefined],
    ['POST /views', { name: 'View', path: '/', query: '' }],
    ['POST /users', { name: 'Eve', email: 'eve@x.example', password: 'long enough', roles: [1], companies: [] }],
    ['PUT /users/1', { name: 'Eve', email: 'eve@x.example', roles: [], companies: [] }],
    ['POST /users/1/assign-companies', { companies: [] }],
    ['GET /users/1/sessions', undefined],
    ['POST /roles', { name: 'eve', display_name: 'Eve', description: '', permissions: [] }],
    ['PUT /roles/1', { name: 'eve', display_name: 'Eve', description: '', permissions: [] }],
  ])('never does %s, even if every permission is stored with it', async (key, body) => {
    const { id } = await one<{ id: number }>(
      server.db,
      sql`select id from users where email = ${server.users.administrator.email}`,
    );
    const every = (await server.db.all<{ name: string }>(sql`select name from permissions`)).map(({ name }) => name);
    const token = await addApiToken(server.db, { userId: id, name: 'All', permissions: every, companies: null }, now);
    const before = await server.db.all(sql`select id from audit`);
    expect((await server.ask(key, { token, body })).status).toBe(403);
    expect(await server.db.all(sql`select id from audit`)).toEqual(before);
    expect(await status('GET /settings', token)).toBe(200);
  });

  test('tells a machine what itself may do, not what its owner may', async () => {
    const [company = 0] = await companyIds();
    const { token } = await createToken(administrator, { companies: [company] });
    const { json } = await server.ask('GET /auth/user', { token });
    const user = answerDecoder('GET /auth/user')(json.data);
    expect(user.roles.map(({ permissions }) => permissions)).toEqual([[{ name: 'employees.view' }]]);
    expect(JSON.stringify(user.companies)).not.toContain('Foreign');
    expect((await server.ask('GET /users/permissions', { token })).json.data).toEqual(['employees.view']);
  });

  test('tells a machine the time zones of its own companies', async () => {
    const [company = 0, other = 0] = await companyIds();
    await server.db.run(
      sql`insert into day_rules (company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person,
          leave_known_from, working_time)
        values (${other}, '00:00', 60, 'pairs', 'Asia/Kathmandu', false, '', '')`,
    );
    const zonesOf = async (companies: number[]) => {
      const { token } = await createToken(administrator, { name: `Of ${companies}`, companies });
      const { json } = await server.ask('GET /auth/user', { token });
      return answerDecoder('GET /auth/user')(json.data).time_zones;
    };
    expect(await zonesOf([other])).toEqual(['Asia/Kathmandu']);
    expect(await zonesOf([company])).not.toContain('Asia/Kathmandu');
    await server.db.run(sql`delete from day_rules where company_id = ${other}`);
  });

  test('loses at once what its owner loses: a permission, a company, and all with the owner', async () => {
    const companies = (await companyIds()).slice(0, 2);
    const rights = ['employees.view', 'companies.view', 'api_tokens.create'] as const;
    const colleague = await addColleague(server.db, 'Olga', rights, companies, now);
    const { token } = await createToken(colleague, { permissions: ['employees.view', 'companies.view'], companies });
    const seen = async () => Object((await server.ask('GET /companies', { token })).json.data).total;
    expect([await status('GET /employees', token), await seen()]).toEqual([200, 2]);

    await server.db.run(
      sql`delete from role_permissions where permission_id = (select id from permissions where name = 'employees.view')
        and role_id = (select id from roles where name = 'olga')`,
    );
    expect(await status('GET /employees', token)).toBe(403);
    await server.db.run(
      sql`delete from user_companies where company_id = ${companies[0] ?? 0}
        and user_id = (select id from users where email = 'olga@colleagues.example')`,
    );
    expect(await seen()).toBe(1);
    await server.db.run(sql`delete from users where email = 'olga@colleagues.example'`);
    expect(await refusal('GET /companies', token)).toEqual([
      401,
      'This API token does not exist. It may have been deleted with its owner',
    ]);
  });

  test('for all companies, grows and shrinks with its owner', async () => {
    const [first = 0, second = 0] = await companyIds();
    const colleague = await addColleague(server.db, 'Olga', ['companies.view', 'api_tokens.create'], [first], now);
    const { token } = await createToken(colleague, { permissions: ['companies.view'] });
    const seen = async () => Object((await server.ask('GET /companies', { token })).json.data).total;
    expect(await seen()).toBe(1);
    await server.db.run(
      sql`insert into user_companies (user_id, company_id)
        select id, ${second} from users where email = 'olga@colleagues.example'`,
    );
    expect(await seen()).toBe(2);
  });

  test('is named beside its owner in the audit of what it did', async () => {
    const { token, api_token } = await createToken(administrator, { permissions: ['employees.create'] });
    const body = { company_id: (await companyIds())[0], employee_id: 'M-1', name: 'By a machine' };
    expect((await server.ask('POST /employees', { token, body })).status).toBe(201);
    const [entry] = (await auditEntries(server.db)).slice(-1);
    expect(entry).toMatchObject({
      action: 'employees.create',
      user_email: server.users.administrator.email,
      api_token: { id: api_token.id, name: 'Payroll' },
    });
    expect((await verifyAudit(server.db)).fault).toBeUndefined();
    const { json } = await server.ask('GET /audit', { token: administrator });
    expect(answerDecoder('GET /audit')(json.data).entries[0]).toMatchObject({
      action: 'employees.create',
      api_token: 'Payroll',
    });
  });

  describe('creating one', () => {
    test.each<[string, Wanted, number, string]>([
      ['without a name', { name: ' ' }, 422, 'Name is required'],
      ['without permissions', { permissions: [] }, 422, 'Please choose at least one permission'],
      ['without companies', { companies: [] }, 422, 'Please choose at least one company'],
      ['for two years', { expires_in_days: 730 }, 422, 'Please enter a number of days from 1 to 365'],
      ['for no day', { expires_in_days: 0 }, 422, 'Please enter a number of days from 1 to 365'],
      ['for ever', { expires_in_days: null }, 422, 'Please choose when it expires, at most 365 days from now'],
      ['where it does not say for which companies', { companies: undefined }, 422, 'This must be present'],
      ['where it does not say for how long', { expires_in_days: undefined }, 422, 'This must be present'],
      ['for a company that is not there', { companies: [987_654] }, 422, 'A chosen company does not exist'],
      [
        'that may add users',
        { permissions: ['users.create'] },
        422,
        'No API token can have this permission: Create users',
      ],
      [
        'that may make tokens',
        { permissions: ['api_tokens.create'] },
        422,
        'No API token can have this permission: Create API tokens with own permissions',
      ],
    ])('is refused %s', async (_, wanted, expected, message) => {
      const { status: answered, json } = await ask(administrator, wanted);
      expect([answered, json.message]).toEqual([expected, message]);
      expect(await own(administrator)).toEqual([]);
    });

    test('is refused with more than its owner has', async () => {
      const [mine = 0, other = 0] = await companyIds();
      const colleague = await addColleague(server.db, 'Olga', ['employees.view', 'api_tokens.create'], [mine], now);
      expect((await ask(colleague, { permissions: ['employees.edit'] })).json.message).toBe(
        "You can't grant a permission you don't have: Edit employees",
      );
      const answer = await ask(colleague, { companies: [mine, other] });
      expect([answer.status, answer.json.message]).toEqual([403, 'You can only assign companies you have access to']);
      const unentitled = await addColleague(server.db, 'Pia', ['employees.view'], [mine], now);
      expect((await ask(unentitled)).status).toBe(403);
    });

    test('for some companies cannot include creating companies, which would be none of them', async () => {
      const [company = 0] = await companyIds();
      const { status: answered, json } = await ask(administrator, {
        permissions: ['companies.create'],
        companies: [company],
      });
      expect([answered, json.errors]).toEqual([
        422,
        { permissions: ['This needs a token for all of your companies: Create companies'] },
      ]);
    });

    test('without expiry needs the setting of an administrator', async () => {
      const body = {
        key: 'api_tokens_without_expiry',
        value: 'true',
        type: 'boolean',
        description: '',
        is_public: false,
      };
      expect((await server.ask('POST /settings', { token: administrator, body })).status).toBe(201);
      const { api_token, token } = await createToken(administrator, { expires_in_days: null });
      expect(api_token.expires_at).toBe('');
      later(days(5_000));
      expect(await status('GET /employees', token)).toBe(200);
    });

    test('needs another name each time, and at most 50', async () => {
      await createToken(administrator);
      expect((await ask(administrator)).json.errors).toEqual({
        name: ['You have an API token with this name already'],
      });
      for (let count = 2; count <= 50; count++) await createToken(administrator, { name: `Machine ${count}` });
      expect((await ask(administrator, { name: 'One more' })).json.message).toContain('up to 50 API tokens');
    });

    test('at the same time gives one of them the name', async () => {
      const answers = await Promise.all([ask(administrator), ask(administrator), ask(administrator)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
    });
  });

  describe('a token that does not work', () => {
    test('is refused when it was revoked, in the middle of a series of requests', async () => {
      const { token, api_token } = await createToken(administrator);
      const series = Array.from({ length: 30 }, async (_, index) => {
        if (index === 10) await server.ask(`DELETE /api-tokens/${api_token.id}`, { token: administrator });
        return status('GET /employees', token);
      });
      expect([...new Set(await Promise.all(series))].sort()).not.toContain(500);
      expect(await refusal('GET /employees', token)).toEqual([401, 'The API token "Payroll" has been revoked']);
      expect(await status(`DELETE /api-tokens/${api_token.id}`, administrator)).toBe(404);
      expect(await own(administrator)).toEqual([]);
    });

    test('is refused when it has expired, and says when', async () => {
      const { token } = await createToken(administrator, { expires_in_days: 1 });
      later(days(1) - 1);
      expect(await status('GET /employees', token)).toBe(200);
      later(1);
      expect(await refusal('GET /employees', token)).toEqual([
        401,
        'The API token "Payroll" expired on 2026-11-24. Please create a new one',
      ]);
    });

    test('is refused without a look into the database if it is cut off, changed or of another form', async () => {
      const { token } = await createToken(administrator);
      const changed = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      const swapped = token.slice(0, 5) + (token[6] ?? '') + (token[5] ?? '') + token.slice(7);
      for (const wrong of [token.slice(0, -1), `${token}0`, changed, 'rc_', swapped === token ? 'rc_x' : swapped]) {
        expect(await refusal('GET /employees', wrong)).toEqual([401, 'This API token is incomplete or mistyped']);
      }
      expect(await refusal('GET /employees', token.toUpperCase().replace('RC_', 'rc_'))).toEqual([
        401,
        'This API token is incomplete or mistyped',
      ]);
    });

    test('counts: after 100 of a network there is a pause, but not for tokens that are right', async () => {
      const { token } = await createToken(administrator);
      const attempt = (address: string, wanted: string) =>
        fetch(`${server.api}/employees`, {
          headers: { authorization: `Bearer ${wanted}`, 'x-forwarded-for': address },
        });
      for (let count = 0; count < 100; count++) await attempt('198.51.100.7', 'rc_wrong');
      const answer = await attempt('198.51.100.7', 'rc_wrong');
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect((await attempt('198.51.100.8', 'rc_wrong')).status).toBe(401);
      expect((await attempt('198.51.100.7', token)).status).toBe(200);
    });

    test.each(['access_token', 'token', 'api_key', 'Authorization'])(
      'is not read from the address, and the answer says so: %s',
      async (name) => {
        const { token } = await createToken(administrator);
        for (const call of [`GET /employees?${name}=${token}`, `GET /employees?${name}=anything`]) {
          const { status: answered, json } = await server.ask(call);
          expect([answered, json.message]).toEqual([401, expect.stringMatching(/header/)]);
        }
        expect(await refusal(`GET /employees?${name}=${token}`, administrator)).toEqual([
          401,
          expect.stringContaining('Revoke it'),
        ]);
        expect(JSON.stringify(server.log)).not.toContain(token);
      },
    );
  });

  describe('the last use', () => {
    test('is known to the minute, with the address', async () => {
      const { token } = await createToken(administrator);
      later(2);
      await fetch(`${server.api}/employees`, {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.9' },
      });
      expect(await own(administrator)).toMatchObject([
        { last_used_at: '2026-11-23T09:32:00Z', last_used_from: '198.51.100.9' },
      ]);
    });

    test('is known again when a clock that was ahead has been put right', async () => {
      const { token } = await createToken(administrator, { expires_in_days: 300 });
      later(days(200));
      await status('GET /settings/url-types', token);
      later(-days(200));
      await status('GET /settings/url-types', token);
      expect(await own(administrator)).toMatchObject([{ last_used_at: '2026-11-23T09:30:00Z' }]);
    });

    test('is written once a minute, however many requests come at once', async () => {
      const { token } = await createToken(administrator);
      const call = () => status('GET /settings/url-types', token);
      await call();
      const writes = countWrites(server.db);
      expect(new Set(await Promise.all(Array.from({ length: 40 }, call)))).toEqual(new Set([200]));
      expect(writes()).toBe(0);
      later(2);
      await Promise.all(Array.from({ length: 40 }, call));
      const { times } = await one<{ times: number }>(
        server.db,
        sql`select count(*) as times from api_tokens where last_used_at = '2026-11-23 09:32:00'`,
      );
      expect(times).toBe(1);
    });
  });

  describe("everybody's tokens", () => {
    test('are listed with their owners, by who may manage them, and revoked', async () => {
      const [company = 0] = await companyIds();
      const colleague = await addColleague(server.db, 'Olga', ['employees.view', 'api_tokens.create'], [company], now);
      const { token, api_token } = await createToken(colleague, { name: 'Olga’s machine' });
      await createToken(administrator, { companies: [company] });
      const { json } = await server.ask('GET /user-api-tokens', { token: administrator });
      const page = answerDecoder('GET /user-api-tokens')(json.data);
      expect(page.data.map(({ owner, name }) => [owner.name, name])).toEqual([
        [server.users.administrator.name, 'Payroll'],
        ['Olga', 'Olga’s machine'],
      ]);
      expect(await status('GET /user-api-tokens', colleague)).toBe(403);
      expect(await status(`DELETE /user-api-tokens/${api_token.id}`, administrator)).toBe(200);
      expect(await status('GET /employees', token)).toBe(401);
      const entries = await server.db.all<{ action: string }>(
        sql`select action from audit where subject = 'api_tokens' order by id`,
      );
      expect(entries.map(({ action }) => action)).toEqual([
        'api_tokens.create',
        'api_tokens.create',
        'api_tokens.revoke',
      ]);
    });

    test('of users out of sight are not listed, and those of stronger users not revoked', async () => {
      const [company = 0, other = 0] = await companyIds();
      const rights = ['employees.view', 'api_tokens.manage', 'api_tokens.create'] as const;
      const keeper = await addColleague(server.db, 'Karl', rights, [company], now);
      const stranger = await addColleague(server.db, 'Sven', ['employees.view', 'api_tokens.create'], [other], now);
      const strong = await addColleague(
        server.db,
        'Tess',
        ['employees.view', 'employees.edit', 'api_tokens.create'],
        [company],
        now,
      );
      const [hidden, seen] = [await createToken(stranger), await createToken(strong)];
      const { json } = await server.ask('GET /user-api-tokens', { token: keeper });
      expect(answerDecoder('GET /user-api-tokens')(json.data)).toMatchObject({
        total: 1,
        data: [{ owner: { name: 'Tess' } }],
      });
      expect(await status(`DELETE /user-api-tokens/${hidden.api_token.id}`, keeper)).toBe(404);
      expect(await refusal(`DELETE /user-api-tokens/${seen.api_token.id}`, keeper)).toEqual([
        403,
        expect.stringContaining("You can't change Tess"),
      ]);
      expect(await status(`DELETE /api-tokens/${seen.api_token.id}`, keeper)).toBe(404);
      expect(await status('GET /employees', seen.token)).toBe(200);
    });
  });
});
