// Clients that break off in the middle: of what they send, of what they are sent, with or without goodbye.

import type { Socket } from 'node:net';
import { largeFile } from '../workplace.ts';
import { type Misbehaviour, stranger } from './attack.ts';

export const brokenClients: Readonly<Record<string, Misbehaviour>> = {
  'dead in mid-request': (socket) => {
    beginToSend(socket);
    setTimeout(() => socket.resetAndDestroy(), 20);
  },
  'gone in mid-request': (socket) => {
    beginToSend(socket);
    setTimeout(() => socket.end(), 20);
  },
  'gone before the answer': (socket, { token }) => {
    const much = 'GET /web/api/v1/attendance?per_page=100 HTTP/1.1\r\n';
    socket.write(`${much}${stranger}Authorization: Bearer ${token}\r\n\r\n`, () => socket.destroy());
  },
  'dead in mid-answer': (socket) => {
    socket.write(`GET ${largeFile.address} HTTP/1.1\r\n${stranger}\r\n`);
    socket.once('data', () => socket.resetAndDestroy());
  },
};

function beginToSend(socket: Socket): void {
  socket.resume();
  socket.write(`POST /web/api/v1/auth/login HTTP/1.1\r\n${stranger}Content-Length: 5000\r\n\r\n{"email":`);
}
