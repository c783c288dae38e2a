// A company's connection over HTTP: what can be saved, what testing it says, and that its secrets go nowhere else. The
// HR system is a fake Tryton.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPause } from '../../../../../server/features/hr/syncState.ts';
import { sql } from '../../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../../src/shared/contract/calls.ts';
import type { ScriptedServer } from '../../../../support/console/scriptedServer.ts';
import { type FakeHr, serveFakeHr } from '../../../../support/hr/fakeHr.ts';
import { addHrCompany } from '../../../../support/hr/hrCompany.ts';
import { createOdooFake } from '../../../../support/hr/odooFake.ts';
import { createTrytonFake } from '../../../../support/hr/trytonFake.ts';
import { databases } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { auditEntries } from '../../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const now = new Date(`${day}T20:00:00Z`);

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let fake: FakeHr;
  let tryton: ScriptedServer;
  let asTryton: ScriptedServer['answer'];
  let token: string;
  let company: number;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, allowPrivateHosts: '127.0.0.1', clock: () => now });
    token = await server.signIn(server.users.administrator);
    fake = createTrytonFake({ people: [], timeZone: 'UTC', clock: () => now });
    tryton = await serveFakeHr(fake);
    asTryton = tryton.answer;
  });
  afterAll(async () => {
    await server.stop();
    await tryton.stop();
  });
  beforeEach(async () => {
    tryton.answer = asTryton;
    tryton.seen.length = 0;
    fake.renewKey();
    ({ id: company } = await addHrCompany(server.db, tryton.base, day, ['001 in 08:00', '001 out 17:00']));
  });

  const valid = () => ({
    connector: 'tryton',
    settings: { ...fake.settings },
    secrets: { ...fake.secrets },
    match_by: 'number',
    expires_on: '',
  });
  const withoutSecret = (change: object = {}) => ({ ...valid(), secrets: { password: '' }, ...change });
  const path = () => `/companies/${company}/hr-connection`;
  const put = (body: object) => server.ask(`PUT ${path()}`, { token, body });
  const saved = async () =>
    answerDecoder('GET /companies/{id}/hr-connection')((await server.ask(`GET ${path()}`, { token })).json.data);
  const tested = async (body: object = withoutSecret()) => {
    const { status, json } = await server.ask(`POST ${path()}/test`, { token, body });
    expect([status, json.message]).toEqual([200, expect.any(String)]);
    return answerDecoder('POST /companies/{id}/hr-connection/test')(json.data);
  };
  const moveTo = (url: string) =>
    server.db.run(sql`update company_urls set url = ${url} where company_id = ${company}`);

  test('is saved, and shown without its secret', async () => {
    expect((await put(valid())).status).toBe(200);
    expect(await saved()).toEqual({
      company_name: 'Acme',
      connector: 'tryton',
      settings: fake.settings,
      match_by: 'number',
      expires_on: '',
      url: tryton.base,
      secrets_set: ['password'],
      problem: '',
      last_test: null,
      reads_leave: false,
      leave_read_at: '',
      leave_error: '',
      version: expect.any(String),
    });
  });

  test('stores its secret only sealed, and writes it neither to the audit nor to the log', async () => {
    await put(valid());
    await tested(valid());
    const rows = await server.db.all(sql`select secrets from hr_connections`);
    const audit = await auditEntries(server.db);
    expect(JSON.stringify([rows, audit, server.log])).not.toContain(fake.secrets.password);
    expect(JSON.stringify(audit)).toContain('new_secrets');
  });

  test.each([
    ['connector', { connector: 'sap' }],
    ['settings.database', { settings: { user: 'rollcall', company: '1' } }],
    ['settings.port', { settings: { database: 'hr', user: 'rollcall', company: '1', port: '8000' } }],
    ['settings.user', { settings: { database: 'hr', user: 'roll\ncall', company: '1' } }],
    ['settings.user', { settings: { database: 'hr', user: 'r'.repeat(256), company: '1' } }],
    ['settings.time_zone', { settings: { database: 'hr', user: 'rollcall', company: '1', time_zone: 'Mars' } }],
    ['settings.password', { settings: { database: 'hr', user: 'rollcall', company: '1', password: 'in the open' } }],
    ['secrets.password', { secrets: {} }],
    ['secrets.password', { secrets: { password: 'two\r\nlines' } }],
    ['secrets.password', { secrets: { password: 'copied\u200bfrom a page' } }],
    ['secrets.password', { secrets: { password: 'p'.repeat(4_001) } }],
    ['secrets.token', { secrets: { password: 'right', token: 'unknown' } }],
    ['expires_on', { expires_on: '2026-02-30' }],
  ])('an error at %s changes nothing', async (field, change) => {
    const { status, json } = await put({ ...valid(), ...change });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
    expect((await saved()).connector).toBe('rollcall');
  });

  test('needs the address of the HR system first', async () => {
    await server.db.run(sql`delete from company_urls where company_id = ${company}`);
    expect((await put(valid())).json.errors).toHaveProperty('connector');
  });

  test('an empty secret stays as it is', async () => {
    await put(valid());
    expect((await put(withoutSecret({ match_by: 'email' }))).status).toBe(200);
    expect((await tested()).is_good).toBe(true);
  });

  test.each([
    ['another host', 'http://localhost:9'],
    ['another port', 'http://127.0.0.1:9'],
    ['another scheme', 'https://127.0.0.1'],
  ])('the secret is not sent to %s', async (_, url) => {
    await put(valid());
    await moveTo(url);
    expect((await saved()).problem).toContain('Enter them again');
    for (const key of [`PUT ${path()}`, `POST ${path()}/test`]) {
      const { status, json } = await server.ask(key, { token, body: withoutSecret() });
      expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['secrets.password']]);
    }
    const sync = await server.ask(`POST /hr-sync/companies/${company}`, { token, body: { date: day } });
    expect([sync.status, sync.json.message]).toEqual([409, expect.stringContaining('Enter them again')]);
    const { json } = await server.ask(`GET /hr-sync/companies/${company}/status`, { token });
    expect(answerDecoder('GET /hr-sync/companies/{id}/status')(json.data).last_error?.sentence).toBe(sync.json.message);
  });

  test('another connector does not get the secret', async () => {
    await put(valid());
    expect((await put({ connector: 'rollcall', settings: {}, secrets: {}, match_by: 'number' })).status).toBe(200);
    const { json } = await put(withoutSecret());
    expect(Object.keys(json.errors ?? {})).toEqual(['secrets.password']);
  });

  test('credentials sealed with another key are said to be unreadable, and can be entered again', async () => {
    await put(valid());
    await server.db.run(sql`update hr_connections set secrets = 'v1.c2VhbGVkIHdpdGggYW5vdGhlciBrZXksIHJlYWxseQ'`);
    expect((await saved()).problem).toContain("cannot be read with this server's key");
    expect((await put(valid())).status).toBe(200);
    expect((await saved()).problem).toBe('');
  });

  test('a test says what was found, and is kept if it is of what is saved', async () => {
    await put(valid());
    const test = await tested();
    expect(test.sentence).toBe('Tryton answers as it should');
    expect(test.findings.map(({ what }) => what)).toEqual(expect.arrayContaining(['Version', 'Company', 'Rights']));
    expect((await saved()).last_test).toEqual(test);
    await tested(withoutSecret({ settings: { ...fake.settings, company: '7' } }));
    expect((await saved()).last_test).toEqual(test);
    await put(withoutSecret({ match_by: 'email' }));
    expect((await saved()).last_test).toEqual(test);
    await put(withoutSecret({ match_by: 'email', expires_on: '2027-01-31' }));
    expect((await saved()).last_test).toBeNull();
    await tested(withoutSecret({ expires_on: '2027-01-31' }));
    expect((await saved()).last_test).not.toBeNull();
    await put(valid());
    expect((await saved()).last_test).toBeNull();
  });

  test('a test tries values that are not saved', async () => {
    expect((await tested(valid())).is_good).toBe(true);
    expect((await saved()).connector).toBe('rollcall');
    expect((await tested({ ...valid(), secrets: { password: 'wrong' } })).is_good).toBe(false);
  });

  test.each([
    ['of another database', { database: 'other' }, /no database other/],
    ['of another company', { company: '7' }, /2 things are wrong/],
  ])('a test %s says so', async (_, settings, sentence) => {
    const test = await tested({ ...valid(), settings: { ...fake.settings, ...settings } });
    expect([test.is_good, test.sentence]).toEqual([false, expect.stringMatching(sentence)]);
  });

  test('a test says that credentials expired, and that they will soon', async () => {
    fake.expireKey();
    const past = await tested({ ...valid(), expires_on: '2026-05-11' });
    expect([past.is_good, past.findings.at(-1)?.says]).toEqual([false, expect.stringContaining('They expired')]);
    expect(past.sentence).toMatch(
      /password\. Enter another one.*\. The credentials expired: their last day was 2026-05-11$/,
    );
    fake.renewKey();
    const soon = await tested({ ...valid(), expires_on: '2026-05-26' });
    expect([soon.is_good, soon.findings.at(-1)?.state]).toEqual([true, 'warning']);
    expect((await tested({ ...valid(), expires_on: '2026-05-27' })).findings).not.toContainEqual(
      expect.objectContaining({ what: 'Credentials' }),
    );
  });

  test.each([
    ['refuses the connection', 'http://127.0.0.1:1', 'Connection refused'],
    ['has no name', 'https://nowhere.invalid', 'Host not found'],
    ['is private', 'https://192.168.1.1', 'private address'],
  ])('a test of a host that %s says so', async (_, url, sentence) => {
    await moveTo(url);
    const { is_good, sentence: said } = await tested(valid());
    expect([is_good, said]).toEqual([false, expect.stringMatching(new RegExp(`${sentence}|could not be looked up`))]);
  });

  test('a test says that a host answers without TLS', async () => {
    await moveTo(tryton.base.replace('http:', 'https:'));
    expect((await tested(valid())).sentence).toContain('does not support TLS');
  });

  test('credentials are not sent in the clear to a host that the deployment does not list', async () => {
    await moveTo('http://192.0.2.7');
    expect((await tested(valid())).sentence).toContain('by https only');
  });

  test.each([
    ['a redirect', 302, { location: 'https://login.example/?token=abc' }, '', /redirects to https:\/\/login\.example:/],
    ['a web page', 200, { 'content-type': 'text/html' }, '<!doctype html><title>Hi</title>', /web page/],
    [
      'a failing server',
      503,
      { 'content-type': 'text/html' },
      '<h1>Down</h1>',
      /^It reports an error of its own: [^,]*, so/,
    ],
    ['a huge answer', 200, {}, '9'.repeat(5 << 20), /more than 4 MB/],
  ])('a test explains %s', async (_, status, headers, body, says) => {
    tryton.answer = (response) => void response.writeHead(status, headers).end(body);
    const { is_good, findings } = await tested(valid());
    expect([is_good, findings.map((finding) => finding.says).join()]).toEqual([false, expect.stringMatching(says)]);
  });

  test('no answer of the server repeats a secret that the HR system repeats', async () => {
    tryton.answer = (response, { headers }) => {
      response.writeHead(500).end(`No, ${fake.secrets.password}! ${headers.authorization}`);
    };
    const basic = Buffer.from(`${fake.settings.user}:${fake.secrets.password}`).toString('base64');
    const { sentence } = await tested(valid());
    expect(sentence).toContain('No, …! Basic …');
    expect(sentence).not.toContain(basic);
  });

  test('waiting records are due at once for a system that takes the same, and planned again for one that takes pairs', async () => {
    tryton.answer = (response) => void response.writeHead(503).end();
    const sync = () => server.ask(`POST /hr-sync/companies/${company}`, { token, body: { date: day } });
    const states = async () => {
      const rows = await server.db.all<{ state: string }>(
        sql`select coalesce(state, 'none') || ' ' || hr_state || case when next_try_at <= '2026-05-12 20:00:00'
            then ' due' else '' end as state
          from attendance left join hr_deliveries on attendance_id = attendance.id
          where attendance.company_id = ${company}`,
      );
      return rows.map(({ state }) => state);
    };
    const { json } = await sync();
    expect(json.data).toMatchObject({ failed: 2, rejected: 0 });
    await server.db.run(
      sql`update hr_deliveries set next_try_at = '2026-05-12 22:00:00' where company_id = ${company}`,
    );
    expect(await states()).toEqual(['waiting waiting', 'waiting waiting']);
    expect(await findPause(server.db, company, now)).toMatchObject({ reason: expect.stringContaining('HTTP 503') });
    expect((await put(valid())).status).toBe(200);
    expect(await states()).toEqual(['waiting waiting due', 'waiting waiting due']);
    expect(await findPause(server.db, company, now)).toBeUndefined();
    const odoo = createOdooFake({ people: [], timeZone: 'UTC', clock: () => now });
    const { settings, secrets } = odoo;
    expect((await put({ ...valid(), connector: 'odoo', settings, secrets })).status).toBe(200);
    expect(await states()).toEqual(['none not_queued', 'none not_queued']);
  });

  test('is only for who may configure the HR sync of the company', async () => {
    const outsider = await server.signIn(server.users.manager);
    for (const key of [`GET ${path()}`, `PUT ${path()}`, `POST ${path()}/test`]) {
      const { status } = await server.ask(key, {
        token: outsider,
        ...(!key.startsWith('GET') && { body: valid() }),
      });
      expect([403, 404]).toContain(status);
    }
    expect(tryton.seen).toEqual([]);
  });
});
