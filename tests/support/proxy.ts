// Stands before the real server and may change what it answers, call by call.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { apiBase } from '../../server/api.ts';
import { endpoints } from '../../src/contract/endpoints.ts';

export interface Call {
  /** The contract's, or the method and path as they came where it has none. */
  key: string;
  /** Within the API, without its query. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
}

export interface Reply {
  status: number;
  type: string;
  text: string;
}

/** `ask` asks the real server, with another query where one is given. */
export type Change = (call: Call, ask: (query?: URLSearchParams) => Promise<Reply>) => Promise<Reply>;

export interface Proxy {
  api: string;
  seen: Call[];
  stop(): Promise<void>;
}

export async function startProxy(realApi: string, change: Change): Promise<Proxy> {
  const seen: Call[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', 'http://proxy');
    const path = address.pathname.slice(apiBase.length);
    const method = request.method ?? '';
    const headers = new Headers();
    for (const name of ['authorization', 'content-type']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const call = { key: keyOf(method, path), path, query: address.searchParams, headers };
    seen.push(call);
    const body = await textOf(request);
    const ask = async (query = call.query): Promise<Reply> => {
      const answer = await fetch(`${realApi}${path}?${query}`, { method, headers, ...(body && { body }) });
      return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
    };
    const { status, type, text } = await change(call, ask);
    response.writeHead(status, { 'Content-Type': type }).end(text);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(`The test failed: ${String(error)}`));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    api: `http://127.0.0.1:${address.port}${apiBase}`,
    seen,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const json = (status: number, body: unknown): Reply => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
});

/** Paths without parameters first: '/companies/all' is no company. */
const patterns = Object.keys(endpoints)
  .map((key) => ({ key, pattern: new RegExp(`^${key.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((one, other) => Number(one.key.includes('{')) - Number(other.key.includes('{')));

export const keyOf = (method: string, path: string) =>
  patterns.find(({ pattern }) => pattern.test(`${method} ${path}`))?.key ?? `${method} ${path}`;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
