// What the log says about requests: who made them, from where, and the outcome.

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseDown } from '../../../../server/platform/db/errors.ts';
import { LostConnection } from '../../../../server/platform/db/postgres/connection.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

interface Line {
  level: string;
  message: string;
  status?: number;
  path?: string;
}

let server: TestServer;
let now: Date;
beforeEach(async () => {
  now = new Date();
  server = await startServer({ proxies: 1, clock: () => now });
});
afterEach(() => server.stop());

const linesIn = ({ log }: TestServer): Line[] => log.map((line) => JSON.parse(line));
const linesOf = (message: string): Line[] => linesIn(server).filter((line) => line.message === message);

async function ask(path: string, token?: string): Promise<number> {
  const headers = { 'x-forwarded-for': '198.51.100.7:40001', ...(token && { authorization: `Bearer ${token}` }) };
  return (await fetch(server.url + path, { headers })).status;
}

test('a request is logged with the address of the client, the user and the status, at debug', async () => {
  const token = await server.signIn(server.users.auditor);
  const { json } = await server.ask('GET /auth/user', { token });
  expect(await ask('/web/api/v1/companies?q=secret', token)).toBe(200);
  expect(linesOf('request').at(-1)).toMatchObject({
    level: 'debug',
    address: '198.51.100.7',
    user_id: Object(json.data).id,
    method: 'GET',
    path: '/web/api/v1/companies',
    status: 200,
  });
  expect(server.log.join()).not.toContain('secret');
});

test('health checks are logged at debug, refused requests at info and failed ones as warnings', async () => {
  const token = await server.signIn(server.users.auditor);
  await ask('/healthz');
  await ask('/web/api/v1/companies', 'invented');
  await fetch(`${server.api}/companies`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  vi.spyOn(server.db, 'all').mockRejectedValueOnce(new Error('gone'));
  await ask('/web/api/v1/companies', token);
  expect(linesOf('request').map(({ level, status }) => [level, status])).toEqual([
    ['debug', 200], // the sign-in
    ['debug', 200],
    ['info', 401],
    ['info', 403],
    ['warn', 500],
  ]);
});

test('a database that is away is told once for each request, in its line', async () => {
  const reason = 'the database system is starting up';
  const lost = new LostConnection(reason, { cause: new Error(reason) });
  vi.spyOn(server.db, 'all').mockRejectedValueOnce(databaseDown(lost));
  expect(await ask('/web/api/v1/companies', 'any')).toBe(503);
  const error = `The database is not available. Please try again in a moment: ${reason}`;
  expect(server.log.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', message: 'request', address: '198.51.100.7', status: 503, error },
  ]);
});

test.each([
  ['slow', 408, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ['too large', 431, `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['not HTTP', 400, 'HELLO\r\n\r\n'],
  ['for no host', 400, 'GET /healthz HTTP/1.1\r\n\r\n'],
])('a request that is %s is answered and logged with %i', async (_what, status, text) => {
  const impatient = await startServer({ timeouts: { headersMs: 200 } });
  const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.write(text);
  await once(socket, 'close');
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(linesIn(impatient)).toMatchObject([{ message: 'request', level: 'info', address: '127.0.0.1', status }]);
  await impatient.stop();
});

test('a request whose client hung up in the middle of it is not said to have succeeded', async () => {
  const observed: [call: string, status: number][] = [];
  const observing = await startServer({ observe: (call, status) => observed.push([call, status]) });
  const socket = connect(Number(new URL(observing.url).port), '127.0.0.1');
  const head = 'POST /web/api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n';
  socket.write(`${head}{"email":`, () => socket.destroy());
  await expect.poll(() => observed).toEqual([['POST /auth/login', 499]]);
  expect(linesIn(observing).slice(-2)).toMatchObject([
    { level: 'debug', message: 'response cut off' },
    { level: 'debug', message: 'request', status: 499 },
  ]);
  await observing.stop();
});

test('a bug is logged as one, also where the client hung up meanwhile', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const failing = await startServer({
    async site({ socket }) {
      begin();
      await once(socket, 'close');
      throw new Error('a bug');
    },
  });
  const socket = connect(Number(new URL(failing.url).port), '127.0.0.1');
  socket.write('GET /page HTTP/1.1\r\nHost: a\r\n\r\n');
  await begun;
  socket.destroy();
  await expect
    .poll(() => linesIn(failing))
    .toMatchObject([
      { level: 'error', message: 'request failed' },
      { level: 'debug', message: 'request', status: 499 },
    ]);
  await failing.stop();
});
