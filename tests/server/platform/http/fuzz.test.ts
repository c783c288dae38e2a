// Thousands of malformed requests: each gets a clean error, and the server stays healthy. A failure names its seed;
// FUZZ_SEED repeats it, FUZZ_ROUNDS makes the test longer.

import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChance } from '../../../../server/app/sample/random.ts';
import { access } from '../../../../src/shared/contract/access.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const rounds = Number(process.env.FUZZ_ROUNDS ?? 2_000);

// Signing out would end the test; the other calls would contact other hosts if a request happens to be valid.
const left =
  /\/auth\/logout|^DELETE \/(user-)?sessions\/|check-health|hr-sync\/(all|test|companies\/\{id\}(\/retry)?$)/;
const keys = Object.keys(access).filter((key) => !left.test(key));

const texts = [
  '',
  ' ',
  "'",
  '"',
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '..%2f..%2f',
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is sent as text.
  '${7*7}',
  '{{7*7}}',
  '\u202e\u0007',
  '\ud800',
  '\udfff x',
  '😀'.repeat(300),
  'ﷺ'.repeat(100),
  'a\r\nSet-Cookie: b',
  'null',
  'NaN',
  'true',
  '-0',
  '1e999',
  '0x10',
  'x'.repeat(20_000),
  '__proto__',
  'constructor',
  '\u0000',
  'Ǆ'.normalize('NFD'),
  '2026-02-30',
  '9999-99-99',
  '0000-00-00',
];
const numbers = [-1, 0, 0.5, 1e15, 1e16, 2 ** 53, 1e308, -1e308, 2 ** 31, 2 ** 63];
const ids = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  'abc',
  '%00',
  '%ff',
  '%zz',
  '999999999999999',
  '9'.repeat(40),
  '1%27--',
  '..',
  '%2e%2e',
  '*',
];
const bytes = [
  '{',
  '}',
  '[',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  'nul',
  '"\\ud800',
  '{"name":"\u0000"}',
  '\ufeff{}',
  '[[[['.repeat(5_000),
  '\u001f',
];

interface Answer {
  status: number;
  text: string;
}

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 1 } });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(() => server.stop());

  /** Sends the path unchanged: fetch would normalize it. */
  function send(method: string, path: string, body?: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(server.url);
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      };
      const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  function expectClean({ status, text }: Answer, what: string) {
    expect(status, what).toBeGreaterThanOrEqual(400);
    expect(status, what).toBeLessThan(500);
    expect(JSON.parse(text), what).toMatchObject({
      success: false,
      data: null,
      message: expect.stringMatching(/\w/),
    });
    expect(text, what).not.toMatch(/\.ts:\d|node:internal|SQLITE|syntax error at|node_modules/);
  }

  const base = '/web/api/v1';
  const literal = (path: string) => path.replace(/\{\w+\}/g, '1');

  test('rejects wrong types, broken JSON and impossible ids with a message', async () => {
    const pick = picker(seed);
    const wrong = () => pick<unknown>([{}, [[]], [{}], { a: { b: [] } }, ['x'], [null]]);

    for (let round = 0; round < rounds; round++) {
      const [method = '', path = ''] = pick(keys).split(' ');
      const about = `seed ${seed}, round ${round}: ${method} ${path}`;
      const kind = pick(['id', 'json', 'shape', 'query', 'method']);
      if (kind === 'id' && path.includes('{id}')) {
        const id = pick(ids);
        expectClean(await send(method, base + path.replace('{id}', id), '{}'), `${about} with ${id}`);
      } else if (kind === 'json' && method !== 'GET' && hasBody(`${method} ${path}`)) {
        expectClean(await send(method, base + literal(path), pick(bytes)), about);
      } else if (kind === 'shape' && hasBody(`${method} ${path}`)) {
        const body = JSON.stringify(
          pick<unknown>([[], [1], 'text', 7, null, true, Object.fromEntries(fields.map((field) => [field, wrong()]))]),
        );
        expectClean(await send(method, base + literal(path), body), `${about} with ${body}`);
      } else if (kind === 'query' && hasPages(`${method} ${path}`)) {
        const value = pick(['0', '-1', 'x', '1.5', '1e99', '%00', "'", '[]', '9'.repeat(30)]);
        expectClean(await send(method, `${base}${path}?page=${value}`), `${about} with page=${value}`);
      } else if (kind === 'method') {
        const nonsense = pick([`${path}/${pick(ids)}/x`, `${path}/`, `/${pick(ids)}`, `${path}//`, `${path};x=1`]);
        expectClean(await send(pick(['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']), base + literal(nonsense)), about);
      }
    }
    await expectHealthy();
  });

  test('stores hostile strings and numbers unchanged or rejects them', async () => {
    const pick = picker(seed + 1);
    const accepted = new Set<string>();
    const hostile = () => pick<unknown>([...texts, ...numbers, true, null]);
    for (let round = 0; round < rounds; round++) {
      const key = pick(keys);
      const [method = '', path = ''] = key.split(' ');
      const isRead = method === 'GET';
      const query = isRead
        ? `?${[pick(filters), pick(filters)].map((name) => `${name}=${inUrl(hostile())}`).join('&')}`
        : '';
      const target = path.replace(/\{\w+\}/g, inUrl(pick([1, 2, 3, hostile()])));
      const body = isRead
        ? undefined
        : JSON.stringify({ ...fine, [pick(fields)]: hostile(), [pick(fields)]: hostile() });
      const { status, text } = await send(method, base + target + query, body);
      const sent = `${key} as ${target}${query} ${body?.slice(0, 300)}`;
      const what = `seed ${seed}, round ${round}: ${sent} is ${text.slice(0, 300)}`;
      expect(status, what).toBeGreaterThanOrEqual(200);
      expect(status, what).toBeLessThan(500);
      expect(JSON.parse(text), what).toHaveProperty('success', status < 400);
      if (status < 300) accepted.add(key);
    }
    // Proves that hostile values reached the database.
    expect(accepted.size).toBeGreaterThan(keys.length / 2);
    await expectHealthy();
  });

  test('validates a field of maximum length in linear time', async () => {
    const near = 200_000;
    for (const text of [`a@${'.'.repeat(near)}@`, `a@${'.a'.repeat(near / 2)} `, '@'.repeat(near), 'a'.repeat(near)]) {
      for (const [call, field] of [
        ['POST /companies', 'contact_email'],
        ['POST /employees', 'email'],
        ['POST /users', 'email'],
      ] as const) {
        const [method = '', path = ''] = call.split(' ');
        const answer = await send(method, base + path, JSON.stringify({ ...fine, [field]: text }));
        expect([answer.status, JSON.parse(answer.text).errors]).toEqual([422, { [field]: ['Email is invalid'] }]);
      }
    }
  });

  test('answers invalid HTTP with 4xx or closes the connection', async () => {
    const chance = createChance(seed + 2);
    const noise = () => Buffer.from(Array.from({ length: 200 }, () => chance.whole(0, 255)));
    const heads = [
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET  / HTTP/1.1\r\n\r\n',
      '\r\n\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(5_000)}\r\n`,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n',
      'GET / HTTP/1.1\r\nHost a\r\n\r\n',
    ];
    const all = [...heads.map((head) => Buffer.from(head)), ...Array.from({ length: 200 }, noise)];
    for (const sent of all) {
      const answer = await exchange(sent);
      expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer), `${sent.toString('latin1')} got ${answer}`).toBe(true);
    }
    await expectHealthy();
  });

  function exchange(sent: Buffer): Promise<string> {
    return new Promise((resolve) => {
      let answer = '';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
      socket.on('error', () => {});
      socket.on('close', () => resolve(answer));
      socket.end(sent);
    });
  }

  async function expectHealthy() {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok', version: expect.any(String) });
    expect((await server.ask('GET /companies', { token })).status).toBe(200);
    expect(server.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  }
});

