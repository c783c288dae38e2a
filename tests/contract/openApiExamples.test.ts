// The OpenAPI document's examples are what the real server answers today. After an intended change, rewrite them with
// `npx vitest run --project contract tests/contract/openApiExamples.test.ts -u`.

import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { ApiExample, ApiExamples } from '../../server/app/openApi.ts';
import { access } from '../../src/shared/contract/access.ts';
import { payrollPresets } from '../../src/shared/contract/payrollPresets.ts';
import { isRecord } from '../support/console/dialects.ts';
import { listen } from '../support/server/ports.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

test('the examples are what the real server is sent and answers', async () => {
  const { calls, refusals } = await makeExamples();
  const lines = (entries: object) =>
    Object.entries(entries).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const text = `{"calls": {\n${lines(calls).sort().join(',\n')}\n}, "refusals": {\n${lines(refusals).join(',\n')}\n}}\n`;
  await expect(text).toMatchFileSnapshot('../../server/app/openApi.examples.json');
});

/** Ids of records, by the name that paths use for their kind. */
type Ids = Readonly<Record<string, number>>;
type Body = Readonly<Record<string, unknown>>;
type Step = readonly [key: string, body?: Body | ((ids: Ids) => Body)];

/** Queries for the examples. */
const queries: Readonly<Record<string, string>> = {
  'GET /companies': '?page=1&per_page=100',
  'GET /attendance': '?start_date=2026-11-19&end_date=2026-11-20&page=1&per_page=100',
  'GET /attendance/statistics': '?start_date=2026-11-19&end_date=2026-11-20',
};

const url = { url_type: 'crm', url: 'https://crm.example/', description: 'Customers', is_active: true };
const door = { name: 'Front door', location: 'Lobby', latitude: 52.52, longitude: 13.405, is_active: true };
const person = { employee_id: '00042', name: 'Zoë Łukasz', email: 'zoe@alder.example' };
const role = { name: 'site_manager', display_name: 'Site manager', description: '' };
const user = { name: 'Kim Poe', email: 'kim@host.example' };
const day = { date: '2026-11-19' };
const week = {
  valid_from: '2026-11-01',
  monday: 480,
  tuesday: 480,
  wednesday: 480,
  thursday: 480,
  friday: 360,
  saturday: 0,
  sunday: 0,
  latest_start: '09:00',
  earliest_end: '15:00',
};

/**
 * Writes, and reads of what they add, ordered so each has what it needs. Later steps use the id of a record just added.
 */
