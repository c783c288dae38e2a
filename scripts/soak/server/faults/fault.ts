// The building blocks of faults: raw connections that misbehave.

import { connect, type Socket } from 'node:net';
import type { Target } from '../target.ts';

interface FaultContext {
  target: Target;
  /** Number of connections that misbehave at once. */
  clients: number;
  until: AbortSignal;
  open(): Socket;
}

/** Returns the server's mistakes. */
export type Fault = (context: FaultContext) => Promise<string[]>;

/** Uses a new connection, and then waits for the server to close it. */
export type Misbehave = (socket: Socket, target: Target) => void;

/** Headers of every request. */
export const requestHeaders = 'Host: rollcall\r\nX-Forwarded-For: 203.0.113.7\r\n';

export function open(port: number): Socket {
  // Errors are expected: the server may reset the connection.
  return connect(port, '127.0.0.1').on('error', () => {});
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));

/** Sends the text and resolves with what arrives until `isComplete`, or until the server closes the connection. */
export async function exchange(
  socket: Socket,
  request: string,
  { timeoutMs, isComplete }: { timeoutMs: number; isComplete(answer: string): boolean },
): Promise<string> {
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    if (isComplete(answer)) socket.destroy();
  });
  socket.setTimeout(timeoutMs, () => {
    answer = '(no answer in time)';
    socket.destroy();
  });
  socket.write(request);
  await closed(socket);
  return answer;
}

/** Each client opens a new connection whenever its last one was closed. */
export function attackWith(misbehave: Misbehave): Fault {
  return async ({ target, clients, until, open: openOne }) => {
    const attackers = Array.from({ length: clients }, async () => {
      while (!until.aborted) {
        const socket = openOne();
        const leave = () => socket.destroy();
        until.addEventListener('abort', leave);
        misbehave(socket, target);
        await closed(socket);
        until.removeEventListener('abort', leave);
      }
    });
    await Promise.all(attackers);
    return [];
  };
}
