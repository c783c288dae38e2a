// Limits the unanswered requests on a connection. Browsers and proxies wait for each response; a client that
// keeps sending without reading would fill the memory with responses.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const maxUnanswered = 16;

/** Answers whether to handle a request; closes connections over the limit. */
export function createPipeliningLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  const countOf = (socket: Socket) => unanswered.get(socket) ?? 0;

  return ({ socket }, response) => {
    unanswered.set(socket, countOf(socket) + 1);
    response.once('close', () => unanswered.set(socket, countOf(socket) - 1));
    if (countOf(socket) > maxUnanswered) socket.destroy();
    return !socket.destroyed;
  };
}