const writes: readonly Step[] = [
  ['POST /hr-sync/companies/{id}', day],
  ['POST /hr-sync/companies/{id}/retry', {}],
  ['POST /hr-sync/all', { date: '2026-11-01' }],
  ['PUT /hr-sync/schedule/{slot}', { time: '10:00', enabled: true }],
  ['PUT /hr-sync/schedule/{slot}/toggle', { enabled: false }],
  [
    'PUT /companies/{id}/hr-sync/config',
    {
      multiple_clock_out_mode: 'first_last',
      lunch_break_detection: true,
      auto_detect_breaks: true,
      min_break_duration_minutes: 30,
      max_break_duration_minutes: 120,
      sync_time_threshold_hour: 18,
    },
  ],
  ['POST /companies/{id}/hr-sync/config/reset', {}],
  ['POST /companies/{id}/hr-sync/test', { dry_run: true, ...day }],
  ['POST /company-urls/{id}/check-health', {}],
  ['POST /attendance/mark-processed', ({ attendance }) => ({ record_ids: [attendance] })],
  ['POST /corrections/preview', correction],
  ['POST /corrections', correction],
  ['POST /companies/{id}/day-rules/preview', { starts_at: '00:00', timezone: 'Asia/Kathmandu' }],
  [
    'PUT /companies/{id}/day-rules',
    { starts_at: '04:00', repeat_seconds: 60, hours: 'pairs', needs_second_person: false },
  ],
  ['POST /week-patterns', ({ companies }) => ({ company_id: companies, employee_id: null, department: '', ...week })],
  [
    'PUT /companies/{id}/free-days',
    {
      days: [
        { day: '2026-12-24', name: 'Christmas Eve', is_half: true },
        { day: '2026-12-25', name: 'Christmas', is_half: false },
      ],
    },
  ],
  ['POST /leaves', ({ employees }) => ({ employee_id: employees, first_day: '2026-11-23', last_day: '2026-11-27' })],
  [
    'POST /balances',
    ({ employees }) => ({ employee_id: employees, day: '2026-11-01', minutes: 90, reason: 'Agreed in October' }),
  ],
  ['GET /employees/{id}/expected-time'],
  ['GET /timesheets/{id}'],
  ['PUT /companies/{id}/digest', { weekdays: [1, 2, 3, 4, 5] }],
  ['PUT /auth/digest', { wants_digest: true }],
  ['POST /closed-months', ({ companies }) => ({ company_id: companies, month: '2026-09' })],
  [
    'PUT /companies/{id}/payroll',
    { ...payrollPresets.csv?.template, mail_day: 5, mail_to: 'payroll@rollcall.example' },
  ],
  ['POST /companies/{id}/payroll/preview', { ...payrollPresets.csv?.template, month: '2026-09' }],
  ['POST /companies/{id}/payroll/files', { month: '2026-09' }],
  ['POST /closed-months/{id}/reopen', { reason: 'Late papers' }],
  ['POST /roll-calls', ({ companies }) => ({ company_id: companies, site: '', department: '' })],
  ['GET /roll-calls/{id}'],
  ['POST /legal-holds', ({ employees }) => ({ kind: 'employees', subject_id: employees, reason: 'Lawsuit' })],
  ['POST /views', { name: 'Open days', path: '/attendance', query: 'is_processed=false' }],
  ['PUT /views/{id}', { name: 'Days to process' }],
  ['PUT /views/{id}/role', ({ roles }) => ({ role_id: roles })],
  [
    'POST /employee-codes',
    ({ companies, employees }) => ({
      company_id: companies,
      code: '7041',
      employee_id: employees,
      valid_from: '2026-11-20',
      valid_until: '',
    }),
  ],
  ['POST /companies', { name: 'Alder & Sons', contact_email: 'office@alder.example' }],
  ['PUT /companies/{id}', { name: 'Alder & Sons', address: '1 Mill Lane' }],
  ['POST /companies/{id}/urls', url],
  ['PUT /company-urls/{id}', { ...url, description: 'Our customers' }],
  ['POST /access-controllers', ({ companies }) => ({ company_id: companies, ...door })],
  ['PUT /access-controllers/{id}', ({ companies }) => ({ company_id: companies, ...door, is_active: false })],
  ['POST /employees', ({ companies }) => ({ company_id: companies, ...person })],
  ['PUT /employees/{id}', { ...person, department: 'Sales' }],
  ['POST /settings', { key: 'help_desk', value: 'it@host.example', type: 'string', description: '', is_public: true }],
  ['PUT /settings/{keyOrId}', { value: 'help@host.example' }],
  ['POST /roles', ({ permissions }) => ({ ...role, permissions: [permissions] })],
  ['PUT /roles/{id}', ({ permissions }) => ({ ...role, description: 'Keeps one site', permissions: [permissions] })],
  [
    'POST /users',
    ({ roles, companies }) => ({ ...user, password: 'at least 8 characters', roles: [roles], companies: [companies] }),
  ],
  ['PUT /users/{id}', ({ roles, companies }) => ({ ...user, name: 'Kim Lee', roles: [roles], companies: [companies] })],
  ['POST /users/{id}/assign-companies', ({ companies }) => ({ companies: [companies] })],
  ['DELETE /users/{id}'],
  ['DELETE /roles/{id}'],
  ['DELETE /settings/{keyOrId}'],
  ['DELETE /employees/{id}'],
  ['DELETE /access-controllers/{id}'],
  ['DELETE /company-urls/{id}'],
];

function correction({ attendance }: Ids): Body {
  return { corrections: [{ kind: 'set_aside', record_id: attendance }], reason: 'Stamped twice' };
}

async function makeExamples(): Promise<ApiExamples> {
  const hrSystem = createServer((_, response) => response.end('{"success":true}'));
  const origin = `http://127.0.0.1:${await listen(hrSystem)}`;
  const server = await startServer({
    sample: { employeesPerCompany: 3, days: 3, timeZone: 'Europe/Athens', corrections: true, devices: true, origin },
    clock: () => new Date('2026-11-20T15:30:00Z'),
    allowPrivateHosts: '127.0.0.1',
  });
  try {
    const examples = await record(server);
    return JSON.parse(JSON.stringify(examples).replaceAll(origin, 'https://hr.example'));
  } finally {
    await server.stop();
    hrSystem.close();
  }
}

