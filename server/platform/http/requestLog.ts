// One line for each request. Usual ones are for debugging only; what failed, was refused or took long is always logged.

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log/log.ts';
import { addressIn } from './clientAddress.ts';

/** What is known about a request while it is handled. */
export interface RequestContext {
  readonly requestId: string;
  /** The client's address. */
  readonly address: string;
  /** Set once the caller is known. */
  userId?: number;
  /** What was asked for, as one of few: 'GET /companies/{id}', 'webhook', 'console'. */
  call?: string;
  /** What the log shows of an address that holds a secret. */
  shownPath?: string;
}

interface Outcome {
  readonly status: number;
  readonly milliseconds: number;
}

const refused = new Set([401, 403, 413, 429]);
const slowMs = 2_000;

export function logRequest(log: Log, request: IncomingMessage, context: RequestContext, outcome: Outcome): void {
  const { status, milliseconds } = outcome;
  // The address comes first: filters such as fail2ban's rely on its place (docs/operations.md).
  log[levelOf(outcome)]('request', {
    address: context.address,
    status,
    method: request.method,
    path: context.shownPath ?? request.url?.split('?', 1)[0],
    milliseconds: Math.round(milliseconds),
    user_id: context.userId,
    request_id: context.requestId,
  });
}

function levelOf({ status, milliseconds }: Outcome): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn';
  return refused.has(status) || milliseconds > slowMs ? 'info' : 'debug';
}

/** The statuses with which Node answers by itself where there is no whole request to handle. */
const statusOf: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

export function logBrokenRequests(server: Server, log: Log): void {
  server.on('connection', (socket: Socket) => {
    const address = addressIn(socket.remoteAddress);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error;
      const status = statusOf[code] ?? (code.startsWith('HPE_') ? 400 : undefined);
      // A browser may open a connection that it then does not use.
      if (status !== undefined && socket.bytesRead > 0) log.info('request', { address, status, reason: error.message });
    });
  });
}
