// A proxy in front of the real server that records requests and can change each answer.

import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiBase } from '../../../server/platform/http/apiPaths.ts';
import { access } from '../../../src/shared/contract/access.ts';
import { close, listen } from '../server/ports.ts';

export interface Call {
  /** The contract's key, or method and path for a call outside the contract. */
  key: string;
  /** Relative to the API's base, with the query. */
  path: string;
  query: URLSearchParams;
  /** May be changed before the request is forwarded. */
  authorization: string | undefined;
  body: unknown;
  /** The answer's status, once it has arrived. */
  status?: number;
}

export interface Reply {
  status: number;
  type: string;
  text: string;
  /** Headers of redirects and CORS; no others are passed on. */
  headers?: Record<string, string>;
}

/** `ask` forwards the call, optionally with another query. */
export type Change = (call: Call, ask: (query?: URLSearchParams) => Promise<Reply>) => Promise<Reply>;

/** Delays each answer at random, which finds tests that do not wait for what they need. See CONTRIBUTING.md. */
const latestMs = Number(process.env.LATE_ANSWERS ?? 0);

export interface TestProxy {
  api: string;
  seen: Call[];
  stop(): Promise<void>;
}

export async function startProxy(realApi: string, change: Change): Promise<TestProxy> {
  const seen: Call[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').slice(apiBase.length);
    const [plain = '', search = ''] = path.split('?', 2);
    const { authorization } = request.headers;
    const sent = await textOf(request);
    const body: unknown = sent && JSON.parse(sent);
    const query = new URLSearchParams(search);
    const call: Call = { key: keyOf(request.method ?? '', plain), path, query, authorization, body };
    seen.push(call);
    const { status, type, text, headers } = await change(call, (other) =>
      forward(realApi + (other ? `${plain}?${other}` : path), request, call.authorization, sent),
    );
    if (latestMs > 0) await sleep(Math.random() * latestMs);
    call.status = status;
    response.writeHead(status, { ...headers, 'Content-Type': type }).end(text);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    api: `http://127.0.0.1:${await listen(server)}${apiBase}`,
    seen,
    stop: () => close(server),
  };
}

export const json = (status: number, body: unknown): Reply => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
});

/** Puts paths without parameters first, or '/companies/all' would be taken for a company. */
const patterns = Object.keys(access)
  .map((key) => ({ key, pattern: new RegExp(`^${key.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((one, other) => Number(one.key.includes('{')) - Number(other.key.includes('{')));

const keyOf = (method: string, path: string) =>
  patterns.find(({ pattern }) => pattern.test(`${method} ${path}`))?.key ?? `${method} ${path}`;

/** Uses Node's own client, since `fetch` in a page's environment is the page's. */
async function forward(
  url: string,
  { method, headers }: IncomingMessage,
  authorization: string | undefined,
  body: string,
): Promise<Reply> {
  const { authorization: _, ...others } = headers;
  const onward = ask(url, { method, headers: { ...others, ...(authorization && { authorization }) } }).end(body);
  const [answer]: IncomingMessage[] = await once(onward, 'response');
  if (!answer) throw new Error('The server does not answer');
  const { statusCode = 502, headers: answered } = answer;
  const cors = Object.entries(answered).flatMap(([name, value]) =>
    name.startsWith('access-control-') && typeof value === 'string' ? [[name, value]] : [],
  );
  return {
    status: statusCode,
    type: answered['content-type'] ?? '',
    text: await textOf(answer),
    headers: Object.fromEntries(cors),
  };
}
