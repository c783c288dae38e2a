// The server as it is deployed, in a process of its own: with sample data, and with a controller that sends
// events.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { install } from '../../../tests/support/installation.ts';
import { Client } from './client.ts';

export interface Held {
  /** In bytes, of JavaScript. */
  heap: number;
  /** In bytes, of the process; the database keeps up to 64 MB of it as its cache. */
  resident: number;
  connections: number;
  /** What else the process waits for. */
  handles: number;
}

export interface Ending {
  /** Null where it had to be killed. */
  code: number | null;
  seconds: number;
  /** What the server said of errors. */
  complaints: string[];
}

export interface Workplace {
  port: number;
  administrator: { email: string; password: string };
  /** The administrator's. */
  token: string;
  controller: { path: string; secret: string };
  held(): Promise<Held>;
  stop(): Promise<Ending>;
  remove(): void;
}

/** In milliseconds; the server gives those who are slow five seconds. */
const longestStop = 20_000;

/** A file of the site that is larger than what the system keeps for a reader. */
export const largeFile = { address: '/large.txt', size: 3 << 20 };

export async function startWorkplace(): Promise<Workplace> {
  const installed = await install();
  writeFileSync(path.join(installed.folder, 'dist', largeFile.address), 'x'.repeat(largeFile.size));
  const run = installed.start([], {
    SAMPLE_DATA: 'yes',
    TRUST_PROXY: 'yes', // so that each client is somebody
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('scripts/soak/server/held.mjs')).href}`,
  });
  const port = Number(new URL(await run.url()).port);
  const signIn = /(administrator@\S+)\s+(\S+)/;
  const [, email = '', password = ''] = signIn.exec(await run.said(signIn)) ?? [];
  const administrator = { email, password };
  const { token, controller } = await prepare(new Client(port, '198.51.100.1'), administrator);

  let times = 0;
  return {
    port,
    administrator,
    token,
    controller,
    async held() {
      const line = new RegExp(`^held ${++times} ({.*})$`, 'm');
      run.child.kill('SIGUSR2');
      return JSON.parse(line.exec(await run.said(line))?.[1] ?? '');
    },
    async stop() {
      const started = performance.now();
      run.child.kill('SIGTERM');
      const late = setTimeout(() => run.child.kill('SIGKILL'), longestStop);
      const { code, text } = await run.ended;
      clearTimeout(late);
      const complaints = text.split('\n').filter((line) => /^\{|error/i.test(line));
      return { code, seconds: (performance.now() - started) / 1_000, complaints };
    },
    remove: installed.remove,
  };
}

/** The sample's controllers have no secret, so they cannot send anything. */
async function prepare(client: Client, administrator: { email: string; password: string }) {
  const { token } = await client.data<{ token: string }>(200, 'POST /auth/login', { body: administrator });
  const [company] = await client.data<{ id: number }[]>(200, 'GET /companies/all', { token });
  const secret = 'a secret of the soak';
  const { unique_identifier } = await client.data<{ unique_identifier: string }>(201, 'POST /access-controllers', {
    token,
    body: { name: 'Soaked door', company_id: company?.id, webhook_secret: secret },
  });
  client.close();
  return { token, controller: { path: `/webhooks/access-controllers/${unique_identifier}`, secret } };
}