function picker(from: number) {
  const chance = createChance(from);
  return function pick<T>(list: readonly T[]): T {
    for (const item of list.slice(chance.whole(0, list.length - 1))) return item;
    throw new Error('Nothing to pick from');
  };
}

const isEndpoint = (key: string): key is keyof typeof access => key in access;
const hasBody = (key: string) => isEndpoint(key) && 'body' in access[key];
const hasPages = (key: string) => /^GET \/(companies|access-controllers|employees|attendance|roles|users)$/.test(key);

/** Valid values for the fields of all calls; a call ignores fields it does not know. */
const fine: Readonly<Record<string, unknown>> = {
  name: 'name',
  email: 'name@rollcall.example',
  password: 'long enough',
  password_confirmation: 'long enough',
  confirmation: '',
  current_password: 'long enough',
  token: 'token',
  roles: [],
  companies: [],
  company_id: 1,
  employee_id: 'E-1',
  crm_employee_id: '',
  phone: '',
  department: '',
  position: '',
  url_type: 'crm',
  url: 'https://crm.example/',
  description: '',
  is_active: true,
  unique_identifier: '',
  device_id: '',
  webhook_url: '',
  webhook_secret: '',
  location: '',
  latitude: 1,
  longitude: 1,
  crm_location_id: '',
  crm_company_id: '',
  contact_email: '',
  contact_phone: '',
  system_url: '',
  address: '',
  key: 'key',
  type: 'string',
  value: 'x',
  is_public: false,
  permissions: [],
  display_name: 'Name',
  record_ids: [1],
  time: '10:00',
  enabled: true,
  min_break_duration_minutes: 30,
  max_break_duration_minutes: 60,
  sync_time_threshold_hour: 18,
  multiple_clock_out_mode: 'first_last',
  lunch_break_detection: true,
  auto_detect_breaks: true,
  connector: 'rollcall',
  match_by: 'number',
  expires_on: '',
  expires_in_days: 90,
  matches: [],
  starts_at: '00:00',
  repeat_seconds: 60,
  needs_second_person: false,
  rules: [],
  kind: 'companies',
  subject_id: 1,
  reason: 'Reason',
};
const fields = Object.keys(fine);

/** Filters, tried two at a time, since a refused one hides the others. */
const filters = [
  'page',
  'per_page',
  'company_id',
  'employee_id',
  'start_date',
  'event_type',
  'is_processed',
  'q',
  'kind',
];

/** Short, since long URLs are rejected unread; well-formed, since a lone surrogate cannot be encoded. */
const inUrl = (value: unknown) =>
  encodeURIComponent(
    String(value)
      .slice(0, 60)
      .replace(/[\ud800-\udfff]/g, '?'),
  );
