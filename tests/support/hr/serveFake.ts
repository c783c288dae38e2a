// Serves a fake HR system of the tests over HTTP, so that the real server calls it as it calls a real one.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FakeHr } from './fakeHr.ts';

export interface ServedFake {
  /** 'http://127.0.0.1:1234' */
  readonly url: string;
  /** The paths that were called, oldest first. */
  readonly calls: string[];
  /** Answers instead of the fake, until this is called without an answer. */
  instead(answer?: (request: IncomingMessage, response: ServerResponse) => void): void;
  stop(): Promise<void>;
}

export async function serveFake(fake: FakeHr): Promise<ServedFake> {
  const calls: string[] = [];
  let other: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => {
    calls.push(request.url ?? '');
    if (other) other(request, response);
    else void answer(fake, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The fake has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    instead(next) {
      other = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(fake: FakeHr, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const body = await text(request);
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase()), value]] : [],
  );
  const {
    status,
    headers: answered,
    body: said,
  } = await fake.request(`${fake.url}${url}`, {
    method,
    headers: Object.fromEntries(given),
    ...(body !== '' && { body }),
  });
  for (const [name, value] of Object.entries(answered)) if (value !== undefined) response.setHeader(name, value);
  response.writeHead(status).end(said);
}
