// Clients that take their time: they send a byte now and then, or nothing, or do not read what they asked for.

import type { Socket } from 'node:net';
import { largeFile } from '../workplace.ts';
import { type Misbehaviour, stranger } from './attack.ts';

const healthz = `GET /healthz HTTP/1.1\r\n${stranger}\r\n`;
const login = `POST /web/api/v1/auth/login HTTP/1.1\r\n${stranger}`;

export const slowClients: Readonly<Record<string, Misbehaviour>> = {
  'slow headers': (socket) => trickle(socket, `GET /healthz HTTP/1.1\r\n${stranger}X-Slow: `),
  'slow bodies': (socket) => trickle(socket, `${login}Content-Length: 10000\r\n\r\n`),
  'bodies that never end': (socket) =>
    void socket.resume().write(`${login}Transfer-Encoding: chunked\r\n\r\n${'3e8\r\n'.padEnd(1_005, 'a')}\r\n`),
  'readers that do not read': (socket) =>
    void socket.pause().write(`GET ${largeFile.address} HTTP/1.1\r\n${stranger}\r\n`.repeat(3)),
  'requests without waiting': (socket) => void socket.pause().write(healthz.repeat(10_000)),
  'silent connections': (socket) => void socket.resume(),
  'connections that fall silent': (socket) => void socket.resume().write(healthz),
};

function trickle(socket: Socket, beginning: string): void {
  socket.resume().write(beginning);
  const drops = setInterval(() => socket.write('a'), 1_000);
  socket.once('close', () => clearInterval(drops));
}
