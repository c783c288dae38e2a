// A minimal static host under a path, with no rules for the console. It adds a missing final slash to folders by a
// redirect, answers unknown paths with 404.html or index.html, and forwards API requests to the server.
import { readFile, stat } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { close, listen } from '../server/ports.ts';

export interface StaticHost {
  /** Ends in a slash. */
  readonly url: string;
  /** Stops the host; after that, the folder may be deleted. */
  stop(): Promise<void>;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain',
};

interface Options {
  /** The origin that answers /web/. */
  readonly api?: string;
  /** Answers unknown paths with the start page, as hosts of single-page applications do. */
  readonly fallback?: boolean;
}

/** `under` begins and ends with a slash. */
export async function startStaticHost(
  folder: string,
  under: string,
  { api, fallback = false }: Options = {},
): Promise<StaticHost> {
  const sending = new Set<Promise<void>>();
  const server = http.createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host');
    if (api && pathname.startsWith('/web/')) return forward(request, response, api);
    const sent = sendFile(response, pathname, search).finally(() => sending.delete(sent));
    sending.add(sent);
  });

  async function sendFile(response: ServerResponse, address: string, query: string): Promise<void> {
    const file = `${address}/`.startsWith(under) ? path.join(folder, address.slice(under.length)) : '';
    const kind = await stat(file).catch(() => undefined);
    if (kind?.isDirectory() && !address.endsWith('/')) {
      response.writeHead(301, { Location: `${address}/${query}` }).end();
      return;
    }
    const asked = kind?.isDirectory() ? path.join(file, 'index.html') : file;
    const contents = await readFile(asked).catch(() => undefined);
    const sent = contents ? asked : path.join(folder, fallback ? 'index.html' : '404.html');
    response.writeHead(contents || fallback ? 200 : 404, {
      'Content-Type': contentTypes[path.extname(sent)] ?? 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(contents ?? (await readFile(sent)));
  }

  return {
    url: `http://127.0.0.1:${await listen(server)}${under}`,
    async stop() {
      await close(server);
      await Promise.all(sending);
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse, api: string): void {
  const { method, headers } = request;
  const onward = http.request(new URL(request.url ?? '/', api), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(502).end());
  request.pipe(onward);
}
