// Servers with many faults at once: each fault is still reported with call, field and effect.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkServer, type Report } from '../../scripts/conformance/check.ts';
import type { Options, Outcome } from '../../scripts/conformance/kit.ts';
import { textReport } from '../../scripts/conformance/reports.ts';
import { isRecord } from '../support/console/dialects.ts';
import { type Call, json, type Reply, startProxy } from '../support/console/proxy.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

type Faults = Readonly<
  Record<string, (call: Call, ask: (query?: URLSearchParams) => Promise<Reply>) => Promise<Reply>>
>;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sample: { employeesPerCompany: 1, days: 2 } });
});
afterAll(() => server.stop());

async function reportOf(faults: Faults, more: Partial<Options> = {}): Promise<Report> {
  const proxy = await startProxy(server.api, (call, ask) => faults[call.key]?.(call, ask) ?? ask());
  const account = server.users.administrator;
  const report = await checkServer({ api: proxy.api, account, write: false, pages: 50, ...more });
  await proxy.stop();
  return report;
}

interface Expected {
  call: string;
  claim: string;
  outcome: Outcome;
  field?: string;
  shown?: string;
}

const found = ({ findings }: Report, { call, claim }: Expected) =>
  findings.find((finding) => finding.call === call && finding.claim.includes(claim) && finding.outcome !== 'passed');

function expectFound(report: Report, expected: Expected): void {
  const { outcome, field, shown = '' } = found(report, expected) ?? {};
  expect({ outcome, field }).toEqual({ outcome: expected.outcome, field: expected.field });
  expect(shown).toContain(expected.shown ?? '');
}

/** The server's answer with changed data. */
async function withData(asked: Promise<Reply>, change: (data: Record<string, unknown>) => unknown): Promise<Reply> {
  const { status, text } = await asked;
  const body = JSON.parse(text);
  return json(status, isRecord(body.data) ? { ...body, data: change(body.data) } : body);
}
async function withRows(asked: Promise<Reply>, change: (rows: object[]) => unknown): Promise<Reply> {
  const { status, text } = await asked;
  const body = JSON.parse(text);
  if (Array.isArray(body.data)) return json(status, { ...body, data: change(body.data) });
  return json(status, body.data ? { ...body, data: { ...body.data, data: change(body.data.data) } } : body);
}
const page = ({ query }: Call) => Number(query.get('page') ?? 1);
const html: Reply = { status: 200, type: 'text/html', text: '<!doctype html><title>Sign in</title>' };

