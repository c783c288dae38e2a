// The server under test: the deployed bundle in its own process, with sample data and a controller that sends events.
import { writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { install } from '../../../tests/support/server/installation.ts';

export interface Usage {
  /** JavaScript heap in bytes. */
  heap: number;
  /** Memory of the process in bytes, up to 64 MB of which is the database's cache. */
  resident: number;
  connections: number;
  handles: number;
}

export interface Exit {
  /** Null if it had to be killed. */
  code: number | null;
  seconds: number;
  /** Errors and warnings that the server printed. */
  errors: string[];
}

export interface Target {
  port: number;
  administrator: { email: string; password: string };
  /** Token of the administrator. */
  token: string;
  controller: { path: string; secret: string };
  usage(): Promise<Usage>;
  stop(): Promise<Exit>;
  remove(): void;
}

/** The server itself allows slow clients five seconds. */
const stopTimeoutMs = 20_000;

/** Larger than the socket buffers, so that sending it depends on the reader. */
export const largeFile = { path: '/large.txt', size: 3 << 20 };

export async function startTarget(): Promise<Target> {
  const installed = await install();
  writeFileSync(path.join(installed.folder, 'dist', largeFile.path), 'x'.repeat(largeFile.size));
  const run = installed.start([], {
    SAMPLE_DATA: 'yes',
    TRUST_PROXY: 'yes', // gives each client its own address
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('scripts/soak/server/reportUsage.mjs')).href}`,
  });
  const port = Number(new URL(await run.url()).port);
  const signIn = /(administrator@\S+)\s+(\S+)/;
  const [, email = '', password = ''] = signIn.exec(await run.printed(signIn)) ?? [];
  const administrator = { email, password };
  const { token, controller } = await createController(new Client(port, '198.51.100.1'), administrator);

  let reports = 0;
  return {
    port,
    administrator,
    token,
    controller,
    async usage() {
      const line = new RegExp(`^usage ${++reports} ({.*})$`, 'm');
      run.child.kill('SIGUSR2');
      return JSON.parse(line.exec(await run.printed(line))?.[1] ?? '');
    },
    async stop() {
      const started = performance.now();
      const from = new Date().toISOString();
      run.child.kill('SIGTERM');
      const timeout = setTimeout(() => run.child.kill('SIGKILL'), stopTimeoutMs);
      const { code, text } = await run.ended;
      clearTimeout(timeout);
      // A stopping server says so to those who still ask for its health, such as clients that pipeline requests.
      const saysStopping = (line: string) => {
        const at = /^\{"time":"([^"]+)",.*"status":503,.*"path":"\/healthz"/.exec(line)?.[1];
        return at !== undefined && at >= from;
      };
      const errors = text.split('\n').filter((line) => /^\{|error/i.test(line) && !saysStopping(line));
      return { code, seconds: (performance.now() - started) / 1_000, errors };
    },
    remove: installed.remove,
  };
}

/** The controllers of the sample data have no secret and so cannot send events. */
async function createController(client: Client, administrator: { email: string; password: string }) {
  const { token } = await client.call<{ token: string }>(200, 'POST /auth/login', { body: administrator });
  const [company] = await client.call<{ id: number }[]>(200, 'GET /companies/all', { token });
  const secret = 'a secret for the soak test';
  const { unique_identifier } = await client.call<{ unique_identifier: string }>(201, 'POST /access-controllers', {
    token,
    body: { name: 'Soak test door', company_id: company?.id, webhook_secret: secret },
  });
  client.close();
  return { token, controller: { path: `/webhooks/access-controllers/${unique_identifier}`, secret } };
}

interface RequestOptions {
  token?: string;
  body?: object | string;
  headers?: Readonly<Record<string, string>>;
}

/** Time after which a request without an answer has failed. On a busy machine, nothing may run for many seconds. */
export const timeoutMs = 60_000;

/** Sends requests one after another over a single kept-alive connection, like a console. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #address: string;
  readonly #onAnswer: (milliseconds: number) => void;

  /** `address` is the client address that the server sees. */
  constructor(port: number, address: string, onAnswer: (milliseconds: number) => void = () => {}) {
    this.#port = port;
    this.#address = address;
    this.#onAnswer = onAnswer;
  }

  async send(method: string, path: string, { token, body, headers }: RequestOptions = {}) {
    const started = performance.now();
    const content = typeof body === 'object' ? JSON.stringify(body) : body;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({
        agent: this.#agent,
        port: this.#port,
        method,
        path,
        headers: {
          'X-Forwarded-For': this.#address,
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(content !== undefined && { 'Content-Length': Buffer.byteLength(content) }),
          ...headers,
        },
        signal: AbortSignal.timeout(timeoutMs),
      })
        .on('response', resolve)
        .on('error', (error) => reject(new Error(`${method} ${path} got no answer: ${error.message}`)))
        .end(content);
    });
    const answer = { status: response.statusCode ?? 0, text: await text(response) };
    this.#onAnswer(performance.now() - started);
    return answer;
  }

  /** Calls the API and returns the answer's data; any other status is an error. */
  async call<Data>(expectedStatus: number, key: string, options?: RequestOptions): Promise<Data> {
    const [method = '', path = ''] = key.split(' ');
    const answer = await this.send(method, `/web/api/v1${path}`, options);
    if (answer.status !== expectedStatus) throw new Error(`${key}: ${answer.status} ${answer.text.slice(0, 200)}`);
    const { data }: { data: Data } = JSON.parse(answer.text);
    return data;
  }

  close(): void {
    this.#agent.destroy();
  }
}
