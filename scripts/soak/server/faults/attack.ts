// What faults are made of: raw connections that behave as no client should.

import { connect, type Socket } from 'node:net';
import type { Workplace } from '../workplace.ts';

interface Attack {
  workplace: Workplace;
  /** How many attack at once. */
  clients: number;
  until: AbortSignal;
  open(): Socket;
}

/** Answers what the server did that it should not have done. */
export type Fault = (attack: Attack) => Promise<string[]>;

/** What a client does with its connection; from then on it waits to be cut off. */
export type Misbehaviour = (socket: Socket, workplace: Workplace) => void;

/** The headers of all that comes from outside. */
export const stranger = 'Host: rollcall\r\nX-Forwarded-For: 203.0.113.7\r\n';

export function open(port: number): Socket {
  // That the server breaks the connection off is what is expected of it.
  return connect(port, '127.0.0.1').on('error', () => {});
}

export const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));

/** Each client takes a new connection whenever its last has come to an end. */
export function besiege(misbehave: Misbehaviour): Fault {
  return async ({ workplace, clients, until, open: openOne }) => {
    const attackers = Array.from({ length: clients }, async () => {
      while (!until.aborted) {
        const socket = openOne();
        const leave = () => socket.destroy();
        until.addEventListener('abort', leave);
        misbehave(socket, workplace);
        await closed(socket);
        until.removeEventListener('abort', leave);
      }
    });
    await Promise.all(attackers);
    return [];
  };
}
