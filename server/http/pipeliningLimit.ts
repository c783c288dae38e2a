// Counts the requests of each connection that wait for their answer. Browsers and proxies ask one after the
// other; who asks on and on without reading would fill the memory with answers.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const most = 16;

/** Cuts off the connections that have more. */
export function limitUnanswered(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>();
  const of = (socket: Socket) => waiting.get(socket) ?? 0;

  return ({ socket }, response) => {
    waiting.set(socket, of(socket) + 1);
    response.once('close', () => waiting.set(socket, of(socket) - 1));
    if (of(socket) > most) socket.destroy();
    return !socket.destroyed;
  };
}
