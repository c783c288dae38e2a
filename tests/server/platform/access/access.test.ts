// Every call of the contract with every kind of caller: unauthorized ones get 401, 403 or 404, and callers never see,
// count or change anything of another company. New calls and permissions are included automatically: for each
// permission, one caller with only it and one with all others try the calls that need it, which finds a call that
// accepts another permission or needs a second one.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRole, roleId } from '../../../../server/features/people/roleQueries.ts';
import { insertUser } from '../../../../server/features/people/userQueries.ts';
import { audit } from '../../../../server/platform/audit/auditLog.ts';
import { one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { storeAllMissingWords } from '../../../../server/platform/records/search/searchIndex.ts';
import { access } from '../../../../src/shared/contract/access.ts';
import {
  deniedToTokens,
  deniedToTokensOfSomeCompanies,
  openToTokens,
} from '../../../../src/shared/contract/apiTokens.ts';
import { answerDecoder, type CallKey } from '../../../../src/shared/contract/calls.ts';
import { type Permission, permissionModules } from '../../../../src/shared/contract/permissions.ts';
import { addApiToken, openSession } from '../../../support/people/users.ts';
import { address, bodies, person, unusedId } from '../../../support/server/bodies.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

type Needed = 'anyone' | 'signedIn' | Permission;

/** The first match counts; other calls need the permission named by their path and method. */
const needs: readonly [RegExp, Needed][] = [
  [
    / \/auth\/(login|second-factor|passkey(\/begin)?|single-sign-on|forgot-password|reset-password|invitation(\/accept)?)$/,
    'anyone',
  ],
  [/ \/auth\//, 'signedIn'],
  [/^GET \/settings\/(public|url-types|\{keyOrId\})$/, 'signedIn'],
  [/^GET \/users\/permissions$/, 'signedIn'],
  [/^PUT \/views\/\{id\}\/role$/, 'roles.edit'],
  [/ \/(views|sessions)\b/, 'signedIn'],
  [/ \/api-tokens\/choices$|^POST \/api-tokens$/, 'api_tokens.create'],
  [/ \/api-tokens\b/, 'signedIn'],
  [/ \/user-api-tokens\b/, 'api_tokens.manage'],
  [/ \/(users\/\{id\}\/sessions|user-sessions)\b/, 'sign_in.manage'],
  [/ \/(users|roles)\/\{id\}\/second-factor/, 'sign_in.manage'],
  [/ \/permissions/, 'roles.view'],
  [/^GET \/invitations$/, 'users.view'],
  [/ \/users\/\{id\}\/(assign-companies|invitation)$/, 'users.edit'],
  [/^\w+ \/single-sign-on\b/, 'sign_in.manage'],
  [/^POST \/attendance\/mark-processed$/, 'attendance.process'],
  [/^POST \/attendance\/retry-hr$/, 'hr_sync.run'],
  [/^POST \/attendance\/sign-export$/, 'attendance.view'],
  [/^GET \/attention\b/, 'attendance.view'],
  [/^GET \/(exceptions|corrections|closed-months)\b/, 'attendance.view'],
  [/^POST \/corrections\/.*\bdecide\b/, 'corrections.approve'],
  [/^GET \/open-months$/, 'timesheets.close'],
  [/^POST \/closed-months\b/, 'timesheets.close'],
  [/^GET \/companies\/\{id\}\/access-controllers$/, 'access_controllers.view'],
  [/^GET \/companies\/\{id\}\/employees$/, 'employees.view'],
  [/^GET \/employees\/\{id\}\/expected-time$/, 'timesheets.view'],
  [/^GET \/companies\/\{id\}\/(week-patterns|free-days)$/, 'companies.view'],
  [/ \/(week-patterns|companies\/\{id\}\/free-days)/, 'companies.edit'],
  [/ \/companies\/\{id\}\/day-rules\/preview/, 'companies.edit'],
  [/ \/(leaves|balances)/, 'corrections.create'],
  [/ \/(companies\/\{id\}\/payroll|payroll-files)/, 'timesheets.close'],
  [/^GET \/(companies\/\{id\}\/(urls|day-rules|digest)|company-urls)/, 'companies.view'],
  [/ \/(companies\/\{id\}\/urls|company-urls)/, 'companies.edit'],
  [/^GET \/devices\/waiting$/, 'devices.manage'],
  [/^GET .*\/(devices?)\b/, 'devices.view'],
  [/ .*\/devices?\b/, 'devices.manage'],
  [/^GET \/unknown-codes$/, 'attendance.view'],
  [/^GET \/employee-codes$/, 'employees.view'],
  [/ \/employee-codes/, 'employees.edit'],
  [/^POST \/privacy\/rules\/preview$/, 'privacy.view'],
  [/^GET \/privacy\//, 'privacy.view'],
  [/ \/privacy\//, 'privacy.manage'],
  [/^GET \/legal-holds$/, 'privacy.view'],
  [/ \/legal-holds/, 'privacy.manage'],
  [/^POST \/roll-calls/, 'presence.roll_call'],
  [/ \/(presence|roll-calls)\b/, 'presence.view'],
  [/ .*\/personal-data\b/, 'privacy.view'],
  [/ .*\/(hr-connectors|hr-connection|hr-people|hr-matches)\b/, 'hr_sync.configure'],
  [/^GET .*\/hr-sync\//, 'hr_sync.view'],
  [/^POST \/companies\/\{id\}\/hr-sync\/test$/, 'hr_sync.view'],
  [/ \/companies\/\{id\}\/hr-sync\//, 'hr_sync.configure'],
  [/^GET \/hr-sync\//, 'hr_sync.view'],
  [/^POST \/hr-sync\//, 'hr_sync.run'],
  [/^PUT \/hr-sync\//, 'hr_sync.configure'],
];

/** Permissions that suffice instead of the one that a call needs. */
const enough: Readonly<Record<string, Needed>> = {
  'GET /closed-months': 'timesheets.close',
  'GET /companies/all': 'companies.all',
  'GET /corrections': 'corrections.approve',
  'GET /companies/{id}/access-controllers': 'devices.view',
  'GET /access-controllers': 'devices.view',
  'GET /access-controllers/{id}': 'devices.view',
};

/** Calls that affect all companies, or reveal people in all of them, and so require access to all. */
const reachesAll =
  /^(?:POST|PUT|DELETE) \/(?:settings|roles|hr-sync\/schedule|privacy\/(?:rules|erasures))\b|^\w+ \/(?:single-sign-on|audit)\b|^GET \/users\/{id}\/personal-data/;

const verbs: Readonly<Record<string, string>> = {
  GET: 'view',
  POST: 'create',
  PUT: 'edit',
  DELETE: 'delete',
};
const allPermissions = Object.values(permissionModules).flatMap((module) => Object.keys(module));

function neededFor(key: string): string {
  const exception = needs.find(([pattern]) => pattern.test(key));
  if (exception) return exception[1];
  const [method = '', path = ''] = key.split(' ');
  const permission = `${path.split('/')[1]?.replace('-', '_')}.${verbs[method]}`;
  if (!allPermissions.includes(permission)) throw new Error(`Say which permission ${key} needs`);
  return permission;
}

const keys = Object.keys(access).filter((key): key is CallKey => key in access);

/** How visitors' names begin. Each group has its own tests: a single one would take minutes on a busy machine. */
const groups = [
  'no_role',
  'viewer_of_one_company',
  'manager_of_one_company',
  'keeper_of_one_company',
  'url_editor_of_one_company',
  'auditor_of_all',
  'keeper_of_no_company',
  'only_',
  'all_but_',
  'administrator',
  'machine_of_',
];
/** Groups without the visitors who exist to be refused. */
const allowed = groups.filter((group) => group !== 'all_but_');

interface Visitor {
  name: string;
  userId: number;
  token: string;
  permissions: readonly string[];
  /** Whether the visitor has access to one company only. */
  isScoped: boolean;
  /** Whether the visitor uses an API token, to which calls about people are closed. */
  isMachine?: boolean;
  /** Whether the visitor has access to no company at all. */
  isHomeless?: boolean;
  /** The only permission whose calls this visitor tries. */
  about?: string;
}

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  const visitors: Visitor[] = [];
  /** Ids by the first segment of a path: one in the visitors' company, one in another. */
  let own: Record<string, number>;
  let foreign: Record<string, number>;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    own = await idsOf(sql`asc`);
    foreign = await idsOf(sql`desc`);
    await markForeign();

    const stranger = { name: 'Foreign', email: 'stranger@rollcall.example', passwordHash: '' };
    foreign.users = await insertUser(
      server.db,
      { ...stranger, roles: [], companies: [foreign.companies ?? 0] },
      new Date(),
    );
    await openSession(server.db, foreign.users, new Date());
    const { id: session } = await one<{ id: number }>(
      server.db,
      sql`select id from sessions where user_id = ${foreign.users}`,
    );
    Object.assign(foreign, { sessions: session, 'user-sessions': session });

    const views = allPermissions.filter((name) => name.endsWith('.view'));
    await visit('no_role', []);
    await visit('viewer_of_one_company', views);
    await visit(
      'manager_of_one_company',
      allPermissions.filter((name) => /^(employees|attendance|hr_sync|companies\.view)/.test(name)),
    );
    await visit(
      'keeper_of_one_company',
      allPermissions.filter((name) => name !== 'companies.all'),
    );
    await visit('url_editor_of_one_company', ['companies.view', 'companies.edit']);
    await visit('auditor_of_all', [...views, 'companies.all']);
    await visit(
      'keeper_of_no_company',
      allPermissions.filter((name) => name !== 'companies.all'),
      { isHomeless: true },
    );
    for (const about of allPermissions.filter((name) => name !== 'companies.all')) {
      const others = allPermissions.filter((name) => name !== about);
      await visit(`only_${about.replace('.', '_')}`, [about], { about });
      await visit(`all_but_${about.replace('.', '_')}`, others, { about });
    }
    const administrator = await roleId(server.db, 'administrator');
    const { id } = await one<{ id: number }>(
      server.db,
      sql`select user_id as id from user_roles where role_id = ${administrator}`,
    );
    visitors.push({
      name: 'administrator',
      userId: id,
      token: await tokenOf(id),
      permissions: allPermissions,
      isScoped: false,
    });
    own.users = keeper().userId;
    const actor = { caller: null, requestId: '', now: new Date() };
    await server.db.tx((queries) => audit(queries, actor, 'roles.edit', 'roles'));
    own.audit = foreign.audit = 1;
    await sendMachine('machine_of_the_administrator_for_one_company', id, [own.companies ?? 0]);
    await sendMachine('machine_of_the_keeper_for_all_companies', keeper().userId, null);
    await storeAllMissingWords(server.db);
  });
  afterAll(() => server.stop());

  async function visit(
    name: string,
    permissions: readonly string[],
    { isHomeless = false, about }: Pick<Visitor, 'isHomeless' | 'about'> = {},
  ) {
    const ids = await server.db.all<{ id: number }>(sql`select id from permissions where name in (${permissions})`);
    const fields = { name, display_name: name, description: '', permissions: ids.map(({ id }) => id) };
    const roles = [await insertRole(server.db, fields)];
    const user = {
      name,
      email: `${name}@visitors.example`,
      passwordHash: '',
      roles,
      companies: isHomeless ? [] : [own.companies ?? 0],
    };
    const userId = await insertUser(server.db, user, new Date());
    const isScoped = !permissions.includes('companies.all');
    visitors.push({ name, userId, token: await tokenOf(userId), permissions, isScoped, isHomeless, about });
  }

  /** Adds a visitor with a token that has all permissions a token can have. */
  async function sendMachine(name: string, userId: number, companies: readonly number[] | null) {
    const closed = [...deniedToTokens, ...(companies ? deniedToTokensOfSomeCompanies : [])];
    const permissions = allPermissions.filter((each) => closed.every((kept) => kept !== each));
    const token = await addApiToken(server.db, { userId, name, permissions: allPermissions, companies });
    visitors.push({ name, userId, token, permissions, isScoped: true, isMachine: true });
  }

  /** The first or last company with an event, and ids of its records. */
  async function idsOf(order: Sql): Promise<Record<string, number>> {
    const { company, record, controller, employee } = await one<Record<string, number>>(
      server.db,
      sql`select company_id as company, id as record, access_controller_id as controller,
          employee_id as employee
        from attendance where employee_id is not null order by company_id ${order}, id limit 1`,
    );
    const url = await one<{ id: number }>(
      server.db,
      sql`select id from company_urls where company_id = ${company ?? 0} limit 1`,
    );
    const companies = company ?? 0;
    const rollCall = await one<{ id: number }>(
      server.db,
      sql`insert into roll_calls (company_id, site, department, silent, started_by, started_at)
        values (${companies}, '', '', '[]', 'Ada', '2026-11-21 10:00:00') returning id`,
    );
    const correction = await one<{ id: number }>(
      server.db,
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, reason,
          state, author, created_at)
        values (${companies}, ${employee ?? 0}, 'E-1', '2026-11-20', 'add', 'check-out', '2026-11-20 17:00:00',
          'Forgot the card', 'waiting', 'Ada', '2026-11-21 10:00:00') returning id`,
    );
    const closedMonth = await one<{ id: number }>(
      server.db,
      sql`insert into closed_months (company_id, month, closed_by, closed_at)
        values (${companies}, '2026-01', 'Ada', '2026-02-03 10:00:00') returning id`,
    );
    const device = await one<{ id: number }>(
      server.db,
      sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at)
        values ('hikvision', ${String(controller)}, 'Foreign', ${controller ?? 0}, 'waiting', '2026-11-21 10:00:00',
          '2026-11-21 10:00:00') returning id`,
    );
    const code = await one<{ id: number }>(
      server.db,
      sql`insert into employee_codes (company_id, code, employee_id, author, created_at)
        values (${companies}, 'Foreign code', ${employee ?? 0}, 'Ada', '2026-11-21 10:00:00') returning id`,
    );
    const hold = await one<{ id: number }>(
      server.db,
      sql`insert into legal_holds (kind, subject_id, reason, author, created_at)
        values ('companies', ${companies}, 'Lawsuit', 'Ada', '2026-11-21 10:00:00') returning id`,
    );
    const pattern = await one<{ id: number }>(
      server.db,
      sql`insert into week_patterns (company_id, valid_from, monday, tuesday, wednesday, thursday, friday, saturday,
          sunday)
        values (${companies}, '2026-01-01', 1, 1, 1, 1, 1, 1, 1) returning id`,
    );
    const leave = await one<{ id: number }>(
      server.db,
      sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half)
        values (${companies}, ${employee ?? 0}, '2026-11-20', '2026-11-20', false) returning id`,
    );
    const balance = await one<{ id: number }>(
      server.db,
      sql`insert into balances (company_id, employee_id, day, minutes, reason)
        values (${companies}, ${employee ?? 0}, '2026-11-20', 5, 'Agreed') returning id`,
    );
    return {
      companies,
      'week-patterns': pattern.id,
      leaves: leave.id,
      balances: balance.id,
      'legal-holds': hold.id,
      devices: device.id,
      'employee-codes': code.id,
      corrections: correction.id,
      'closed-months': closedMonth.id,
      'hr-sync': companies,
      'company-urls': url.id,
      'access-controllers': controller ?? 0,
      attendance: record ?? 0,
      employees: employee ?? 0,
      timesheets: employee ?? 0,
      'roll-calls': rollCall.id,
    };
  }

  async function markForeign() {
    const mine = own.companies ?? 0;
    await server.db.run(sql`update companies set name = 'Foreign ' || name where id <> ${mine}`);
    for (const table of [sql`employees`, sql`access_controllers`]) {
      await server.db.run(sql`update ${table} set name = 'Foreign ' || name where company_id <> ${mine}`);
    }
    await server.db.run(sql`update company_urls set description = 'Foreign' where company_id <> ${mine}`);
    await server.db.run(sql`update employee_codes set code = 'Own code' where company_id = ${mine}`);
    await server.db.run(
      sql`update devices set serial = 'Own device'
        where controller_id in (select id from access_controllers where company_id = ${mine})`,
    );
  }

  const tokenOf = (userId: number, at = new Date()) => openSession(server.db, userId, at);

  const idKind = (key: string) => key.split('/')[1] ?? '';
  const path = (key: string, ids: Record<string, number>) =>
    key
      .replace('{id}', String(ids[idKind(key)] ?? unusedId))
      .replace('{keyOrId}', 'business_timezone')
      .replace('{slot}', 'morning')
      .replace('{section}', 'record');
  const body = (key: CallKey) => (key.startsWith('GET ') ? undefined : (bodies[key] ?? {}));
  const isAllowed = ({ permissions, isScoped, isMachine }: Visitor, key: CallKey) =>
    [neededFor(key), enough[key] ?? ''].some((each) => ['anyone', 'signedIn', ...permissions].includes(each)) &&
    !(isScoped && reachesAll.test(key)) &&
    !(isMachine && neededFor(key) === 'signedIn' && !openToTokens.some((each) => each === key));

  const triedWith = ({ about }: Visitor): CallKey[] =>
    about ? keys.filter((key) => [neededFor(key), enough[key]].includes(about)) : keys;

  const ask = async ({ userId, token, isMachine }: Visitor, key: CallKey, ids: Record<string, number>) => {
    const isLast = key === 'POST /auth/logout' && !isMachine;
    return server.ask(path(key, ids), { token: isLast ? await tokenOf(userId) : token, body: body(key) });
  };

  const keeper = () => visitorOf('keeper_of_one_company');

  function visitorOf(name: string): Visitor {
    const found = visitors.find((visitor) => visitor.name === name);
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  }

  test('answers 401 without a valid session, except for the sign-in calls', async () => {
    const expired = await tokenOf(keeper().userId, new Date(Date.now() - 15 * 24 * 60 * 60_000));
    for (const key of keys.filter((each) => neededFor(each) !== 'anyone')) {
      for (const token of [{}, { token: expired }, { token: 'invented' }]) {
        expect((await server.ask(path(key, own), { ...token, body: body(key) })).status, key).toBe(401);
      }
    }
  });

  test('every visitor is of one group', () => {
    const groupsOf = ({ name }: Visitor) => groups.filter((group) => name.startsWith(group)).length;
    expect(visitors.filter((visitor) => groupsOf(visitor) !== 1)).toEqual([]);
  });

  const visitorsOf = (group: string) => visitors.filter(({ name }) => name.startsWith(group));

  test.each(groups.filter((group) => group !== 'administrator'))(
    'answers 403 to %s without the permission, whatever the input',
    async (group) => {
      let refusals = 0;
      for (const visitor of visitorsOf(group)) {
        for (const key of triedWith(visitor).filter((each) => !isAllowed(visitor, each))) {
          for (const ids of [own, foreign, {}]) {
            const { status, json } = await ask(visitor, key, ids);
            expect([status, json.data], `${visitor.name}: ${key}`).toEqual([403, null]);
            refusals++;
          }
        }
      }
      expect(refusals).toBeGreaterThan(60);
    },
  );

  test.each(allowed.filter((group) => group !== 'keeper_of_no_company'))(
    'lets %s with the permission read the records in scope',
    async (group) => {
      for (const visitor of visitorsOf(group)) {
        for (const key of triedWith(visitor).filter((each) => each.startsWith('GET ') && isAllowed(visitor, each))) {
          if (key.includes('/roles/{id}')) continue; // belongs to no company
          // Needs at least the rights of the user concerned: tests/server/features/signIn/sessions.test.ts tries both.
          if (/users\/{id}\/(sessions|second-factors)/.test(key)) continue;
          expect((await ask(visitor, key, own)).status, `${visitor.name}: ${key}`).toBe(200);
        }
      }
    },
  );

  test.each(allowed)('answers 404 to %s for the id of another company’s record or of none', async (group) => {
    const before = await foreignRows();
    for (const visitor of visitorsOf(group)) {
      for (const key of triedWith(visitor).filter((each) => each.includes('{id}') && isAllowed(visitor, each))) {
        const strangers = visitor.isScoped && idKind(key) !== 'roles' ? [foreign, {}] : [{}];
        if (visitor.isHomeless && idKind(key) !== 'roles') strangers.push(own);
        for (const ids of strangers) {
          const { status, json } = await ask(visitor, key, ids);
          expect([status, json.data], `${visitor.name}: ${key}`).toEqual([404, null]);
        }
      }
    }
    expect(await foreignRows()).toEqual(before);
  });

  test.each(allowed.filter((group) => !['auditor_of_all', 'administrator'].includes(group)))(
    'never returns data of another company to %s',
    async (group) => {
      for (const visitor of visitorsOf(group).filter(({ isScoped }) => isScoped)) {
        for (const key of triedWith(visitor).filter((each) => !each.startsWith('DELETE') && isAllowed(visitor, each))) {
          const isWriteOnOwn = !key.startsWith('GET ') && key.includes('{');
          const { status, json } = await ask(visitor, key, isWriteOnOwn ? {} : own);
          expect(status, `${visitor.name}: ${key}`).toBeLessThan(500);
          expect(JSON.stringify(json), `${visitor.name}: ${key}`).not.toContain('Foreign');
        }
      }
    },
  );

  test.each([
    'keeper_of_one_company',
    'machine_of_the_administrator_for_one_company',
    'machine_of_the_keeper_for_all_companies',
  ])('counts only the companies of the %s in totals, pages, selects and statistics', async (name) => {
    const { token, userId } = visitorOf(name);
    const mine = own.companies ?? 0;
    const count = async (from: Sql) => (await one<{ n: number }>(server.db, sql`select count(*) as n from ${from}`)).n;
    const data = async (call: string) => (await server.ask(call, { token })).json.data;
    const employees = await count(sql`employees where company_id = ${mine} and deleted_at is null`);
    const active = await count(sql`employees where company_id = ${mine} and deleted_at is null and is_active = true`);
    const events = await count(sql`attendance where company_id = ${mine}`);
    expect(events).toBeGreaterThan(0);

    expect(await data('GET /companies')).toMatchObject({ total: 1, data: [{ id: mine }] });
    expect(await data('GET /companies/all')).toMatchObject([{ id: mine }]);
    expect(await data('GET /employees?per_page=100')).toMatchObject({ total: employees });
    expect(await data('GET /attendance')).toMatchObject({ total: events });
    expect(await data('GET /timesheets?start_date=2001-01-01')).toMatchObject({ total: active });
    expect(await data('GET /presence')).toMatchObject({ total: active });
    expect(await data('GET /roll-calls')).toMatchObject({ total: 1 });
    expect(await data('GET /corrections')).toMatchObject({ total: 1, data: [{ company: { id: mine } }] });
    expect(await data('GET /closed-months')).toMatchObject([{ company: { id: mine } }]);
    expect(await data(`GET /corrections?company_id=${foreign.companies}`)).toMatchObject({ total: 0, data: [] });
    expect(await data(`GET /closed-months?company_id=${foreign.companies}`)).toEqual([]);
    expect(await data('GET /attendance/statistics')).toMatchObject({ total: events });
    expect(await data('GET /company-urls/health-statistics')).toMatchObject({
      total: await count(sql`company_urls where company_id = ${mine}`),
    });
    expect(await data('GET /access-controllers')).toMatchObject({
      total: await count(sql`access_controllers where company_id = ${mine} and deleted_at is null`),
    });
    expect(await data('GET /users')).toMatchObject({
      total: await count(
        sql`users where id = ${userId} or id in (select user_id from user_companies where company_id = ${mine})`,
      ),
    });

    for (const query of [
      `company_id=${foreign.companies}`,
      `employee_id=${foreign.employees}`,
      `access_controller_id=${foreign['access-controllers']}`,
    ]) {
      expect(await data(`GET /attendance?${query}`), query).toMatchObject({ total: 0, data: [] });
    }
    expect(await data(`GET /employees?company_id=${foreign.companies}`)).toMatchObject({
      total: 0,
      data: [],
    });
    expect(await data(`GET /attendance/statistics?company_id=${foreign.companies}`)).toMatchObject({
      total: 0,
      last_24_hours: 0,
    });
  });

  test('lets nobody direct the HR sync elsewhere without the permission to configure it', async () => {
    const { token } = visitorOf('url_editor_of_one_company');
    const company = own.companies ?? 0;
    const hr = { url_type: 'hr_system', url: 'https://elsewhere.example/', description: '' };
    const ofCompany = sql`select url_type, url, is_active from company_urls where company_id = ${company} order by id`;
    const { id: hrUrl } = await one<{ id: number }>(
      server.db,
      sql`insert into company_urls (company_id, url_type, url, created_at)
        values (${company}, 'hr_system', 'https://hr.example/', '2026-01-01 00:00:00') returning id`,
    );
    const plain = await server.ask(`POST /companies/${company}/urls`, { token, body: address });
    expect(plain.status).toBe(201);
    const plainUrl = answerDecoder('POST /companies/{id}/urls')(plain.json.data)?.id;
    const before = await server.db.all(ofCompany);
    for (const [key, body] of [
      [`POST /companies/${company}/urls`, hr],
      [`PUT /company-urls/${plainUrl}`, hr],
      [`PUT /company-urls/${hrUrl}`, hr],
      [`PUT /company-urls/${hrUrl}`, address],
      [`PUT /company-urls/${hrUrl}`, { ...hr, url: 'https://hr.example/', is_active: false }],
      [`DELETE /company-urls/${hrUrl}`, undefined],
    ] as const) {
      const { status, json } = await server.ask(key, { token, body });
      expect([key, status, json.message]).toEqual([
        key,
        403,
        'You need permission to configure the HR sync to change URLs of the type hr_system',
      ]);
    }
    expect(await server.db.all(ofCompany)).toEqual(before);
    expect((await server.ask(`PUT /company-urls/${hrUrl}`, { token: keeper().token, body: hr })).status).toBe(200);
  });

  test.each([
    'keeper_of_one_company',
    'machine_of_the_administrator_for_one_company',
    'machine_of_the_keeper_for_all_companies',
  ])('lets the %s change nothing by a body that refers to another company', async (name) => {
    const { token } = visitorOf(name);
    const before = await foreignRows();
    const there = foreign.companies ?? 0;
    const door = { company_id: there, name: 'Door' };
    const correcting = (...corrections: object[]): [string, object] => [
      'POST /corrections',
      { corrections, reason: 'Forgot the card' },
    ];
    const attempts: [string, object][] = [
      correcting({ kind: 'set_aside', record_id: foreign.attendance }),
      correcting(
        { kind: 'set_aside', record_id: own.attendance },
        { kind: 'set_aside', record_id: foreign.attendance },
      ),
      correcting({ kind: 'undo', correction_id: foreign.corrections }),
      correcting({
        kind: 'add',
        employee_id: foreign.employees,
        timestamp: '2026-11-20T17:00',
        event_type: 'check-out',
      }),
      ['POST /closed-months', { company_id: there, month: '2026-02' }],
      ['POST /access-controllers', door],
      [`PUT /access-controllers/${own['access-controllers']}`, door],
      ['POST /employees', { company_id: there, employee_id: 'E-1', name: 'Spy' }],
      ['POST /attendance/mark-processed', { record_ids: [foreign.attendance] }],
      ['POST /attendance/mark-processed', { record_ids: [own.attendance, foreign.attendance] }],
      ['POST /users', { ...person, password: 'long enough', roles: [], companies: [there] }],
      [`PUT /users/${own.users}`, { ...person, roles: [], companies: [there] }],
      [`POST /users/${own.users}/assign-companies`, { companies: [there] }],
    ];
    for (const [key, content] of attempts) {
      const { status } = await server.ask(key, { token, body: content });
      expect([403, 404, 422], key).toContain(status);
    }
    // An employee's company cannot be changed, so it is not checked.
    const moved = { company_id: there, employee_id: 'E-2', name: 'Spy' };
    expect((await server.ask(`PUT /employees/${own.employees}`, { token, body: moved })).status).toBe(200);
    expect(await foreignRows()).toEqual(before);
  });

  test.each([
    'keeper_of_one_company',
    'machine_of_the_administrator_for_one_company',
    'machine_of_the_keeper_for_all_companies',
  ])('lets the %s reach nothing by any id of another company in the body of any call', async (name) => {
    const visitor = visitorOf(name);
    const before = await foreignRows();
    const person = foreign.employees ?? 0;
    /** The other company's records under the names used in bodies. Calls ignore unknown fields. */
    const theirs = {
      company_id: foreign.companies,
      companies: [foreign.companies],
      record_ids: [foreign.attendance],
      record_id: foreign.attendance,
      device_id: foreign.devices,
      subject_id: foreign.companies,
      id: person,
      user_id: foreign.users,
      ids: [foreign.attendance],
      matches: [{ employee_id: person, person_id: '1' }],
      ticks: [{ employee_id: person, is_ticked: true, at: '2026-11-21T10:00:00.000Z' }],
      corrections: [{ kind: 'set_aside', record_id: foreign.attendance }],
    };
    // A new company is the caller's own.
    const calls = keys.filter((key) => /^(POST|PUT) (?!\/auth\/|\/companies$)/.test(key) && isAllowed(visitor, key));
    for (const key of calls) {
      // As the id of an employee's record, and as the number that people read.
      for (const employee of [{ employee_id: person }, { employee_id: String(person), name: 'Spy' }]) {
        const content = { ...bodies[key], ...theirs, ...employee };
        const { status, json } = await server.ask(path(key, own), { token: visitor.token, body: content });
        expect(status, `${name}: ${key}`).toBeLessThan(500);
        expect(JSON.stringify(json), `${name}: ${key}`).not.toContain('Foreign');
        expect(await foreignRows(), `${name}: ${key}`).toEqual(before);
      }
    }
  });

  /** All stored rows outside the visitors' company. */
  async function foreignRows() {
    const mine = own.companies ?? 0;
    const of = (table: Sql) => server.db.all(sql`select * from ${table} where company_id <> ${mine} order by id`);
    return {
      companies: await server.db.all(sql`select * from companies where id <> ${mine} order by id`),
      urls: await of(sql`company_urls`),
      controllers: await of(sql`access_controllers`),
      employees: await of(sql`employees`),
      attendance: await of(sql`attendance`),
      corrections: await of(sql`corrections`),
      closedMonths: await of(sql`closed_months`),
      codes: await of(sql`employee_codes`),
      rollCalls: await of(sql`roll_calls`),
      holds: await server.db.all(
        sql`select * from legal_holds where kind = 'companies' and subject_id <> ${mine} order by id`,
      ),
      devices: await server.db.all(
        sql`select id, serial, controller_id, state from devices
          where controller_id not in (select id from access_controllers where company_id = ${mine}) order by id`,
      ),
      assigned: await server.db.all(
        sql`select * from user_companies where company_id <> ${mine} order by user_id, company_id`,
      ),
      stranger: await server.db.all(sql`select * from users where id = ${foreign.users ?? 0}`),
    };
  }
});
