// What every request needs: its line in the log, the response if it failed, its client's address, its path and query.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { DomainError } from '../domainErrors.ts';
import { describeError, type Log } from '../log/log.ts';
import { badRequest, HttpError, httpErrorOf } from './json.ts';

/** Everything known about a request while it is handled. */
export interface RequestContext {
  readonly requestId: string;
  readonly address: string;
  /** Set once the caller is known. */
  userId?: number;
  /** The call, out of a small set: 'GET /companies/{id}', 'webhook', 'console'. */
  call?: string;
  /** Logged in place of an address that holds a secret. */
  shownPath?: string;
  /** Why the server failed, unless by a bug. */
  failure?: DomainError;
}

interface Outcome {
  readonly status: number;
  readonly milliseconds: number;
}

const refused = new Set([401, 403, 413, 429]);
const slowMs = 2_000;

/** Nginx logs this status for a client that hung up. */
const hungUp = 499;

/**
 * Sends the response to an error, unless the client has hung up or half of another response is already sent. Then the
 * error is only logged, at debug level if the hang-up is its cause.
 */
export function sendFailure(
  error: unknown,
  response: ServerResponse,
  { context, log, send }: { context: RequestContext; log: Log; send: (failure: HttpError) => void },
): void {
  if (!response.headersSent && !response.req.socket.destroyed) {
    send(responseTo(error, context, log));
    response.req.resume();
    return;
  }
  const isHangUp = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
  if (isHangUp) log.debug('response cut off', { request_id: context.requestId, error: describeError(error) });
  else responseTo(error, context, log);
  if (!response.headersSent) response.statusCode = hungUp;
  response.destroy();
}

/**
 * The response to an error. Only a bug gets a log line of its own, with the stack: a lasting condition, such as an
 * unreachable database, is told in the request's line.
 */
function responseTo(error: unknown, context: RequestContext, log: Log): HttpError {
  const known = httpErrorOf(error);
  if (known && error instanceof DomainError && known.status >= 500) context.failure = error;
  if (known) return known;
  log.error('request failed', { request_id: context.requestId, error: describeError(error) });
  return new HttpError(500, 'Something went wrong on the server');
}

/** Logs ordinary requests for debugging only; those that failed, were refused or took long are always logged. */
export function logRequest(log: Log, request: IncomingMessage, context: RequestContext, outcome: Outcome): void {
  const { status, milliseconds } = outcome;
  const { failure } = context;
  // A failure that the server decided on by itself, such as too many requests at once, has no cause.
  const level = failure?.cause === undefined ? levelOf(outcome) : 'error';
  // The address comes first: filters such as fail2ban's rely on its place (docs/logs.md).
  log[level]('request', {
    address: context.address,
    status,
    method: request.method,
    path: context.shownPath ?? request.url?.split('?', 1)[0],
    milliseconds: Math.round(milliseconds),
    user_id: context.userId,
    request_id: context.requestId,
    error: failure && describeError(failure),
  });
}

function levelOf({ status, milliseconds }: Outcome): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn';
  return refused.has(status) || milliseconds > slowMs ? 'info' : 'debug';
}

/** Statuses with which Node answers by itself when there is no complete request to handle. */
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

/** HTTP/1.1 requires a Host header, although nothing here uses it. */
export function refuseWithoutHost({ socket }: IncomingMessage, response: ServerResponse, log: Log): void {
  log.info('request', { address: addressIn(socket.remoteAddress), status: 400, reason: 'It names no host' });
  response.writeHead(400, { Connection: 'close' }).end();
}

/**
 * The address that a request came from. Each of our own proxies adds to X-Forwarded-For the address that it was called
 * from; the sender can forge all entries before those. An entry that is not an address is not used.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const entry = proxies === 0 ? undefined : (forwarded.at(-proxies) ?? forwarded[0]);
  return addressIn(entry) ?? addressIn(socket.remoteAddress) ?? '';
}

/**
 * The bare address, without a port (198.51.100.7:4711, [2001:db8::1]:4711), a zone (fe80::1%eth0) or the prefix of a
 * mapped address.
 */
function addressIn(text = ''): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:([\d.]+)$/i, '$1');
  return isIP(bare) ? bare : undefined;
}

export function urlOf(request: IncomingMessage): { path: string; search: URLSearchParams } {
  // A query may contain further question marks.
  const [, path = '/', query = ''] = /^([^?]*)\??(.*)$/.exec(request.url ?? '/') ?? [];
  const search = new URLSearchParams(query);
  if (!isWellFormed(path) || [...search.values()].some(hasNul)) throw badRequest('The URL is malformed');
  return { path, search };
}

/** PostgreSQL cannot store U+0000. */
const hasNul = (text: string) => text.includes('\0');

function isWellFormed(path: string): boolean {
  try {
    return !hasNul(decodeURIComponent(path));
  } catch {
    return false;
  }
}
