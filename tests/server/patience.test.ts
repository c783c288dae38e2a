// Who sends too slowly is cut off, and holds nobody else up.

import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ patience: { headersMs: 2_000, requestMs: 3_000 } });
});
afterAll(() => server.stop());

/** Sends the beginning, then a byte now and then, until the server ends it. */
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

test.each([
  ['headers', 'GET /web/api/v1/companies HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ['a body', 'POST /web/api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n{'],
])(
  'who trickles %s is answered 408',
  async (_what, beginning) => {
    const slow = Array.from({ length: 50 }, () => trickle(beginning));
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  },
  20_000,
);
