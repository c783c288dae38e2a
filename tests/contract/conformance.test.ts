// Runs the conformance kit on the reference server: the calls it makes, what it writes, and its reports.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkServer, neverMade } from '../../scripts/conformance/check.ts';
import { main } from '../../scripts/conformance/main.ts';
import { createFirstAdmin } from '../../server/app/commands/accounts.ts';
import { access } from '../../src/shared/contract/access.ts';
import { answerDecoder } from '../../src/shared/contract/calls.ts';
import { startProxy } from '../support/console/proxy.ts';
import { confirmationFor } from '../support/people/users.ts';
import { type ChildRun, childRun } from '../support/server/installation.ts';
import { serveDatabase, startServer, type TestServer } from '../support/server/server.ts';
import { createSqlite, openFresh } from '../support/server/testDatabase.ts';

const origin = 'https://console.example';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ corsOrigins: new Set([origin]) });
});
afterAll(() => server.stop());

const options = (more: object = {}) => ({
  api: server.api,
  account: server.users.administrator,
  write: false,
  pages: 50,
  ...more,
});

test('passes without --write, and calls only reads, sign-in and sign-out', async () => {
  const proxy = await startProxy(server.api, (_, ask) => ask());
  const report = await checkServer(options({ api: proxy.api, limited: server.users.manager, origin }));
  await proxy.stop();
  expect(report.findings.filter(({ outcome }) => outcome === 'failed' || outcome === 'noted')).toEqual([]);
  expect(report.counts.passed).toBeGreaterThan(100);
  const writes = new Set(proxy.seen.map(({ key }) => key).filter((key) => !key.startsWith('GET ')));
  expect([...writes].sort()).toEqual(['OPTIONS /companies/1', 'POST /auth/login', 'POST /auth/logout']);
});

test('checks with API tokens instead of passwords, and neither signs in nor out', async () => {
  const administrator = await server.signIn(server.users.administrator);
  const { json } = await server.ask('GET /api-tokens/choices', { token: administrator });
  const { permissions, companies } = answerDecoder('GET /api-tokens/choices')(json.data);
  const ids = permissions.filter(({ name }) => name !== 'companies.create').map(({ id }) => id);
  const create = async (name: string, of: readonly number[] | null) => {
    const confirmation = await confirmationFor(server.db, administrator, new Date());
    const body = { name, permissions: ids, companies: of, expires_in_days: 1, confirmation };
    const answer = await server.ask('POST /api-tokens', { token: administrator, body });
    return { token: answerDecoder('POST /api-tokens')(answer.json.data).token };
  };
  // The audit then names this token.
  const body = { key: 'kit', value: 'yes', type: 'string', description: '', is_public: false };
  expect((await server.ask('POST /settings', { ...(await create('Program', null)), body })).status).toBe(201);
  const proxy = await startProxy(server.api, (_, ask) => ask());
  const report = await checkServer({
    ...options({ api: proxy.api }),
    account: await create('Kit', null),
    limited: await create(
      'Limited kit',
      companies.slice(0, 2).map(({ id }) => id),
    ),
  });
  await proxy.stop();
  expect(report.findings.filter(({ outcome }) => outcome === 'failed' || outcome === 'noted')).toEqual([]);
  expect(report).toMatchObject({ verdict: 'Conforms', account: `API token of ${server.users.administrator.email}` });
  const compared = report.findings.filter(
    ({ claim, outcome }) => outcome === 'passed' && /limited account/.test(claim),
  );
  expect(compared.length).toBeGreaterThan(10);
  const signedIn = proxy.seen.filter(({ authorization }) => authorization?.includes('rc_'));
  expect(signedIn.length).toBeGreaterThan(100);
  expect(proxy.seen.map(({ key }) => key)).not.toContain('POST /auth/logout');
});

test('accepts a server that limits its failed sign-ins', async () => {
  const proxy = await startProxy(server.api, async ({ key, body }, ask) =>
    key === 'POST /auth/login' && JSON.stringify(body).includes('nobody@')
      ? { status: 429, type: 'application/json', text: '{"message":"Too many attempts"}' }
      : ask(),
  );
  const { verdict, findings } = await checkServer(options({ api: proxy.api }));
  await proxy.stop();
  const finding = findings.find(({ claim }) => claim === 'An unknown e-mail is refused');
  expect([verdict, finding?.outcome]).toEqual(['Conforms', 'skipped']);
});

