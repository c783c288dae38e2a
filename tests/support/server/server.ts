// The real server, in this process on a free port, with its own database and a little sample data.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AppOptions, createApp } from '../../../server/app/app.ts';
import type { SampleOptions, SignIns } from '../../../server/app/sample/fillWithSample.ts';
import { cheapCost, createPasswords, type Passwords } from '../../../server/platform/access/passwords.ts';
import { createVault } from '../../../server/platform/crypto/vault.ts';
import type { Db } from '../../../server/platform/db/db.ts';
import { apiBase } from '../../../server/platform/http/apiPaths.ts';
import { createSafeRequest, parsePrivateHosts } from '../../../server/platform/http/outbound.ts';
import { createLog, type LogLevel } from '../../../server/platform/log/log.ts';
import type { Mail } from '../../../server/platform/mail/outboxQueries.ts';
import { listen } from './ports.ts';
import { type CreateDatabase, createSqlite, openSample } from './testDatabase.ts';

export const testKey = 'the key of the tests, which is long enough';
export const testVault = createVault(testKey);

export interface TestServer {
  /** 'http://127.0.0.1:1234' */
  url: string;
  /** The URL with the API's base path. */
  api: string;
  db: Db;
  users: SignIns;
  /** The mails sent, oldest first. */
  mails: Mail[];
  /** The lines of the log. */
  log: string[];
  /** Calls the API, authenticated if there is a `token`. */
  ask(key: string, options?: { token?: string; body?: unknown }): Promise<TestAnswer>;
  /** Resolves when all work that follows responses is done. */
  settled(): Promise<void>;
  signIn(user: { email: string; password: string }): Promise<string>;
  /** Closes all connections and stops the server, but leaves the database open. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  /** The body, not decoded, since tests look at more than the envelope. */
  json: Envelope;
}

export interface Envelope {
  success: boolean;
  data: unknown;
  message: string;
  errors?: Record<string, string[]>;
  request_id?: string;
}

export interface TestServerOptions {
  createDatabase?: CreateDatabase;
  sample?: SampleOptions;
  clock?: () => Date;
  /** For tests that control the hashing. */
  passwords?: Passwords;
  proxies?: number;
  corsOrigins?: AppOptions['corsOrigins'];
  timeouts?: AppOptions['timeouts'];
  /** The value of ALLOW_PRIVATE_HOSTS; the servers of tests are on private addresses. */
  allowPrivateHosts?: string;
  site?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  identityProvider?: AppOptions['identityProvider'];
  /** Where users open the console; by default an address that no other setting uses. */
  publicUrl?: string;
  /** If false, mails stay in the outbox, as on a server without a mail server. */
  showsMail?: boolean;
  /** Any free port by default. */
  port?: number;
  /** The least severe level that `log` contains; everything by default. */
  logLevel?: LogLevel;
  /** Called for every answer. */
  observe?: AppOptions['observe'];
  /** Starts the server for devices, on the same database. */
  listen?: (services: Pick<AppOptions, 'db' | 'log' | 'clock'>) => Promise<NonNullable<AppOptions['devices']>>;
}

const smallSample: SampleOptions = { employeesPerCompany: 3, days: 3 };

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { createDatabase = createSqlite, sample = smallSample, clock = () => new Date() } = options;
  const { db, users } = await openSample(createDatabase, sample, clock());
  return { ...(await serveDatabase(db, options)), users };
}

/** Serves a database that already has its data. */
export async function serveDatabase(db: Db, options: TestServerOptions = {}): Promise<Omit<TestServer, 'users'>> {
  const {
    clock = () => new Date(),
    passwords = createPasswords(cheapCost),
    proxies,
    corsOrigins,
    timeouts,
    allowPrivateHosts = '',
    site,
    identityProvider,
    publicUrl = 'https://console.example',
    showsMail = true,
    port = 0,
    logLevel = 'debug',
    observe,
    listen: startDevices,
  } = options;
  const mails: Mail[] = [];
  const lines: string[] = [];
  const log = createLog(logLevel, (line) => lines.push(line));
  const devices = await startDevices?.({ db, log, clock });
  const app = createApp({
    db,
    passwords,
    clock,
    safeRequest: createSafeRequest(parsePrivateHosts(allowPrivateHosts)),
    vault: testVault,
    log,
    publicUrl,
    ...(showsMail && { showMail: (mail: Mail) => mails.push(mail) }),
    ...(proxies !== undefined && { proxies }),
    ...(corsOrigins && { corsOrigins }),
    ...(timeouts && { timeouts }),
    ...(site && { site }),
    ...(identityProvider && { identityProvider }),
    ...(devices && { devices }),
    ...(observe && { observe }),
  });
  const url = `http://127.0.0.1:${await listen(app.server, port)}`;
  const ask = asker(url + apiBase);

  const close = () => {
    app.server.closeAllConnections();
    return app.close();
  };

  return {
    url,
    api: url + apiBase,
    db,
    mails,
    log: lines,
    ask,
    settled: app.settled,
    async signIn({ email, password }) {
      const { status, json } = await ask('POST /auth/login', { body: { email, password } });
      const { data } = json;
      if (status !== 200 || typeof data !== 'object' || data === null || !('token' in data)) {
        throw new Error(`Signing in failed: ${json.message}`);
      }
      return String(data.token);
    },
    close,
    async stop() {
      await close();
      await db.close();
    },
  };
}

export function asker(api: string): TestServer['ask'] {
  return async (key, { token, body } = {}) => {
    const [method = 'GET', path = '/'] = key.split(' ');
    const response = await fetch(api + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: JSON.parse(await response.text()) };
  };
}
