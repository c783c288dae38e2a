// Envelope, errors and limits that apply to every call.

import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../../server/app/config.ts';
import { type Installation, install } from '../../../support/server/installation.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({
    site: async (_request, response) => {
      response.end('the site');
    },
  });
  token = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

const post = (path: string, body: string | Uint8Array<ArrayBuffer>) =>
  fetch(server.api + path, { method: 'POST', body });

test('answers 404 to an unknown path, and 405 with the allowed methods to a wrong method', async () => {
  const unknown = await server.ask('GET /no-such-thing', { token });
  expect([unknown.status, unknown.json.success]).toEqual([404, false]);
  const other = await server.ask('DELETE /companies', { token });
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, POST']);
});

test('answers a path that ends in a slash like the one without it', async () => {
  const list = await server.ask('GET /companies/?page=1', { token });
  expect([list.status, list.json]).toEqual([200, (await server.ask('GET /companies?page=1', { token })).json]);
});

test('puts the same request id into error, header and log', async () => {
  const { headers, json } = await server.ask('GET /auth/user');
  expect(json.request_id).toBe(headers.get('x-request-id'));
  expect(server.log.some((line) => line.includes(String(json.request_id)))).toBe(true);
});

test.each([
  ['{', 'The request body is not valid JSON'],
  ['[1,', 'The request body is not valid JSON'],
  ['\u0000', 'The request body is not valid JSON'],
  ['{"email":"a\u0000b","password":"x"}', 'The request body is not valid JSON'],
  ['{"email":"a\\u0000b","password":"x"}', 'A text in the request body contains U+0000, which cannot be stored'],
])('rejects the body %j as malformed: %s', async (body, message) => {
  const refused = await post('/auth/login', body);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ message });
});

test('refuses a body that is not in UTF-8, and reads past a byte order mark', async () => {
  const latin1 = Uint8Array.from(Buffer.from('{"email":"zoë@rollcall.example"}', 'latin1'));
  const refused = await post('/auth/forgot-password', latin1);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ message: 'The request body is not in UTF-8' });
  expect((await post('/auth/forgot-password', '\ufeff{"email":"zoë@rollcall.example"}')).status).toBe(200);
});

test('refuses a number that JSON rounds, which might be the ID of somebody else', async () => {
  const body = '{"company_id":1,"name":"Zoë","employee_id":9007199254740993}';
  const headers = { authorization: `Bearer ${token}` };
  const refused = await fetch(`${server.api}/employees`, { method: 'POST', headers, body });
  expect(refused.status).toBe(422);
  const message = 'This number is so long that JSON rounds it. Please send it as text';
  expect(await refused.json()).toMatchObject({ message, errors: { employee_id: [message] } });
});

test.each(['[]', '"text"', '7', 'null', '{"email":{},"password":[]}'])(
  'rejects the body %j as invalid',
  async (body) => {
    expect((await post('/auth/login', body)).status).toBe(422);
  },
);

test('answers 413 to a body over the limit, declared or not', async () => {
  const large = 'x'.repeat(2 * 1024 * 1024);
  expect((await post('/auth/login', large)).status).toBe(413);
  const status = await new Promise((resolve, reject) => {
    const request = httpRequest(`${server.api}/auth/login`, { method: 'POST' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    for (let part = 0; part < 20; part++) request.write('x'.repeat(100_000));
    request.end();
  });
  expect(status).toBe(413);
});

test('has a lower limit for unauthenticated requests', async () => {
  const body = { email: 'ada@rollcall.example', password: 'x'.repeat(20_000) };
  expect((await post('/auth/login', JSON.stringify(body))).status).toBe(413);
  expect((await server.ask('POST /companies', { token, body })).status).toBe(422);
});

test.each(['abc', '1e3', '-1', '0x1', '1;drop', '99999999999999999999', '%00', '%zz'])(
  'answers 404 or 400 to the id %s',
  async (id) => {
    const { status } = await server.ask(`GET /companies/${id}`, { token });
    expect(id.startsWith('%') ? 400 : 404).toBe(status);
  },
);

test('answers 404 to an id larger than any row’s', async () => {
  expect((await server.ask('GET /companies/999999999999999', { token })).status).toBe(404);
});

test.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'page=9007199254740991', 'per_page=0', 'per_page=-5'])(
  'answers 422 to the query %s and names the parameter',
  async (query) => {
    const { status, json } = await server.ask(`GET /companies?${query}`, { token });
    expect(status).toBe(422);
    expect(json.errors).toHaveProperty(String(query.split('=')[0]));
  },
);

test('reveals nothing about an internal error', async () => {
  await server.db.exec('alter table company_urls rename to gone');
  const { status, json } = await server.ask('GET /companies', { token });
  await server.db.exec('alter table gone rename to company_urls');
  expect(status).toBe(500);
  expect(JSON.stringify(json)).not.toMatch(/company_urls|at |\.ts|SQL/);
  expect(server.log.some((line) => line.includes('company_urls') && line.includes(String(json.request_id)))).toBe(true);
});

test('serves the health check and the console beside the API', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok', version: expect.any(String) });
  expect(await (await fetch(`${server.url}/companies`)).text()).toBe('the site');
  expect((await fetch(`${server.url}/web/api/v2/companies`)).status).toBe(404);
});

describe('pages of other origins', () => {
  const listed = 'https://console.example';
  const stranger = 'https://stranger.example';
  let installed: Installation;
  let api: string;
  beforeAll(async () => {
    installed = await install();
    const run = installed.start([], { CORS_ORIGINS: `https://first.example, ${listed}` });
    api = `${await run.url()}/web/api/v1`;
  });
  afterAll(() => installed.remove());

  const preflight = (origin: string) =>
    fetch(`${api}/companies/7`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
  const ask = (origin: string) => fetch(`${api}/companies`, { headers: { Origin: origin } });

  test('may call the API if listed, and read errors too', async () => {
    const { status, headers } = await preflight(listed);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, listed]);
    expect(headers.get('access-control-allow-methods')).toContain('PUT');
    expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type');
    const refused = await ask(listed);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, listed]);
  });

  test('may not if unlisted, and caches keep their responses apart', async () => {
    for (const { headers } of [await preflight(stranger), await ask(stranger)]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('vary')).toBe('Origin');
    }
  });

  test('are all rejected if none is listed', async () => {
    const { headers } = await fetch(`${server.api}/companies`, { headers: { Origin: listed } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(['*', 'null', 'console.example', `${listed}/`, `${listed}/rollcall`, 'ftp://console.example'])(
    'cannot be listed as %s',
    (origin) => {
      const start = () => readConfig({ CORS_ORIGINS: `${listed}, ${origin}` });
      expect(start).toThrow(ConfigError);
      expect(start).toThrow('CORS_ORIGINS');
    },
  );
});