test('says of a server without records why a call was not made, and not that another check failed', async () => {
  const account = { email: 'ada@rollcall.example', password: 'correct horse' };
  const db = await openFresh(createSqlite);
  await createFirstAdmin(db, account);
  const empty = await serveDatabase(db);
  const { verdict, findings } = await checkServer(options({ api: empty.api, account }));
  await empty.stop();
  expect(verdict).toBe('Conforms');
  expect(findings.filter(({ detail }) => detail === 'An earlier check failed')).toEqual([]);
  const skipped = findings.filter(({ call, outcome }) => call === 'GET /employees/{id}' && outcome === 'skipped');
  expect(skipped.map(({ detail }) => detail)).toEqual(['No list contains a record of employees to ask for']);
});

test('reports an API without TLS, for a console with it', async () => {
  // Only addresses that mean this machine itself are exempt.
  const { findings } = await checkServer(options({ api: server.api.replace('127.0.0.1', '0.0.0.0'), origin }));
  const failed = findings.filter(({ outcome }) => outcome === 'failed');
  expect(failed).toMatchObject([{ group: 'Origin', detail: expect.stringContaining('serve the API with TLS') }]);
});

test('reads the newest day of a list that is too long', async () => {
  // Midweek: on a Monday morning there are fewer than three pages.
  const midweek = await startServer({ clock: () => new Date('2026-03-12T16:00:00Z') });
  const { counts, findings } = await checkServer(
    options({ api: midweek.api, account: midweek.users.administrator, pages: 3 }),
  );
  await midweek.stop();
  const ofDay = findings.filter(({ claim }) => /^The pages of \d{4}-\d{2}-\d{2} add up/.test(claim));
  expect({ failed: counts.failed, outcomes: ofDay.map(({ outcome }) => outcome) }).toEqual({
    failed: 0,
    outcomes: ['passed'],
  });
});

describe('with --write', () => {
  /** Counts records as users see them: the reference server keeps deleted ones for the attendance history. */
  async function countAll(): Promise<unknown[]> {
    const token = await server.signIn(server.users.administrator);
    const lists = ['companies', 'access-controllers', 'attendance', 'employees', 'roles', 'users', 'settings'];
    const answers = await Promise.all(lists.map((list) => server.ask(`GET /${list}`, { token })));
    return answers.map(({ json: { data } }) => (Array.isArray(data) ? data.length : Object(data).total));
  }

  test('passes, leaves nothing behind, and makes every call of the specification but those about other records', async () => {
    const token = await server.signIn(server.users.administrator);
    const { json } = await server.ask('GET /companies', { token });
    const company = answerDecoder('GET /companies')(json.data).data[0];
    await server.ask('POST /roll-calls', { token, body: { company_id: company?.id } });
    const before = await countAll();
    const report = await checkServer(options({ write: true, limited: server.users.manager }));
    expect(report.findings.filter(({ outcome }) => outcome === 'failed' || outcome === 'noted')).toEqual([]);
    expect(await countAll()).toEqual(before);

    const passed = report.findings.filter(({ outcome, claim }) => outcome === 'passed' && !claim.includes('cannot'));
    const calls = new Set(passed.map(({ call }) => call));
    const missing = Object.entries(access).filter(([key]) => !calls.has(key));
    const specified = missing.filter(([key, { feature }]) => !feature || key.startsWith('GET '));
    expect(specified.map(([key]) => key).sort()).toEqual(Object.keys(neverMade).sort());
  });
});

