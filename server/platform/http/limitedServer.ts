// An HTTP server with limits: on time for headers and bodies, on unanswered requests per connection, and on the size of
// headers. It knows which requests are being handled, and stops without cutting them off.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import type { Log } from '../log/log.ts';
import { logBrokenRequests, refuseWithoutHost } from './requestLog.ts';

export interface ServerTimeouts {
  /** Time for a request's headers to arrive, and for the whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Time until the next request on a connection. */
  readonly idleMs: number;
}

export interface LimitedServer {
  readonly server: Server;
  /** Resolves when no request is being handled, including work after its response. */
  settled(): Promise<void>;
  /**
   * Waits for the current requests. Slow clients are disconnected, but their requests still run to the end, so the
   * database must stay open until then.
   */
  close(): Promise<void>;
}

export function createLimitedServer(
  { headersMs, requestMs, idleMs }: ServerTimeouts,
  log: Log,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): LimitedServer {
  const isWithinLimits = createConnectionLimits(idleMs);
  const running = new Set<Promise<void>>();
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: headersMs / 2,
      keepAliveTimeout: idleMs,
      maxHeaderSize: 16_384,
      // Checked below: Node refuses such requests without reporting them.
      requireHostHeader: false,
    },
    (request, response) => {
      if (!isWithinLimits(request, response)) return;
      if (request.httpVersion === '1.1' && request.headers.host === undefined)
        return refuseWithoutHost(request, response, log);
      // A stopping server takes no further requests on this connection.
      if (!server.listening) response.setHeader('Connection', 'close');
      const work = answer(request, response).finally(() => running.delete(work));
      running.add(work);
    },
  );
  server.maxHeadersCount = 100;
  logBrokenRequests(server, log);

  const settled = async () => void (await Promise.all(running));
  return { server, settled, close: () => closed(server).then(settled) };
}

/** Time without a request after which no proxy is taken to be sending one on an idle connection. */
const lingerMs = 1_000;

/** Refuses further connections, and ends the open ones soon. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // http.Server's own close would end idle connections at once, and lose the requests that are on their way.
    TcpServer.prototype.close.call(server, () => resolve());
    const closing = setTimeout(() => server.closeIdleConnections(), lingerMs).unref();
    server.on('request', () => closing.refresh());
    // Slow clients must not keep the server from stopping.
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  });
}

/** Browsers and proxies wait for each response; a client that does not would fill the memory with responses. */
const maxUnanswered = 16;

/** Time for which a request may be on its way when its connection's idle time ends. */
const graceMs = 2_000;

/**
 * Limits the unanswered requests of a connection, and the time that it stays open without one. Returns whether to
 * handle a request; closes connections over a limit.
 */
function createConnectionLimits(idleMs: number): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  const deadlines = new WeakMap<Socket, NodeJS.Timeout>();
  const countOf = (socket: Socket) => unanswered.get(socket) ?? 0;

  /** Every empty line that a client sends restarts Node's own limit, which clients are told and use to the full. */
  function closeWhenIdle(socket: Socket): void {
    if (countOf(socket) > 0 || socket.destroyed) return;
    deadlines.set(socket, setTimeout(() => socket.destroy(), idleMs + graceMs).unref());
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
