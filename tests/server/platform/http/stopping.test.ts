// A stopping server answers requests already under way. A proxy that keeps connections open may be sending one just
// then, and must not repeat a POST that was cut off.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLimitedServer, type LimitedServer } from '../../../../server/platform/http/limitedServer.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { listen } from '../../../support/server/ports.ts';

const request = 'POST / HTTP/1.1\r\nHost: rollcall\r\nContent-Length: 0\r\n\r\n';

let limited: LimitedServer;
let port: number;
let socket: Socket;
let received: string;
beforeEach(async () => {
  const limits = { headersMs: 5_000, requestMs: 5_000, idleMs: 60_000 };
  const log = createLog('info', () => {});
  limited = createLimitedServer(limits, log, async (_, response) => void response.end('done'));
  port = await listen(limited.server);
  socket = connect(port, '127.0.0.1');
  received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.write(request);
  await once(socket, 'data');
  expect(received).toMatch(/^HTTP\/1\.1 200 .*Connection: keep-alive/s);
  received = '';
});

afterEach(() => vi.useRealTimers());

test('answers a request that comes on an idle connection when it has begun to stop, and closes that', async () => {
  const closed = limited.close();
  socket.write(request);
  await once(socket, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 200 .*Connection: close/s);
  await closed;
});

test('keeps the idle connections of a proxy that goes on using others', async () => {
  const other = connect(port, '127.0.0.1');
  other.write(request);
  await once(other, 'data');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const closed = limited.close();
  vi.advanceTimersByTime(900);
  other.write(request);
  await once(other, 'close');
  vi.advanceTimersByTime(900);
  socket.write(request);
  await once(socket, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 200 .*Connection: close/s);
  await closed;
});

test('closes connections that stay idle, and ends', async () => {
  await Promise.all([limited.close(), once(socket, 'close')]);
  expect(received).toBe('');
});
