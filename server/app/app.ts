// The HTTP server: API, webhooks, health check, and the console for all other paths. It neither starts nor stops
// the process, so tests run it as it is.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { version } from '../../src/shared/version.ts';
import { createWebhooks, webhookBase } from '../features/devices/webhook/webhook.ts';
import { createSingleSignOnPages, isSingleSignOnPage } from '../features/signIn/singleSignOn/singleSignOnPages.ts';
import { withTimeLimit } from '../platform/concurrency/limits.ts';
import type { Db } from '../platform/db/db.ts';
import { UnwritableError } from '../platform/db/errors.ts';
import { assertNotOutgrown, OutgrownError } from '../platform/db/migrations/migrate.ts';
import { DomainError, notFound } from '../platform/domainErrors.ts';
import { apiBase, apiRoot } from '../platform/http/apiPaths.ts';
import { HttpError, sendError, sendJson } from '../platform/http/json.ts';
import { createLimitedServer, type LimitedServer, type ServerTimeouts } from '../platform/http/limitedServer.ts';
import { clientAddress, logRequest, type RequestContext, sendFailure, urlOf } from '../platform/http/requestLog.ts';
import type { RequestMetrics } from '../platform/metrics/metricsServer.ts';
import type { Services } from '../platform/records/endpoint.ts';
import { createApi } from './api.ts';
import { openApi, openApiPath } from './openApi.ts';

export interface AppOptions extends Omit<Services, 'isStopping'> {
  /** Handles all paths but the API, webhooks and /healthz. */
  site?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The number of our own proxies, which write the last entries of X-Forwarded-For. */
  proxies?: number;
  /** Other origins whose pages may call the API. */
  corsOrigins?: ReadonlySet<string>;
  timeouts?: Partial<Timeouts>;
  /** Called for every answer, with the call, its status and the seconds it took. */
  observe?: RequestMetrics['observe'];
  /** Called when a health check finds that a newer server has upgraded the database. */
  outgrown?: (error: OutgrownError) => void;
}

interface App extends LimitedServer {
  /** Makes /healthz answer 503 from now on, so that proxies which ask it send requests elsewhere. */
  drain(): void;
}

interface Timeouts extends ServerTimeouts {
  /** Limits how long a client may take to read some of a response. */
  responseMs: number;
  /** Limits how long the database may take to answer /healthz. */
  databaseMs: number;
}

const defaultTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  responseMs: 30_000,
  idleMs: 65_000,
  databaseMs: 5_000,
};

export function createApp(options: AppOptions): App {
  const {
    site,
    proxies = 0,
    corsOrigins = new Set(),
    timeouts: customTimeouts,
    observe,
    outgrown,
    ...services
  } = options;
  const { db, log } = services;
  const timeouts = { ...defaultTimeouts, ...customTimeouts };
  const checkDatabase = createDatabaseCheck(db, timeouts.databaseMs);
  const isStopping = () => !limited.server.listening;
  let isDraining = false;
  const api = createApi({ ...services, isStopping });
  let described: object | undefined;
  const description = () => (described ??= openApi());
  const singleSignOn = createSingleSignOnPages({ ...services, isStopping });
  const webhooks = createWebhooks(services);

  async function route(request: IncomingMessage, response: ServerResponse, context: RequestContext): Promise<void> {
    const { path, search } = urlOf(request);
    if (path.startsWith(`${apiBase}/`)) {
      const call = { path: path.slice(apiBase.length).replace(/(?<=.)\/$/, ''), search, context };
      if (isSingleSignOnPage(request, call.path)) {
        context.call = 'single sign-on';
        return singleSignOn(request, response, call);
      }
      if (applyCors(request, response, corsOrigins)) return;
      if (call.path === openApiPath && /^(?:GET|HEAD)$/.test(request.method ?? '')) {
        context.call = 'openapi.json';
        return sendJson(response, 200, description());
      }
      await api(request, response, call);
    } else if (path.startsWith(webhookBase)) {
      context.call = 'webhook';
      const identifier = decodeURIComponent(path.slice(webhookBase.length));
      await webhooks(request, response, { identifier, address: context.address });
    } else if (path === '/healthz') {
      context.call = 'healthz';
      // A planned stop is not a failure, and not logged as one.
      if (isDraining || isStopping())
        return sendError(response, new HttpError(503, 'The server is stopping'), context.requestId);
      await checkHealth();
      sendJson(response, 200, { status: 'ok', version });
    } else if (path === '/livez') {
      context.call = 'livez';
      sendJson(response, 200, { status: 'ok', version });
    } else if (site && !path.startsWith(apiRoot)) {
      context.call = 'console';
      await site(request, response);
    } else {
      throw notFound();
    }
  }

  async function checkHealth(): Promise<void> {
    try {
      await checkDatabase();
    } catch (error) {
      if (error instanceof OutgrownError) outgrown?.(error);
      throw error;
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const context: RequestContext = { requestId, address: clientAddress(request, proxies) };
    const started = performance.now();
    response.setHeader('X-Request-Id', requestId);
    response.setTimeout(timeouts.responseMs, () => disconnectIfUnread(request, response, requestId));
    try {
      await route(request, response, context);
    } catch (error) {
      sendFailure(error, response, { context, log, send: (failure) => sendError(response, failure, requestId) });
    }
    const milliseconds = performance.now() - started;
    logRequest(log, request, context, { status: response.statusCode, milliseconds });
    observe?.(context.call ?? 'other', response.statusCode, milliseconds / 1_000);
  }

  /** Disconnects a client that does not read its response, but not one that waits for it. */
  function disconnectIfUnread({ socket }: IncomingMessage, { writableEnded }: ServerResponse, requestId: string): void {
    if (!writableEnded) return;
    log.debug('response not read', { request_id: requestId });
    socket.resetAndDestroy();
  }

  const limited = createLimitedServer(timeouts, log, answer);
  return {
    ...limited,
    drain() {
      isDraining = true;
    },
  };
}

/**
 * Checks whether this process can serve. A database that does not respond counts as down, like one that refuses
 * connections. So do a database that takes no writes, without which users can neither save nor sign in, and one that a
 * newer server has upgraded. The check rejects if the database fails or takes too long. Concurrent checks share one query.
 */
function createDatabaseCheck(db: Db, timeoutMs: number): () => Promise<void> {
  let checking: Promise<unknown> | undefined;
  const check = () => assertNotOutgrown(db).then(() => db.checkWritable());
  return async () => {
    checking ??= check().finally(() => (checking = undefined));
    await withTimeLimit(checking, timeoutMs, () => new Error(`No response within ${timeoutMs} ms`)).catch((cause) => {
      if (cause instanceof OutgrownError) throw cause;
      const message = cause instanceof UnwritableError ? cause.why : 'The database does not respond';
      throw new DomainError('unavailable', message, { cause });
    });
  };
}

// Lets pages of the origins in CORS_ORIGINS call the API. Tokens travel in a header, never in a cookie, so such
// a page can do no more than the user who signed in on it.
const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '7200',
} as const;

/** Adds the CORS headers. True for a preflight request, which it has answered. */
function applyCors(request: IncomingMessage, response: ServerResponse, origins: ReadonlySet<string>): boolean {
  if (origins.size === 0) return false;
  response.setHeader('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204, preflight).end();
  return true;
}
