// Clients that disconnect in the middle of a request or an answer, with or without closing properly.

import type { Socket } from 'node:net';
import { largeFile } from '../target.ts';
import { type Misbehave, requestHeaders } from './fault.ts';

export const brokenClients: Readonly<Record<string, Misbehave>> = {
  'reset during a request': (socket) => {
    startRequest(socket);
    setTimeout(() => socket.resetAndDestroy(), 20);
  },
  'closed during a request': (socket) => {
    startRequest(socket);
    setTimeout(() => socket.end(), 20);
  },
  'closed before the answer': (socket, { token }) => {
    const request = 'GET /web/api/v1/attendance?per_page=100 HTTP/1.1\r\n';
    socket.write(`${request}${requestHeaders}Authorization: Bearer ${token}\r\n\r\n`, () => socket.destroy());
  },
  'reset during an answer': (socket) => {
    socket.write(`GET ${largeFile.path} HTTP/1.1\r\n${requestHeaders}\r\n`);
    socket.once('data', () => socket.resetAndDestroy());
  },
};

function startRequest(socket: Socket): void {
  socket.resume();
  socket.write(`POST /web/api/v1/auth/login HTTP/1.1\r\n${requestHeaders}Content-Length: 5000\r\n\r\n{"email":`);
}
