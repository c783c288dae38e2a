// A fake HR system over HTTP, for tests of the whole product.

import { type ScriptedServer, startScriptedServer } from '../console/scriptedServer.ts';
import type { FakeHr } from './fakeHr.ts';

/** It keeps every request that it got. */
export async function serveFakeHr({ request }: FakeHr): Promise<ScriptedServer> {
  const served = await startScriptedServer();
  served.answer = async (response, { method, path, headers, body }) => {
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[headerName(name), value]] : [],
    );
    const answer = await request(served.base + path, { method, headers: Object.fromEntries(sent), body });
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) response.setHeader(name, value);
    response.writeHead(answer.status).end(answer.body);
  };
  return served;
}

/** As connectors write it, because HTTP does not keep the case: 'Content-Type'. */
const headerName = (name: string) => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
