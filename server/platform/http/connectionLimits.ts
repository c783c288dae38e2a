// Limits what one connection may take: its unanswered requests, and the time that it stays open without one.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies wait for each response; a client that does not would fill the memory with responses. */
const maxUnanswered = 16;

/** Answers whether to handle a request; closes connections over a limit. */
export function createConnectionLimits(
  idleMs: number,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  const deadlines = new WeakMap<Socket, NodeJS.Timeout>();
  const countOf = (socket: Socket) => unanswered.get(socket) ?? 0;

  /** Every empty line that a client sends restarts Node's own limit. */
  function closeWhenIdle(socket: Socket): void {
    if (countOf(socket) > 0 || socket.destroyed) return;
    deadlines.set(socket, setTimeout(() => socket.destroy(), idleMs).unref());
  }

  return ({ socket }, response) => {
    if (!unanswered.has(socket)) socket.once('close', () => clearTimeout(deadlines.get(socket)));
    clearTimeout(deadlines.get(socket));
    unanswered.set(socket, countOf(socket) + 1);
    response.once('close', () => {
      unanswered.set(socket, countOf(socket) - 1);
      closeWhenIdle(socket);
    });
    if (countOf(socket) > maxUnanswered) socket.destroy();
    return !socket.destroyed;
  };
}
