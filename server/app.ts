// The server as one value: the API, the health answer, and the site for everything else.
// Nothing here starts or stops the process, so tests run it as it is.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { apiBase, createApi } from './api.ts';
import { clientAddress } from './http/clientAddress.ts';
import { meetOrigin } from './http/cors.ts';
import type { Services } from './records/endpoint.ts';
import { badRequest, HttpError, httpErrorOf } from './http/errors.ts';
import { notFound } from './platform/domainErrors.ts';
import { sendError, sendJson } from './http/json.ts';
import { describeError } from './platform/log.ts';
import { createPulse } from './healthz.ts';
import { limitUnanswered } from './http/pipeliningLimit.ts';
import { createWebhooks, webhookBase } from './controllers/webhook.ts';

export interface AppOptions extends Omit<Services, 'isStopping'> {
  /** Answers what is neither the API nor /healthz. */
  site?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Whether X-Forwarded-For tells the truth, because a proxy of ours wrote its last entry. */
  trustProxy?: boolean;
  /** Origins of pages elsewhere that may ask the API. */
  corsOrigins?: ReadonlySet<string>;
  patience?: Partial<Patience>;
}

/**
 * How long a request may take to arrive, its headers and all of it, how long an answer may go nowhere, and
 * how long /healthz waits for the database.
 */
interface Patience {
  headersMs: number;
  requestMs: number;
  answerMs: number;
  databaseMs: number;
}

const usualPatience: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  answerMs: 30_000,
  databaseMs: 5_000,
};

interface App {
  readonly server: Server;
  /** Resolves when no request is under way, nor anything that was left for after its answer. */
  settled(): Promise<void>;
  /**
   * Lets requests under way end. Who asked is cut off in time; what they asked for still uses the database, which
   * stays open.
   */
  close(): Promise<void>;
}

export function createApp(options: AppOptions): App {
  const { site, trustProxy = false, corsOrigins = new Set(), patience: wished, ...services } = options;
  const { db, log } = services;
  const patience = { ...usualPatience, ...wished };
  const pulse = createPulse(db, patience.databaseMs);
  const isStopping = () => !server.listening;
  const api = createApi({ ...services, isStopping });
  const webhooks = createWebhooks(services);

  async function route(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const { path, search } = addressOf(request);
    if (path.startsWith(`${apiBase}/`)) {
      if (meetOrigin(request, response, corsOrigins)) return;
      const address = clientAddress(request, trustProxy);
      await api(request, response, { path: path.slice(apiBase.length), search, requestId, address });
    } else if (path.startsWith(webhookBase)) {
      const identifier = decodeURIComponent(path.slice(webhookBase.length));
      await webhooks(request, response, { identifier, address: clientAddress(request, trustProxy) });
    } else if (path === '/healthz') {
      await pulse().catch((error: unknown) => {
        log.error('database does not answer', { request_id: requestId, error: describeError(error) });
        throw new HttpError(503, 'The database does not answer');
      });
      sendJson(response, 200, { status: 'ok' });
    } else if (site && !path.startsWith('/web/api')) {
      await site(request, response);
    } else {
      throw notFound();
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const started = performance.now();
    response.setHeader('X-Request-Id', requestId);
    response.setTimeout(patience.answerMs, () => abandon(request, response, requestId));
    // While it stops, nobody is kept waiting for a next request.
    if (isStopping()) response.setHeader('Connection', 'close');
    try {
      await route(request, response, requestId);
    } catch (error) {
      fail(error, request, response, requestId);
    }
    log.info('request', {
      request_id: requestId,
      method: request.method,
      path: request.url?.split('?', 1)[0],
      status: response.statusCode,
      milliseconds: Math.round(performance.now() - started),
    });
  }

  /** Nothing moved for a while: who reads nothing is cut off, who waits for a long answer is not. */
  function abandon({ socket }: IncomingMessage, { writableEnded }: ServerResponse, requestId: string): void {
    if (!writableEnded) return;
    log.debug('answer is not read', { request_id: requestId });
    socket.resetAndDestroy();
  }

  function fail(error: unknown, request: IncomingMessage, response: ServerResponse, requestId: string): void {
    if (response.headersSent || request.socket.destroyed) {
      log.debug('answer cut off', { request_id: requestId, error: describeError(error) });
      response.destroy();
      return;
    }
    const known = httpErrorOf(error);
    if (!known) log.error('request failed', { request_id: requestId, error: describeError(error) });
    sendError(response, known ?? new HttpError(500, 'Something went wrong on the server'), requestId);
    request.resume();
  }

  const isPatient = limitUnanswered();
  const underWay = new Set<Promise<void>>();
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.headersMs / 2,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      if (!isPatient(request, response)) return;
      const work = answer(request, response).finally(() => underWay.delete(work));
      underWay.add(work);
    },
  );
  server.maxHeadersCount = 100;

  const settled = async () => void (await Promise.all(underWay));
  return { server, settled, close: () => closed(server).then(settled) };
}

function addressOf(request: IncomingMessage): { path: string; search: URLSearchParams } {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const search = new URLSearchParams(query);
  if (!isWellFormed(path) || [...search.values()].some(hasNul)) throw badRequest('The address is not well-formed');
  return { path, search };
}

/** No database of ours stores the character U+0000. */
const hasNul = (text: string) => text.includes('\0');

function isWellFormed(path: string): boolean {
  try {
    return !hasNul(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Who does not end in time is cut off, so that a stop never hangs.
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  });
}