describe('wrong answers', () => {
  let turns = 0;
  let report: Report;
  beforeAll(async () => {
    report = await reportOf({
      'GET /companies': async (call, ask) => {
        if (page(call) !== 2) return ask();
        const first = JSON.parse((await ask(new URLSearchParams({ page: '1' }))).text);
        return withRows(ask(), ([, ...others]) => [first.data.data[0], ...others]);
      },
      'GET /companies/all': (_, ask) => withRows(ask(), ([, ...others]) => others),
      'GET /companies/{id}': (_, ask) => withData(ask(), (data) => ({ ...data, id: 1_000 })),
      'GET /employees': (_, ask) => withRows(ask(), ([one, ...others]) => [{ ...one, id: 'E-7' }, ...others]),
      'GET /roles': (_, ask) => withData(ask(), (data) => ({ ...data, total: Number(data.total) + 1 })),
      'GET /users': (_, ask) => {
        turns += 1;
        return withRows(ask(), (rows) => (turns % 2 ? rows : rows.toReversed()));
      },
      'GET /access-controllers': (call, ask) => (page(call) > 5 ? ask(new URLSearchParams()) : ask()),
      'GET /attendance': ({ query }, ask) => {
        query.delete('is_processed');
        query.delete('start_date');
        query.delete('end_date');
        return withRows(ask(query), (rows) =>
          rows.map((row) => ({ ...row, timezone: 'Pacific/Auckland', created_at: '21.11.2026 8 Uhr' })),
        );
      },
      'GET /attendance/statistics': async () => json(404, { success: false, message: 'No such call' }),
      'GET /settings': (_, ask) => withRows(ask(), ([one, other]) => [one, { ...other, is_public: 'perhaps' }]),
      'GET /permissions': async () => html,
      'GET /settings/url-types': async () => ({
        status: 200,
        type: 'application/json',
        text: '{"success":tr',
      }),
      'GET /hr-sync/schedule/status': async () => json(500, { message: 'SQLSTATE[HY000]' }),
    });
  });

  test.each<Expected>([
    {
      call: 'GET /companies',
      claim: 'twice',
      outcome: 'failed',
      field: 'data.0.id',
      shown: 'A record twice',
    },
    {
      call: 'GET /companies/all',
      claim: 'as many',
      outcome: 'failed',
      shown: '25 of 26 companies in selects',
    },
    {
      call: 'GET /companies/{id}',
      claim: 'requested id',
      outcome: 'failed',
      field: 'id',
      shown: 'Another record',
    },
    {
      call: 'GET /employees',
      claim: 'decoded',
      outcome: 'failed',
      field: 'data.0.id',
      shown: 'Employees: "1 record could not be read: id is not a number." beside the others',
    },
    {
      call: 'GET /roles',
      claim: 'add up',
      outcome: 'failed',
      field: 'total',
      shown: 'A count of 6',
    },
    { call: 'GET /users', claim: 'order', outcome: 'failed', field: 'data.0.id', shown: 'others never' },
    {
      call: 'GET /access-controllers',
      claim: 'beyond',
      outcome: 'failed',
      field: 'data',
      shown: 'another page',
    },
    {
      call: 'GET /attendance',
      claim: 'is_processed=true',
      outcome: 'failed',
      field: 'data.0',
      shown: 'filtered out',
    },
    {
      call: 'GET /attendance',
      claim: 'created_at is a date',
      outcome: 'failed',
      field: 'data.0.created_at',
      shown: 'as sent',
    },
    {
      call: 'GET /attendance',
      claim: 'offset',
      outcome: 'failed',
      field: 'data.0.timestamp',
      shown: 'no clock of the company',
    },
    { call: 'GET /attendance/statistics', claim: 'has this call', outcome: 'noted', shown: 'a sample figure' },
    {
      call: 'GET /settings',
      claim: 'decoded',
      outcome: 'failed',
      field: '1.is_public',
      shown: 'Settings: "1 record could not be read: is_public is not true or false."',
    },
    { call: 'GET /permissions', claim: 'decoded', outcome: 'failed', shown: 'does not make this call' },
    { call: 'GET /settings/url-types', claim: 'decoded', outcome: 'failed', shown: 'not readable JSON' },
    {
      call: 'GET /hr-sync/schedule/status',
      claim: 'decoded',
      outcome: 'failed',
      shown: 'HR System Sync: "SQLSTATE[HY000]"',
    },
  ])('$call: $claim', (expected) => expectFound(report, expected));

  test('prints the field to the terminal, once', () => {
    const text = textReport(report);
    expect(text).toMatch(/FAILED {2}GET \/users .*order.*\n {6}data\.0\.id: Page 1 first had record \d+ here/);
    expect(text).toContain('\n      total is 6, last_page is 1, and 1 page had 5 records');
    expect(text).toContain('\n      data.0.id is "E-7", which is not a number');
  });

  test('reports no fault of correct calls', () => {
    const failed = new Set(report.findings.filter(({ outcome }) => outcome === 'failed').map(({ call }) => call));
    expect(failed).not.toContain('GET /users/{id}');
    expect(failed).not.toContain('GET /companies/{id}/urls');
    expect(failed).not.toContain('POST /auth/login');
  });
});

describe('missing access checks', () => {
  let report: Report;
  beforeAll(async () => {
    const token = await server.signIn(server.users.administrator);
    /** Answers without checking the token. */
    const open = (call: Call, ask: () => Promise<Reply>) => {
      call.authorization = `Bearer ${token}`;
      return ask();
    };
    report = await reportOf(
      {
        'GET /users': open,
        'GET /companies/{id}/employees': open,
        'GET /roles': async (call, ask) => (call.authorization ? ask() : html),
        'GET /employees': async (_, ask) => {
          const reply = await ask();
          return reply.status === 401 ? json(403, { message: 'Forbidden' }) : reply;
        },
        'GET /access-controllers/{id}': async (_, ask) => {
          const reply = await ask();
          return reply.status === 404 ? { ...html, status: 404 } : reply;
        },
        'GET /employees/{id}': async (_, ask) => {
          const reply = await ask();
          return reply.status === 404 ? json(200, { success: true, data: { id: 1 } }) : reply;
        },
        'GET /conformance-no-such-call': async () => html,
        'POST /auth/logout': async () => json(200, { success: true, data: null, message: '' }),
      },
      { limited: server.users.manager },
    );
  });

  test.each<Expected>([
    {
      call: 'GET /users',
      claim: 'Without a token',
      outcome: 'failed',
      shown: 'even without signing in',
    },
    {
      call: 'GET /users',
      claim: 'With an invented token',
      outcome: 'failed',
      shown: 'even without signing in',
    },
    {
      call: 'GET /roles',
      claim: 'Without a token',
      outcome: 'failed',
      shown: 'API endpoint returned HTML instead of JSON',
    },
    {
      call: 'GET /employees',
      claim: 'Without a token',
      outcome: 'failed',
      shown: 'no dialog to sign in again',
    },
    {
      call: 'GET /companies/{id}/employees',
      claim: 'cannot open',
      outcome: 'failed',
      shown: 'by changing an id in the URL',
    },
    { call: 'GET /access-controllers/{id}', claim: '404', outcome: 'failed', shown: 'API endpoint returned HTML' },
    { call: 'GET /employees/{id}', claim: '404', outcome: 'failed', shown: 'An empty record' },
    {
      call: 'GET /conformance-no-such-call',
      claim: '404',
      outcome: 'failed',
      shown: 'API endpoint returned HTML',
    },
    { call: 'GET /auth/user', claim: 'after sign-out', outcome: 'failed', shown: 'still open' },
  ])('$call: $claim', (expected) => expectFound(report, expected));
});

