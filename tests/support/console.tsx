// The whole console in this document, signed in, against the real server. Between the two stands a proxy that
// notes every request and, where a test says so, answers in the server's place.

import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterEach } from 'vitest';
import { apiBase } from '../../server/api.ts';
import type { SignIns } from '../../server/db/sample.ts';
import { Console } from '../../src/Console.tsx';
import { endpoints, type EndpointKey } from '../../src/contract/endpoints.ts';
import { currentToasts, dismiss } from '../../src/ui/toasts.ts';
import { cleanup, render } from './render.tsx';
import { startServer, type TestServer } from './server.ts';

export interface SeenCall {
  key: string;
  /** With its query. */
  path: string;
  body: unknown;
}

/** In the server's place: a status, with a message or whole data; or the server's own data, changed. */
interface Answer {
  status?: number;
  message?: string;
  errors?: Record<string, string[]>;
  data?: unknown;
  change?(data: unknown): unknown;
  /** Not before this is settled. */
  when?: Promise<unknown>;
}

export interface TestConsole {
  server: TestServer;
  /** What was asked since the console was opened. */
  seen: SeenCall[];
  /** The bodies of the requests of this call, oldest first. */
  bodies(key: EndpointKey): unknown[];
  /** How this call is answered until the end of the test, or until `honest`. */
  answer(key: EndpointKey, answer: Answer): void;
  honest(key: EndpointKey): void;
  /** Signed in. */
  open(path: string, person?: keyof SignIns): Promise<void>;
  openSignedOut(path: string): Promise<void>;
  stop(): Promise<void>;
}

const answers = new Map<string, Answer>();

afterEach(async () => {
  await cleanup();
  answers.clear();
  currentToasts().messages.forEach(({ id }) => dismiss(id));
  localStorage.clear();
});

/** One in a test file: what a test changes in the database stays for the next. */
export async function startConsole(): Promise<TestConsole> {
  const server = await startServer();
  const seen: SeenCall[] = [];
  const tokens = new Map<keyof SignIns, string>();

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const path = (request.url ?? '').slice(apiBase.length);
    const key = keyOf(request.method ?? '', path.split('?', 1)[0] ?? '');
    const body = await textOf(request);
    seen.push({ key, path, body: body && JSON.parse(body) });
    const answer = answers.get(key);
    await answer?.when;
    if (answer && (answer.status || answer.data !== undefined)) {
      const { status = 200, message = '', data = null, errors } = answer;
      sendJson(response, status, { success: status < 400, data, message, errors });
      return;
    }
    const { status, text } = await passOn(server.url, request, body);
    if (!answer?.change) return sendText(response, status, text);
    const envelope: { data: unknown } = JSON.parse(text);
    sendJson(response, status, { ...envelope, data: answer.change(envelope.data) });
  }

  const proxy = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const address = proxy.address();
  if (!address || typeof address === 'string') throw new Error('The proxy has no port');
  const base = `http://127.0.0.1:${address.port}${apiBase}`;

  async function openSignedOut(path: string) {
    seen.length = 0;
    history.replaceState(null, '', path);
    await render(<Console base="" apiBase={base} />);
  }

  return {
    server,
    seen,
    bodies: (key) => seen.filter((call) => call.key === key).map(({ body }) => body),
    answer: (key, answer) => void answers.set(key, answer),
    honest: (key) => void answers.delete(key),
    async open(path, person = 'administrator') {
      const token = tokens.get(person) ?? (await server.signIn(server.people[person]));
      tokens.set(person, token);
      localStorage.setItem('auth_token', token);
      await openSignedOut(path);
    },
    openSignedOut,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await server.stop();
    },
  };
}

/** Paths without parameters first: '/companies/all' is no company. */
const patterns = Object.keys(endpoints)
  .map((key) => ({ key, pattern: new RegExp(`^${key.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((one, other) => Number(one.key.includes('{')) - Number(other.key.includes('{')));

const keyOf = (method: string, path: string) =>
  patterns.find(({ pattern }) => pattern.test(`${method} ${path}`))?.key ?? `${method} ${path}`;

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function passOn(origin: string, { method, url, headers }: IncomingMessage, body: string) {
  const onward = ask(new URL(url ?? '/', origin), { method, headers }).end(body);
  const [answer]: IncomingMessage[] = await once(onward, 'response');
  return { status: answer?.statusCode ?? 502, text: answer ? await textOf(answer) : '' };
}

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  sendText(response, status, JSON.stringify(body));

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
}