async function record(server: TestServer): Promise<ApiExamples> {
  const calls: Record<string, ApiExample> = {};
  const refusals: Record<string, unknown> = {};
  const ids: Record<string, number> = {};
  const { administrator, manager } = server.users;

  const ask = async (
    key: string,
    { token = '', body, query = '' }: { token?: string; body?: Body; query?: string },
  ) => {
    const params = { keyOrId: 'business_timezone', slot: 'morning', section: 'record', id: ids[kindOf(key)] ?? 1 };
    if ('settings' in ids) params.keyOrId = String(ids.settings);
    const path = key.replace(/\{(\w+)\}/g, (_, name: keyof typeof params) => String(params[name]));
    return server.ask(path + query, { token, ...(body && { body }) });
  };
  const keep = async (key: string, options: Parameters<typeof ask>[1]): Promise<unknown> => {
    const { status, json } = await ask(key, options);
    await server.settled();
    if (status >= 300) throw new Error(`${key} is answered ${status}: ${JSON.stringify(json)}`);
    const { query, body } = options;
    calls[key] = { status, ...(query && { query }), ...(body && { body }), answer: json };
    return json.data;
  };
  const refuse = async (status: number, key: string, options: Parameters<typeof ask>[1]) => {
    const answer = await ask(key, options);
    if (answer.status !== status) throw new Error(`${key} is answered ${answer.status} and not ${status}`);
    refusals[status] = answer.json;
  };

  const { email, password } = administrator;
  const signedIn = await keep('POST /auth/login', { body: { email, password } });
  const token = isRecord(signedIn) ? String(signedIn.token) : '';

  const reads = Object.keys(access).filter((key) => key.startsWith('GET ') && !later.has(key));
  const depth = (key: string) => key.split('{').length;
  // Lists come before the calls for one of their records.
  for (const key of reads.toSorted((one, other) => depth(one) - depth(other))) {
    const data = await keep(key, { token, query: queries[key] ?? '' });
    const [first] = rowsIn(data);
    if (key === `GET /${kindOf(key)}` && key !== 'GET /settings' && isRecord(first))
      ids[kindOf(key)] = Number(first.id);
    const ofCompany = /^GET \/companies\/\{id\}\/(urls|employees)$/.exec(key)?.[1];
    if (ofCompany && isRecord(first)) ids[ofCompany === 'urls' ? 'company-urls' : ofCompany] = Number(first.id);
  }
  for (const [key, body] of writes) {
    const data = await keep(key, { token, ...(body && { body: typeof body === 'function' ? body(ids) : body }) });
    const added = key.endsWith('/urls') ? 'company-urls' : kindOf(key);
    if (/^POST \/[^{]+(\{id\}\/urls)?$/.test(key) && isRecord(data) && 'id' in data) ids[added] = Number(data.id);
  }

  const limited = await server.signIn(manager);
  await refuse(401, 'GET /companies', { token: 'invented' });
  await refuse(403, 'DELETE /companies/{id}', { token: limited });
  await refuse(412, 'PUT /companies/{id}', { token, body: { name: 'Elder', version: 'an earlier one' } });
  await refuse(422, 'POST /employees', {
    token,
    body: { company_id: ids.companies, ...person, name: '', email: 'zoe' },
  });
  await keep('DELETE /companies/{id}', { token });
  await refuse(404, 'GET /companies/{id}', { token });

  const again = { password: 'at least 8 characters', password_confirmation: 'at least 8 characters' };
  await keep('POST /auth/forgot-password', { body: { email: manager.email } });
  const link = new URL(/https:\S+/.exec(server.mails.at(-1)?.body ?? '')?.[0] ?? '');
  const mailed = Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
  await keep('POST /auth/reset-password', { body: { ...mailed, ...again } });
  await keep('POST /auth/change-password', { token, body: { current_password: password, ...again } });
  await keep('POST /auth/logout', { token, body: {} });
  return JSON.parse(JSON.stringify({ calls, refusals }, readable));
}

/** Reads that need a write first. */
const later: ReadonlySet<string> = new Set(writes.map(([key]) => key));

/** Finds ids as the conformance kit does: 'companies' for 'GET /companies/{id}/urls'. */
function kindOf(key: string): string {
  const segments = key.split('/');
  const kind = segments[segments.indexOf('{id}') - 1] ?? segments[1] ?? '';
  return kind === 'timesheets' ? 'employees' : kind;
}

function rowsIn(data: unknown): readonly unknown[] {
  const rows = isRecord(data) ? data.data : data;
  return Array.isArray(rows) ? rows : [];
}

/** Fixed values for what is random or hashed and differs each time. */
const drawn: Readonly<Record<string, string>> = {
  token: 'rJ2zvQ0kq3W8t5Yx',
  version: 'b0Xk3J2mQ9r1Wc5T',
  request_id: '3f0c5b1e-7d3a-4a52-9f63-5d0b8f4c7a21',
  password: 'at least 8 characters',
  current_password: 'at least 8 characters',
  public_key: '-----BEGIN PUBLIC KEY-----…',
  fingerprint: '0bec55611e6bbd419de7c29b263920593ecf5a81c2c827653174992ffc2c7994',
  revision: 'vAiwqJ1PFry47IxGbmK5VwQaYjKadCNfW7RQ9vKyETU',
  hash: '45b78efa930127b710dcaefd8582e931e5560cfae4d44f93a2001fffafefa919',
  entry: '{"id":1,"at":"2026-11-19 19:37:00", …}',
  salt: '4Yw1Vf0nq2s',
  statement: '{"type":"payroll-file-1", …}',
  signature: 'qZ+Av/RUGOAHzeYC6wHZTvaBmNkNAVNqnTVLiAA6O8ofCIs2RcVRjvXgTa5fCKHKsavs/a7vNJOdKMGvjpPVAg==',
  cursor: 'yJ0c4dPq7mWvRk2s',
};
/** The prefix says which kind of record it identifies. */
const identifier = /^(CMP|ACU)-[0-9A-Z]{6}$/;

/** Cuts lists to their first row, and replaces what differs each time with fixed values. */
function readable(name: string, value: unknown): unknown {
  if (typeof value === 'string') return value && (drawn[name] ?? value.replace(identifier, '$1-46TG6T'));
  if (name === 'values' && Array.isArray(value))
    return value.slice(0, 1).map(([, text]) => ['ZcVxC6yfLfQPZl7g2s7aNA', text]);
  if (Array.isArray(value)) return value.slice(0, value.some(isRecord) ? 1 : 3);
  return value;
}
