// Hosts the page that has nothing but exports, under the reference server's content security policy, with its records.
import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSite } from '../../../server/platform/http/staticSite.ts';
import { json } from '../console/scriptedServer.ts';
import { close, listen } from '../server/ports.ts';
import { answerPage, type Entry } from './attendanceServer.ts';

export interface ExportsHost {
  readonly url: string;
  /** The records, which change only between exports, so their revision stays the same. */
  records: Entry[];
  readonly requestedPages: number[];
  /** The paths of all requests but those for records. */
  readonly requestedFiles: string[];
  stop(): Promise<void>;
}

/** Adds `fonts` as an operator would: copied into the site's fonts/ and listed in its fonts.txt. */
export async function startExportsHost(...fonts: readonly string[]): Promise<ExportsHost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-exports-'));
  execFileSync(process.execPath, ['tests/support/exports/buildPage.mjs', folder]);
  for (const font of fonts) {
    copyFileSync(font, path.join(folder, 'fonts', path.basename(font)));
    appendFileSync(path.join(folder, 'fonts/fonts.txt'), `${path.basename(font)}\n`);
  }
  const site = createSite(folder);
  const server = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    if (pathname === '/web/api/v1/attendance') {
      const page = Number(searchParams.get('page'));
      host.requestedPages.push(page);
      answerPage(host.records, page, Number(searchParams.get('per_page')))(response);
    } else if (pathname === '/web/api/v1/attendance/revision') {
      json(200, { success: true, message: '', data: { revision: 'the only one' } })(response);
    } else {
      host.requestedFiles.push(pathname);
      await site(request, response);
    }
  });
  const port = await listen(server);
  const host: ExportsHost = {
    url: `http://127.0.0.1:${port}/`,
    records: [],
    requestedPages: [],
    requestedFiles: [],
    async stop() {
      await close(server);
      rmSync(folder, { recursive: true });
    },
  };
  return host;
}
