// The HR systems and websites of the sample's companies: pages on the loopback that answer health checks, accept the
// records of most companies and, to show what happens then, reject those of one and cut the connection of another.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Queries, sql } from '../../platform/db/db.ts';
import { companies } from './companies.ts';

/** Address of the sample's HR systems, unless the port is in use. */
export const usualOrigin = 'http://127.0.0.1:4010';

export const pathPrefix = '/sample/';

export const rejection = 'Sample: this HR system rejects every record';

/** Listens where the URLs of the sample's companies point to. If that port is in use, the URLs get another one. */
export async function startSampleSystems(db: Queries) {
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
      new Promise<void>((resolve) => {
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

const listen = (server: Server, port: number) => once(server.listen(port, '127.0.0.1'), 'listening');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [domain, type] = (request.url ?? '').slice(pathPrefix.length).split('/');
  const company = companies.find((one) => one.domain === domain);
  const behaviour = type === 'hr_system' ? company?.hr : undefined;
  if (behaviour === 'isSilent') return void request.socket.destroy();
  if (request.method === 'POST' && behaviour) {
    const { records = [] }: { records?: { id: unknown }[] } = JSON.parse(await text(request));
    const result = behaviour === 'rejects' ? { status: 'rejected', reason: rejection } : { status: 'accepted' };
    const body = JSON.stringify({ results: records.map(({ id }) => ({ id, ...result })) });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    return;
  }
  response
    .writeHead(company ? 200 : 404, { 'Content-Type': 'text/plain; charset=utf-8' })
    .end(company ? `A sample page of ${company.name}\n` : 'There is no such sample page\n');
}
