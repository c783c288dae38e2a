// The server that devices call, in plain text, because many of them speak only HTTP and follow no redirects. It is
// separate from the console's server, so as not to weaken that one, and answers only what a driver can read.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { startRepeating } from '../../../platform/concurrency/repeating.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { HttpError } from '../../../platform/http/json.ts';
import { createLimitedServer, type ServerTimeouts } from '../../../platform/http/limitedServer.ts';
import { clientAddress, logRequest, type RequestContext, sendFailure } from '../../../platform/http/requestLog.ts';
import { describeError, type Log } from '../../../platform/log/log.ts';
import { type DeviceAnswer, textAnswer } from '../drivers/driver.ts';
import { createCalls } from './answerCall.ts';
import { Directory, LastHeard } from './directory.ts';

export interface DeviceListenerOptions {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  /** Number of our own proxies, which write the last entries of X-Forwarded-For. */
  readonly proxies?: number;
  readonly timeouts?: Partial<Timeouts>;
}

interface Timeouts extends ServerTimeouts {
  /** Interval between writes of when devices were last heard. */
  readonly heardMs: number;
}

const defaultTimeouts: Timeouts = { headersMs: 10_000, requestMs: 60_000, idleMs: 65_000, heardMs: 15_000 };
const maxConnections = 10_000;

export interface DeviceListener {
  readonly server: Server;
  /** Reloads rules, devices and commands after a change. */
  changed(): void;
  /** Writes when devices were last heard, without waiting for the interval. */
  writeHeard(): Promise<void>;
  /** Resolves when no request is being handled. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function createDeviceListener(options: DeviceListenerOptions): DeviceListener {
  const { db, log, clock, proxies = 0 } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const directory = new Directory(db, clock);
  const lastHeard = new LastHeard(db);
  const answerCall = createCalls({ db, log, clock, directory, lastHeard });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const context: RequestContext = { requestId, address: clientAddress(request, proxies), shownPath: 'unknown' };
    const started = performance.now();
    try {
      sendAnswer(response, await answerCall(request, context));
    } catch (error) {
      const send = ({ status, message, headers }: HttpError) =>
        sendAnswer(response, textAnswer(`${message}\n`, status), headers);
      sendFailure(error, response, { context, log, send });
    }
    logRequest(log, request, context, {
      status: response.statusCode,
      milliseconds: performance.now() - started,
    });
  }

  const limited = createLimitedServer(timeouts, log, answer);
  const { server, settled } = limited;
  server.maxConnections = maxConnections;

  const writeHeard = () => lastHeard.write(clock());
  const job = startRepeating('writing when devices were heard', timeouts.heardMs, log, writeHeard);

  return {
    server,
    changed: () => directory.forget(),
    writeHeard,
    settled,
    async close() {
      await Promise.all([limited.close(), job.stop()]);
      await writeHeard().catch((error: unknown) =>
        log.warn('cannot store when devices last called', { error: describeError(error) }),
      );
    },
  };
}

function sendAnswer(
  response: ServerResponse,
  { status, body, contentType }: DeviceAnswer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body), ...headers });
  response.end(body);
}