describe('writes that do not do what they answer', () => {
  let report: Report;
  beforeAll(async () => {
    const done = async () => json(200, { success: true, data: null, message: 'Done' });
    report = await reportOf(
      {
        'PUT /companies/{id}': done,
        'POST /access-controllers': done,
        'DELETE /roles/{id}': done,
        'PUT /companies/{id}/hr-sync/config': done,
        'POST /employees': async (_, ask) => {
          const reply = await ask();
          return reply.status === 422 ? json(422, { message: 'The given data was invalid.' }) : reply;
        },
        'POST /users': async (_, ask) => {
          const reply = await ask();
          return reply.status === 422 ? json(500, { message: 'Server Error' }) : reply;
        },
      },
      { write: true },
    );
  });

  test.each<Expected>([
    {
      call: 'PUT /companies/{id}',
      claim: 'shows the change',
      outcome: 'failed',
      field: 'name',
      shown: 'the old value',
    },
    { call: 'POST /access-controllers', claim: '422', outcome: 'failed' },
    {
      call: 'POST /access-controllers',
      claim: 'new record is in the list',
      outcome: 'failed',
      shown: 'a list without it',
    },
    { call: 'DELETE /roles/{id}', claim: 'gone', outcome: 'failed', shown: 'still there' },
    {
      call: 'PUT /companies/{id}/hr-sync/config',
      claim: 'is returned',
      outcome: 'failed',
      field: 'hr_sync_config.multiple_clock_out_mode',
      shown: '"first_last" instead of "all_records"',
    },
    {
      call: 'POST /employees',
      claim: 'names the invalid field',
      outcome: 'noted',
      field: 'errors.employee_id',
      shown: 'nothing at the field',
    },
    { call: 'POST /users', claim: '422', outcome: 'failed', shown: 'Add User: "Server Error"' },
  ])('$call: $claim', (expected) => expectFound(report, expected));
});

test.each([
  { status: 404, type: 'text/html', outcome: 'noted', shown: 'API endpoint returned HTML' },
  { status: 200, type: 'text/html', outcome: 'failed', shown: 'API endpoint returned HTML' },
  { status: 403, type: 'application/json', outcome: 'failed', shown: undefined },
])('reports an unknown path answered with $status, $type, as $outcome', async ({ status, type, outcome, shown }) => {
  const report = await reportOf({ 'GET /conformance-no-such-call': async () => ({ status, type, text: '{}' }) });
  const finding = report.findings.find(({ call }) => call === 'GET /conformance-no-such-call');
  expect(finding).toMatchObject({ outcome, detail: `Answered ${status}, ${type}` });
  expect(finding?.shown?.slice(0, 26)).toBe(shown);
});

test('reports an account that cannot sign in', async () => {
  const report = await reportOf({}, { account: { email: 'nobody@example.com', password: 'wrong' } });
  expectFound(report, {
    call: 'POST /auth/login',
    claim: 'sign in',
    outcome: 'failed',
    shown: 'Login: "Invalid email or password"',
  });
  expect(report.counts).toMatchObject({ passed: 0, failed: 1 });
});

test('reports a server that cannot be reached', async () => {
  const report = await reportOf({}, { api: 'http://127.0.0.1:9/web/api/v1' });
  expectFound(report, {
    call: 'POST /auth/login',
    claim: 'sign in',
    outcome: 'failed',
    shown: 'The server cannot be reached',
  });
});
