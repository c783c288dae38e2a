// Slow clients: they send a byte a second or nothing at all, or do not read their answers.

import type { Socket } from 'node:net';
import { largeFile } from '../target.ts';
import { type Misbehave, requestHeaders } from './fault.ts';

const healthz = `GET /healthz HTTP/1.1\r\n${requestHeaders}\r\n`;
const login = `POST /web/api/v1/auth/login HTTP/1.1\r\n${requestHeaders}`;

export const slowClients: Readonly<Record<string, Misbehave>> = {
  'slow headers': (socket) => trickle(socket, `GET /healthz HTTP/1.1\r\n${requestHeaders}X-Slow: `),
  'slow bodies': (socket) => trickle(socket, `${login}Content-Length: 10000\r\n\r\n`),
  'endless bodies': (socket) =>
    void socket.resume().write(`${login}Transfer-Encoding: chunked\r\n\r\n${'3e8\r\n'.padEnd(1_005, 'a')}\r\n`),
  'unread answers': (socket) =>
    void socket.pause().write(`GET ${largeFile.path} HTTP/1.1\r\n${requestHeaders}\r\n`.repeat(3)),
  'pipelined requests': (socket) => void socket.pause().write(healthz.repeat(10_000)),
  'silent connections': (socket) => void socket.resume(),
  'connections silent after a request': (socket) => void socket.resume().write(healthz),
};

function trickle(socket: Socket, start: string): void {
  socket.resume().write(start);
  const timer = setInterval(() => socket.write('a'), 1_000);
  socket.once('close', () => clearInterval(timer));
}
