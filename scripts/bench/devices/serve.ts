// Server for the benchmark in its own process: ours, or a bare one that reads and answers the same requests.

import http, { type Server } from 'node:http';
import { createDeviceListener } from '../../../server/features/devices/listener/deviceListener.ts';
import { openExisting } from '../../../server/platform/db/open.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { listen } from '../../../tests/support/server/ports.ts';

export type Ask = 'cpu' | 'stop';
/** Messages from the server: the address first, and in answer to 'cpu' the seconds of CPU time used so far. */
export type Told = { readonly url: string } | { readonly seconds: number };

export async function serve(kind: string, location: string): Promise<void> {
  const served = kind === 'bare' ? { server: bareServer(), close: async () => {} } : await ourServer(location);
  const tell = (told: Told) => process.send?.(told);
  tell({ url: `http://127.0.0.1:${await listen(served.server)}` });
  await new Promise<void>((stop) => {
    process.on('message', (ask: Ask) => {
      const { user, system } = process.cpuUsage();
      if (ask === 'cpu') tell({ seconds: (user + system) / 1e6 });
      else stop();
    });
  });
  served.server.closeAllConnections();
  served.server.close();
  await served.close();
  process.disconnect();
}

async function ourServer(location: string): Promise<{ server: Server; close(): Promise<void> }> {
  const db = await openExisting(JSON.parse(location));
  const clock = () => new Date();
  const listener = createDeviceListener({ db, log: createLog('silent', () => {}), clock });
  return {
    server: listener.server,
    async close() {
      await listener.close();
      await db.close();
    },
  };
}

/** Does the minimum of any server: it reads the request and answers it. */
function bareServer(): Server {
  return http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const lines = Buffer.concat(chunks).toString('utf8').split('\n').length - 1;
      const body = lines > 0 ? `OK: ${lines}` : 'OK';
      response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
}
