// Every change is audited. The conformance kit makes the specification's writing calls; this test makes the ones it
// skips and the ones beyond the specification.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkServer } from '../../../../scripts/conformance/check.ts';
import { findCredentials } from '../../../../server/features/people/credentialQueries.ts';
import { roleId } from '../../../../server/features/people/roleQueries.ts';
import { createTicket } from '../../../../server/features/people/tickets.ts';
import { hashOfToken } from '../../../../server/platform/crypto/hashes.ts';
import { one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { createClient } from '../../../../src/platform/api/client.ts';
import { access } from '../../../../src/shared/contract/access.ts';
import { auditActions, auditSubjects } from '../../../../src/shared/words/auditWords.ts';
import { startProxy, type TestProxy } from '../../../support/console/proxy.ts';
import { exportRecords } from '../../../support/exports/exportRecords.ts';
import { serveFakeHr } from '../../../support/hr/fakeHr.ts';
import { createTrytonFake } from '../../../support/hr/trytonFake.ts';
import { invitee, mailedToken } from '../../../support/people/users.ts';
import { bodies } from '../../../support/server/bodies.ts';
import { asker, startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';
import { createSoftPasskey, secondFactors } from '../../../support/signIn/secondFactors.ts';

let server: TestServer;
let proxy: TestProxy;
/** Calls that added an audit entry, and calls that did not. */
const calls = { audited: new Set<string>(), silent: new Set<string>() };

beforeAll(async () => {
  server = await startServer({ allowPrivateHosts: '127.0.0.1' });
  proxy = await startProxy(server.api, async ({ key }, ask) => {
    const before = await entries();
    const reply = await ask();
    await server.settled();
    const isWrite = !key.startsWith('GET ') && reply.status < 300;
    if (isWrite) calls[(await entries()) > before ? 'audited' : 'silent'].add(key);
    return reply;
  });
});
beforeAll(() => checkServer({ api: proxy.api, account: server.users.administrator, write: true, pages: 1 }));
beforeAll(callsOfOurOwn);
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const entries = async () => (await one<{ n: number }>(server.db, sql`select count(*) as n from audit`)).n;

async function callsOfOurOwn(): Promise<void> {
  const { administrator, manager } = server.users;
  const token = await server.signIn(administrator);
  const ask = (method: string, path: string, body: object) =>
    fetch(proxy.api + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const { id: company } = await one<{ id: number }>(
    server.db,
    sql`select company_id as id from company_urls where url_type = 'hr_system' and is_active = true
      and company_id in (select company_id from attendance) limit 1`,
  );
  await ask('PUT', `/companies/${company}/digest`, { weekdays: [1] });
  await ask('PUT', '/auth/digest', { wants_digest: false });
  const { id: record } = await one<{ id: number }>(
    server.db,
    sql`select id from attendance where is_processed = false limit 1`,
  );
  await ask('POST', '/attendance/mark-processed', { record_ids: [record] });
  await ask('POST', '/attendance/retry-hr', { record_ids: [record] });
  await exportRecords(
    { api: createClient({ base: proxy.api, token: () => token }) },
    { filters: { company_id: company }, canSign: true },
  );
  const waiting = async () => {
    const { id } = await one<{ id: number }>(
      server.db,
      sql`insert into corrections (company_id, employee_code, day, kind, event_type, occurred_at, attendance_id, reason,
          state, author, created_at)
        select company_id, employee_code, '2026-11-20', 'set_aside', event_type, occurred_at, id, 'Wrong', 'waiting',
          'Somebody else', created_at
        from attendance where id = ${record} returning id`,
    );
    return id;
  };
  await ask('POST', '/corrections/decide', { ids: [await waiting()], agree: false, reason: 'No' });
  await ask('POST', `/corrections/${await waiting()}/decide`, { agree: true, reason: '' });
  await ask('PUT', '/hr-sync/schedule/morning', { time: '10:00', enabled: true });
  await ask('PUT', '/hr-sync/schedule/morning/toggle', { enabled: false });
  for (const path of [`/companies/${company}`, '/all', `/companies/${company}/retry`])
    await ask('POST', `/hr-sync${path}`, {});
  await callsAboutHrSystem(ask, company);
  await callsAboutDays(ask, company);
  await callsAboutDevices(ask, company);
  await callsAboutPrivacy(ask);
  await callsOfInvitations(ask);
  await callsAboutSingleSignOn(ask);
  await callsAboutOneself(ask);
  await callsAboutSecondFactors();
  await ask('POST', '/auth/forgot-password', { email: manager.email });
  const link = new URL(/https:\S+/.exec(server.mails.at(-1)?.body ?? '')?.[0] ?? '');
  const passwords = { password: 'another one', password_confirmation: 'another one' };
  await ask('POST', '/auth/reset-password', {
    ...Object.fromEntries(new URLSearchParams(link.hash.slice(1))),
    ...passwords,
  });
}

async function callsOfInvitations(ask: Ask): Promise<void> {
  await ask('POST', '/users', { ...invitee, invite: true });
  const { id } = await one<{ id: number }>(server.db, sql`select id from users where email = ${invitee.email}`);
  await ask('DELETE', `/users/${id}/invitation`, {});
  await ask('POST', `/users/${id}/invitation`, {});
  const token = mailedToken(server);
  await ask('POST', '/auth/invitation', { token });
  const passwords = { password: 'chosen by Nina', password_confirmation: 'chosen by Nina' };
  await ask('POST', '/auth/invitation/accept', { token, ...passwords });
}

async function callsAboutSingleSignOn(ask: Ask): Promise<void> {
  const settings = { maps_roles: false, creates_users: false, closes_passwords: false };
  await ask('PUT', '/single-sign-on', { ...settings, roles_claim: '', mapping: [], emergency_accounts: [] });
  await ask('POST', '/single-sign-on/test', {});
  const verifier = 'what the page kept';
  const data = hashOfToken(verifier);
  const userId = (await findCredentials(server.db, server.users.administrator.email))?.id ?? 0;
  const ticket = await createTicket(server.db, { stage: 'single_sign_on', userId, data }, new Date());
  await ask('POST', '/auth/single-sign-on', { ticket, verifier });
}

async function callsAboutSecondFactors(): Promise<void> {
  const { administrator, manager } = server.users;
  const through = secondFactors(
    () => ({ ask: asker(proxy.api) }),
    () => new Date(),
  );
  const { done, addPasskey, addApp, confirm } = through;
  const admin = await server.signIn(administrator);
  const token = await server.signIn(manager);
  const { codes } = await addApp(token);
  const confirmed = async (): Promise<string> => confirm(manager, token, codes.at(used++), 'recovery_code');
  let used = 0;
  const passkey = createSoftPasskey();
  await addPasskey(token, passkey, await confirmed());
  const begun = await done('POST /auth/passkey/begin');
  const answer = passkey.answer({ challenge: begun.passkey.challenge });
  await done('POST /auth/passkey', { ticket: begun.ticket, passkey: answer });
  const { passkeys } = await done('GET /auth/second-factors', undefined, token);
  const path = `/auth/passkeys/${passkeys[0]?.id}`;
  const asked = asker(proxy.api);
  await asked(`PUT ${path}`, { token, body: { name: 'Blue key' } });
  await asked(`POST ${path}/remove`, { token, body: { confirmation: await confirmed() } });
  await done('POST /auth/authenticator-app/remove', { confirmation: await confirmed() }, token);
  const again = await addApp(await server.signIn(manager));
  const { ticket } = await through.demandFor(manager);
  const proof = through.proofOf(again.codes[0] ?? '', 'recovery_code');
  const session = (await done('POST /auth/second-factor', { ticket, proof })).token;
  const confirmation = await confirm(manager, session, again.codes[1], 'recovery_code');
  await done('POST /auth/recovery-codes', { confirmation }, session);
  const { id: user } = await one<{ id: number }>(server.db, sql`select id from users where email = ${manager.email}`);
  await asked(`POST /users/${user}/second-factors/reset`, { token: admin, body: {} });
  const role = await roleId(server.db, 'hr_manager');
  await asked(`PUT /roles/${role}/second-factor`, { token: admin, body: { is_required: false } });
}

type Ask = (method: string, path: string, body: object) => Promise<Response>;

async function callsAboutHrSystem(ask: Ask, company: number): Promise<void> {
  const people = [{ id: '1', number: '', name: 'Ann', email: '', is_active: true }];
  const fake = createTrytonFake({ people, timeZone: 'UTC', clock: () => new Date() });
  const tryton = await serveFakeHr(fake);
  await server.db.run(
    sql`update company_urls set url = ${tryton.base} where company_id = ${company} and url_type = 'hr_system'`,
  );
  const { settings, secrets } = fake;
  const connection = { connector: 'tryton', settings, secrets, match_by: 'number', expires_on: '' };
  await ask('PUT', `/companies/${company}/hr-connection`, connection);
  await ask('POST', `/companies/${company}/hr-connection/test`, connection);
  await ask('POST', `/companies/${company}/hr-people/read`, {});
  await ask('PUT', `/companies/${company}/hr-matches`, { matches: [] });
  await server.db.run(
    sql`update hr_sync_turns set holder = 'a sync', lease_ends_at = '2099-01-01 00:00:00' where company_id = ${company}`,
  );
  await ask('POST', `/hr-sync/companies/${company}/cancel`, {});
  await server.db.run(
    sql`insert into hr_attendance_waits (company_id, kind, subject_id, since)
      values (${company}, 'door', 1, '2026-05-12 08:00:00')`,
  );
  await ask('PUT', `/hr-sync/companies/${company}/attendance-waits`, { kind: 'door', id: 1, is_lifted: true });
  await tryton.stop();
}

async function callsAboutDays(ask: Ask, company: number): Promise<void> {
  await ask('PUT', `/companies/${company}/day-rules`, bodies['PUT /companies/{id}/day-rules'] ?? {});
  const { id: record } = await one<{ id: number }>(
    server.db,
    sql`select max(id) as id from attendance where company_id = ${company}`,
  );
  await ask('POST', '/corrections', { corrections: [{ kind: 'set_aside', record_id: record }], reason: 'Wrong' });
  await ask('POST', '/closed-months', { company_id: company, month: '2020-01' });
  await ask('PUT', `/companies/${company}/payroll`, bodies['PUT /companies/{id}/payroll'] ?? {});
  await ask('POST', `/companies/${company}/payroll/files`, { month: '2020-01' });
  const { id: month } = await one<{ id: number }>(server.db, sql`select max(id) as id from closed_months`);
  await ask('POST', `/closed-months/${month}/reopen`, { reason: 'Late papers' });
  await ask('PUT', `/companies/${company}/free-days`, { days: [{ day: '2020-02-01', name: 'Free', is_half: false }] });
  const week = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 1, sunday: 1 };
  const made = async (path: string, body: object) => {
    const { data } = await (await ask('POST', path, body)).json();
    await ask('DELETE', `${path}/${data.id}`, {});
  };
  const employee_id = await employeeOf(company);
  await made('/week-patterns', { company_id: company, employee_id: null, valid_from: '2026-01-01', ...week });
  await made('/leaves', { employee_id, first_day: '2026-01-01', last_day: '2026-01-01' });
  await made('/balances', { employee_id, day: '2026-01-01', minutes: 5, reason: 'Agreed' });
  await ask('POST', '/roll-calls', { company_id: company });
  const { id: rollCall } = await one<{ id: number }>(server.db, sql`select max(id) as id from roll_calls`);
  const tick = { employee_id: await employeeOf(company), is_ticked: true, at: new Date().toISOString() };
  await ask('POST', `/roll-calls/${rollCall}/ticks`, { ticks: [tick] });
  await ask('POST', `/roll-calls/${rollCall}/end`, {});
}

async function employeeOf(company: number): Promise<number> {
  const found = await one<{ id: number }>(
    server.db,
    sql`select min(id) as id from employees where company_id = ${company} and deleted_at is null`,
  );
  return found.id;
}

async function callsAboutOneself(ask: Ask): Promise<void> {
  const last = async (table: Sql, email: string) => {
    const ofUser = sql`user_id = (select id from users where email = ${email})`;
    return one<{ id: number; user_id: number }>(
      server.db,
      sql`select max(id) as id, user_id from ${table} where ${ofUser} group by user_id`,
    );
  };
  const { administrator, manager } = server.users;
  await ask('POST', '/views', { name: 'Open', path: '/attendance', query: 'is_processed=false' });
  const { id: view } = await last(sql`saved_views`, administrator.email);
  await ask('PUT', `/views/${view}`, { name: 'Still open' });
  await ask('PUT', '/views/order', { ids: [view] });
  await ask('PUT', `/views/${view}/role`, { role_id: await roleId(server.db, 'hr_manager') });
  await ask('DELETE', `/views/${view}`, {});

  const { id: permission } = await one<{ id: number }>(
    server.db,
    sql`select id from permissions where name = 'employees.view'`,
  );
  for (const path of ['/api-tokens', '/user-api-tokens']) {
    const confirmed = await (await ask('POST', '/auth/confirm', { password: administrator.password })).json();
    const { confirmation } = confirmed.data;
    const body = { name: path, permissions: [permission], companies: null, expires_in_days: 1, confirmation };
    await ask('POST', '/api-tokens', body);
    await ask('DELETE', `${path}/${(await last(sql`api_tokens`, administrator.email)).id}`, {});
  }

  await server.signIn(administrator);
  await ask('DELETE', `/sessions/${(await last(sql`sessions`, administrator.email)).id}`, {});
  await server.signIn(administrator);
  await ask('POST', '/sessions/end-others', {});
  await server.signIn(manager);
  const { id: session, user_id: user } = await last(sql`sessions`, manager.email);
  await ask('DELETE', `/user-sessions/${session}`, {});
  await server.signIn(manager);
  await ask('DELETE', `/users/${user}/sessions`, {});
}

async function callsAboutPrivacy(ask: Ask) {
  const { id } = await one<{ id: number }>(
    server.db,
    sql`update employees set deleted_at = '2026-11-20 10:00:00'
      where id = (select min(id) from employees where deleted_at is null and id not in (
        select employee_id from attendance where employee_id is not null)) returning id`,
  );
  await ask('POST', '/legal-holds', { kind: 'employees', subject_id: id + 1, reason: 'Lawsuit' });
  const { id: hold } = await one<{ id: number }>(server.db, sql`select max(id) as id from legal_holds`);
  await ask('DELETE', `/legal-holds/${hold}`, {});
  await ask('PUT', '/privacy/rules', { rules: [{ data_class: 'mails', keep_months: 12 }] });
  await ask('POST', '/privacy/erasures', { kind: 'employees', id, reason: 'Asked for it' });
}

async function callsAboutDevices(ask: Ask, company: number) {
  const heard = (serial: string) =>
    one<{ id: number }>(
      server.db,
      sql`insert into devices (kind, identity, serial, state, first_heard_at, last_heard_at)
        values ('zkteco', ${serial}, ${serial}, 'waiting', '2026-11-20 10:00:00', '2026-11-20 10:00:00') returning id`,
    );
  const [device, stray] = [await heard('A1'), await heard('A2')];
  const { id: controller } = await one<{ id: number }>(server.db, sql`select min(id) as id from access_controllers`);
  const path = `/access-controllers/${controller}/device`;
  await ask('PUT', path, bodies['PUT /access-controllers/{id}/device'] ?? {});
  await ask('POST', `${path}/pairing`, { kind: 'zkteco' });
  await ask('POST', `${path}/approve`, { device_id: device.id });
  await ask('POST', `${path}/commands`, { command: 'info' });
  await ask('POST', `${path}/reinterpret`, { start_date: '2026-11-20', end_date: '2026-11-20', dry_run: false });
  await ask('POST', `${path}/file`, { name: '1_attlog.dat', rows: [], dry_run: false });
  await ask('POST', `${path}/disconnect`, {});
  await ask('DELETE', `/devices/${stray.id}`, {});
  const given = { company_id: company, employee_id: await employeeOf(company), code: '0815' };
  await ask('POST', '/employee-codes', { ...given, valid_from: '', valid_until: '' });
  const { id: code } = await one<{ id: number }>(server.db, sql`select max(id) as id from employee_codes`);
  await ask('DELETE', `/employee-codes/${code}`, {});
}

test('writes an audit entry for every call that changes something', () => {
  const writing = Object.keys(access).filter((key) => !key.startsWith('GET '));
  const changeNothing = [
    'POST /companies/{id}/hr-sync/test',
    'POST /companies/{id}/day-rules/preview',
    'POST /corrections/preview',
    'POST /corrections/decide/preview',
    'POST /privacy/rules/preview',
    'POST /privacy/erasures/preview',
    'POST /access-controllers/{id}/device/try',
    'POST /auth/invitation',
    'POST /auth/passkey/begin',
    'POST /auth/passkeys/begin',
    'POST /auth/authenticator-app/begin',
    'POST /companies/{id}/payroll/preview',
  ];
  expect([...calls.audited].sort()).toEqual(writing.filter((key) => !changeNothing.includes(key)).sort());
});

test('has words for every action and thing that was recorded', async () => {
  const recorded = await server.db.all<{ action: string; subject: string }>(
    sql`select distinct action, subject from audit`,
  );
  expect(recorded.filter(({ action }) => !auditActions.includes(action))).toEqual([]);
  expect(recorded.filter(({ subject }) => !(subject in auditSubjects))).toEqual([]);
});

test('records the address that each change came from', async () => {
  const addresses = (await auditEntries(server.db)).map(({ address }) => address);
  expect([...new Set(addresses)]).toEqual(['127.0.0.1']);
});
