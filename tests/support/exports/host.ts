// Serves the exports' page under the reference server's content security policy, and a list of attendance records.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSite } from '../../../server/platform/http/staticSite.ts';
import { answerPage, type Entry } from './attendanceServer.ts';

export interface ExportsHost {
  readonly url: string;
  records: Entry[];
  /** The paths of all requests but those for records. */
  readonly requestedFiles: string[];
  stop(): Promise<void>;
}

/** `fonts` are added as an operator would: copied into the site's fonts/ and listed in its fonts.txt. */
export async function startExportsHost(...fonts: readonly string[]): Promise<ExportsHost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-exports-'));
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'buildPage.mjs'), folder]);
  for (const font of fonts) {
    copyFileSync(font, path.join(folder, 'fonts', path.basename(font)));
    appendFileSync(path.join(folder, 'fonts/fonts.txt'), `${path.basename(font)}\n`);
  }
  const site = createSite(folder);
  const server = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    if (pathname !== '/web/api/v1/attendance') {
      host.requestedFiles.push(pathname);
      await site(request, response);
      return;
    }
    answerPage(host.records, Number(searchParams.get('page')), Number(searchParams.get('per_page')))(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The host has no port');
  const host: ExportsHost = {
    url: `http://127.0.0.1:${address.port}/`,
    records: [],
    requestedFiles: [],
    async stop() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
  return host;
}
