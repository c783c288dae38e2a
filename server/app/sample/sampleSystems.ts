// The HR systems and websites of the sample's companies: pages on the loopback that answer health checks, accept the
// records of most companies and, to show what happens then, reject those of one and cut the connection of another.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Queries, sql } from '../../platform/db/db.ts';
import { companies } from './companies.ts';

/** Address of the sample's HR systems, unless the port is in use. */
export const usualOrigin = 'http://127.0.0.1:4010';

export const pathPrefix = '/sample/';

export const rejection = 'Sample: this HR system rejects every record';

interface SampleSystems {
  /** 'http://127.0.0.1:4010' */
  origin: string;
  host: string;
  close(): Promise<void>;
}

/** Listens where the URLs of the sample's companies point to. If that port is in use, the URLs get another one. */
export async function startSampleSystems(db: Queries): Promise<SampleSystems> {
  const urls = await sampleUrls(db);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const firstUrl = new URL(urls[0]?.url ?? usualOrigin);
  await listen(server, Number(firstUrl.port)).catch(() => listen(server, 0));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The sample systems have no port');
  const host = `127.0.0.1:${address.port}`;
  for (const { id, url } of urls) {
    const moved = `http://${host}${new URL(url).pathname}`;
    if (moved !== url) await db.run(sql`update company_urls set url = ${moved} where id = ${id}`);
  }
  return {
    origin: `http://${host}`,
    host,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const sampleUrls = (db: Queries): Promise<{ id: number; url: string }[]> =>
  db.all(
    sql`select id, url from company_urls where url like ${`http://127.0.0.1:%${pathPrefix}%`}
      order by id`,
  );

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [domain, type] = (request.url ?? '').slice(pathPrefix.length).split('/');
  const company = companies.find((one) => one.domain === domain);
  const behaviour = type === 'hr_system' ? company?.hr : undefined;
  if (behaviour === 'isSilent') return void request.socket.destroy();
  if (request.method === 'POST' && behaviour) {
    const ids = recordIds(await bodyOf(request));
    const result = behaviour === 'rejects' ? { status: 'rejected', reason: rejection } : { status: 'accepted' };
    const body = JSON.stringify({ results: ids.map((id) => ({ id, ...result })) });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    return;
  }
  response
    .writeHead(company ? 200 : 404, { 'Content-Type': 'text/plain; charset=utf-8' })
    .end(company ? `A sample page of ${company.name}\n` : 'There is no such sample page\n');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function recordIds(text: string): unknown[] {
  const message: { records?: { id: unknown }[] } = JSON.parse(text);
  return (message.records ?? []).map(({ id }) => id);
}
