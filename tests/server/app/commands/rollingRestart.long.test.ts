// Two processes behind nginx, as docs/tls.md has it, restarted one right after the other while people work:
// nobody gets an error.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../support/server/cluster.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { codeBlock } from '../../../support/house/documents.ts';
import { install, type Installation, type Run } from '../../../support/server/installation.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';
import { need } from '../../../support/setup/needs.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

let installed: Installation;
let database: TestDatabase;
let nginx: ChildProcess;
let ports: readonly [string, string];
let address: string;
const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-restart-'));

beforeAll(async () => {
  installed = await install();
  database = await createPostgres('migrated');
  ports = [String(await freePort()), String(await freePort())];
  const front = await freePort();
  address = `http://127.0.0.1:${front}`;
  mkdirSync(path.join(folder, 'temporary'));
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(front));
  nginx = spawn(need('nginx'), ['-c', path.join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;']);
});
afterAll(async () => {
  nginx.kill('SIGTERM');
  installed.remove();
  await database.remove();
  rmSync(folder, { recursive: true });
});

/** The block of the documentation, without its certificate and on ports of this test. */
function configuration(front: number): string {
  const site = codeBlock('docs/tls.md', '# /etc/nginx/sites-available/rollcall')
    .replace(/server \{\n +listen 80;[^}]*\}\n/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${front};`)
    .replace(/ +ssl_.*\n/g, '')
    .replace('127.0.0.1:4001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:4002', `127.0.0.1:${ports[1]}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = temporary.map((name) => `${name}_temp_path temporary/${name};`).join('\n');
  return `pid nginx.pid;\nerror_log error.log;\nevents {}\nhttp {\naccess_log off;\n${places}\n${site}}\n`;
}

async function start(port: string): Promise<Run> {
  const run = installed.start([], { DATABASE_URL: database.location.databaseUrl ?? '', ...admin, PORT: port });
  await run.url();
  return run;
}

test('no request of hundreds fails while both are restarted without a pause', async () => {
  let running = [await start(ports[0]), await start(ports[1])];
  const login = JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD });
  const signedIn = await fetch(`${address}/web/api/v1/auth/login`, { method: 'POST', body: login });
  const headers = { authorization: `Bearer ${(await signedIn.json()).data.token}` };

  const statuses = new Map<string, number>();
  let isOver = false;
  const work = async (client: number) => {
    for (let number = 0; !isOver; number++) {
      const write = { method: 'POST', headers, body: JSON.stringify({ name: `Company ${client}-${number}` }) };
      for (const [call, options] of [
        ['companies?per_page=20', { headers }],
        ['companies', write],
      ] as const) {
        const answer = await fetch(`${address}/web/api/v1/${call}`, options);
        await answer.arrayBuffer();
        const key = `${call.split('?')[0]} ${answer.status}`;
        statuses.set(key, (statuses.get(key) ?? 0) + 1);
      }
    }
  };
  const clients = Promise.all([1, 2, 3, 4, 5, 6].map(work));

  const total = () => [...statuses.values()].reduce((sum, count) => sum + count, 0);
  for (let round = 0; round < 2 || total() < 300; round++) {
    for (const [index, port] of ports.entries()) {
      await running[index]?.kill('SIGTERM');
      const again = await start(port);
      running = running.map((run, other) => (other === index ? again : run));
    }
  }
  isOver = true;
  await clients;
  for (const run of running) await run.kill('SIGTERM');
  expect([...statuses.keys()].sort()).toEqual(['companies 200', 'companies 201']);
});