describe('the command', () => {
  let out: string;
  beforeAll(async () => {
    out = await mkdtemp(path.join(tmpdir(), 'rollcall-conformance-'));
  });
  afterAll(() => rm(out, { recursive: true }));

  function run(...args: string[]): ChildRun['ended'] {
    const env = { ...process.env, CONFORMANCE_PASSWORD: server.users.administrator.password };
    return childRun(spawn(process.execPath, ['scripts/conformance.mjs', ...args], { env })).ended;
  }

  test('prints that a server conforms, and writes the same report as JSON and HTML', async () => {
    const { code, text } = await run('--api', server.api, '--email', server.users.administrator.email, '--out', out);
    expect({ code, verdict: /^(Conforms|Does not conform)/m.exec(text)?.[0] }).toEqual({
      code: 0,
      verdict: 'Conforms',
    });
    const report = JSON.parse(await readFile(path.join(out, 'report.json'), 'utf8'));
    expect(text).toContain(`${report.counts.passed} passed, 0 failed`);
    const html = await readFile(path.join(out, 'report.html'), 'utf8');
    expect(html.match(/<tr class="passed">/g)).toHaveLength(report.counts.passed);
    expect(JSON.stringify(report) + html + text).not.toContain(server.users.administrator.password);
  });

  test('exits with 1 if a server does not conform, and escapes markup from its answers', async () => {
    const message = '<img src=x onerror=alert(1)>';
    const proxy = await startProxy(server.api, async ({ key }, ask) =>
      key === 'GET /roles' ? { status: 500, type: 'application/json', text: JSON.stringify({ message }) } : ask(),
    );
    const { code, text } = await run('--api', proxy.api, '--email', server.users.administrator.email, '--out', out);
    await proxy.stop();
    expect({ code, verdict: /^(Conforms|Does not conform)/m.exec(text)?.[0] }).toEqual({
      code: 1,
      verdict: 'Does not conform',
    });
    const html = await readFile(path.join(out, 'report.html'), 'utf8');
    expect(html).toContain('&lt;img src=x');
    expect(html).not.toContain('<img');
  });

  test('begins its reports with what failed', async () => {
    const proxy = await startProxy(server.api, async ({ key }, ask) =>
      key === 'GET /roles' || key === 'GET /attendance/statistics'
        ? { status: key === 'GET /roles' ? 500 : 404, type: 'application/json', text: '{}' }
        : ask(),
    );
    const { text } = await run('--api', proxy.api, '--email', server.users.administrator.email, '--out', out);
    await proxy.stop();
    const html = await readFile(path.join(out, 'report.html'), 'utf8');
    const order = ['Failed', 'Noted', 'Skipped', 'Passed'];
    expect([...html.matchAll(/<caption>(\w+)/g)].map(([, title]) => title)).toEqual(order);
    expect([...text.matchAll(/^(Failed|Noted|Skipped|Passed): /gm)].map(([, title]) => title)).toEqual(order);
  });

  test('exits with 2 where it cannot check, with a sentence', async () => {
    const { code, text } = await run('--out', out);
    expect(code).toBe(2);
    expect(text).toContain('Missing --email');
  });

  // Reads the arguments directly, without a process for each.
  test.each([
    [['--email', 'a@example.com'], 'Missing --api'],
    [['--api', 'http://127.0.0.1/x', '--email', 'a', '--pages', '0'], '--pages must be'],
    [['--api', 'http://127.0.0.1/x', '--email', 'a', '--limited-email', 'b'], 'Missing --limited-password'],
    [['--no-such-option'], 'no-such-option'],
    [['--api', 'http://127.0.0.1/x', '--email', 'a', '--origin', 'https://host/path'], '--origin must be'],
    [['--api', 'http://127.0.0.1:9/x', '--email', 'a', '--out', 'package.json'], 'Cannot write to --out'],
    [['--api', 'http://127.0.0.1:9/x', '--email', 'a'], 'The server cannot be reached'],
    [['--api', 'SERVER', '--email', 'nobody@example.com'], 'Could not be checked: 0 passed'],
    [['--api', 'SERVER', '--email', 'nobody@example.com', '--write'], ', not signed in\n'],
  ])('%j exits with 2: %s', async (args, message) => {
    const printed: string[] = [];
    for (const method of ['log', 'error'] as const) {
      const printing = vi.spyOn(console, method).mockImplementation((line) => void printed.push(`${line}\n`));
      onTestFinished(() => printing.mockRestore());
    }
    const given = args.includes('--out') ? args : [...args, '--out', out];
    const env = { CONFORMANCE_PASSWORD: server.users.administrator.password };
    const all = given.map((arg) => (arg === 'SERVER' ? server.api : arg));
    expect(await main(all, env)).toBe(2);
    expect(printed.join('')).toContain(message);
  });
});
