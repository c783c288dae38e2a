// Slow and silent clients are disconnected without delaying others.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLimitedServer } from '../../../../server/platform/http/limitedServer.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { listen } from '../../../support/server/ports.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

/** More than both sides' socket buffers hold. */
const large = Buffer.alloc(16 << 20, 'a');

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    timeouts: { headersMs: 2_000, requestMs: 3_000, responseMs: 3_000, idleMs: 1_000 },
    site: async (_request, response) => void response.end(large),
  });
});
afterAll(() => server.stop());

/** Resolves even if the server resets the connection, for which `once` would reject. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** Sends the beginning, then one byte every 200 ms until the server closes the connection. */
function trickle(beginning: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const drops = setInterval(() => socket.write('a'), 200);
    socket.write(beginning);
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drops);
      resolve(answer);
    });
  });
}

// Run concurrently, since each test waits for a limit of the same server.
describe.concurrent('a client', () => {
  test.each([
    ['headers', 'GET /web/api/v1/companies HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['a body', 'POST /web/api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n{'],
  ])('answers 408 to a client that sends %s too slowly', async (_what, beginning) => {
    const slow = Array.from({ length: 50 }, () => trickle(beginning));
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok', version: expect.any(String) });
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('closes a connection that sends only empty lines after its request', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    const lines = setInterval(() => socket.write('\r\n'), 200);
    socket.resume();
    await closed(socket);
    clearInterval(lines);
  });

  describe('pipelined requests', () => {
    const healthz = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
    const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

    async function answersTo(requests: string): Promise<number> {
      let answers = '';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('data', (chunk) => (answers += chunk.toString())).on('error', () => {});
      socket.write(requests);
      await closed(socket);
      return answers.split('{"status":"ok"').length - 1;
    }

    test('are answered in order', async () => {
      expect(await answersTo(healthz.repeat(9) + last)).toBe(10);
    });

    test('are cut off when too many', async () => {
      expect(await answersTo(healthz.repeat(999) + last)).toBeLessThan(100);
    });
  });

  describe('a large response', () => {
    function askForMuch(): Socket {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      return socket;
    }

    test('is cut off if the client does not read it', async () => {
      const socket = askForMuch().pause();
      const isLogged = () => server.log.some((line) => line.includes('response not read'));
      await expect.poll(isLogged).toBe(true);
      let received = 0;
      socket.on('data', (chunk) => (received += chunk.length)).resume();
      // Node 24 resets the connection, for which `once` would reject.
      await new Promise((resolve) => socket.on('close', resolve));
      expect(received).toBeLessThan(large.length);
    });

    test('is sent completely to a slow client', async () => {
      let received = 0;
      const socket = askForMuch();
      socket.on('data', (chunk) => {
        received += chunk.length;
        socket.pause();
        setTimeout(() => socket.resume(), 20); // more than the server's limit in all
      });
      await closed(socket);
      expect(received).toBeGreaterThan(large.length);
    });
  });
});

test('answers 503 if the database hangs, with one query for concurrent checks', async () => {
  const silent = await startServer({ timeouts: { databaseMs: 1 } });
  const asked = vi.spyOn(silent.db, 'all').mockReturnValue(new Promise(() => {}));
  const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(`${silent.url}/healthz`)));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  expect(await answers[0]?.json()).toMatchObject({ success: false, message: 'The database does not respond' });
  expect(asked).toHaveBeenCalledTimes(1);
  await silent.stop();
});

test('answers 200 once the database responds again', async () => {
  const patient = await startServer();
  const asked = vi.spyOn(patient.db, 'all').mockRejectedValueOnce(new Error('refused'));
  const statuses: number[] = [];
  for (let time = 0; time < 2; time++) statuses.push((await fetch(`${patient.url}/healthz`)).status);
  expect(statuses).toEqual([503, 200]);
  expect(asked).toHaveBeenCalledTimes(2);
  await patient.stop();
});

test('answers a request that arrives at the end of the idle time, and closes the connection after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const limits = { headersMs: 5_000, requestMs: 5_000, idleMs: 65_000 };
  const log = createLog('silent', () => {});
  const limited = createLimitedServer(limits, log, async (_request, response) => void response.end());
  onTestFinished(() => void limited.server.close());
  const socket = connect(await listen(limited.server), '127.0.0.1').on('error', () => {});
  for (let time = 0; time < 2; time++) {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(limits.idleMs);
  }
  const end = closed(socket);
  vi.advanceTimersByTime(limits.idleMs);
  await end;
});
