// The built console on a server of its own, with somebody who may do everything.
import { afterAll, beforeAll, inject } from 'vitest';
import { createSite } from '../../../server/platform/http/staticSite.ts';
import { startServer, type TestServer } from '../server/server.ts';

interface Site {
  readonly server: TestServer;
  /** Of the administrator. */
  readonly token: string;
}

/** Call it at the top of a test file. */
export function serveSite(): Site {
  let site: Site | undefined;
  const started = (): Site => {
    if (!site) throw new Error('The server starts before the first test');
    return site;
  };
  beforeAll(async () => {
    const server = await startServer({ site: createSite(inject('site')) });
    site = { server, token: await server.signIn(server.users.administrator) };
  });
  afterAll(() => site?.server.stop());
  return {
    get server() {
      return started().server;
    },
    get token() {
      return started().token;
    },
  };
}
