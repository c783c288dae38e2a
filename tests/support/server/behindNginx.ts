// Two servers on one database behind nginx, set up as in docs/tls.md, and clients that work there without a pause.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeBlock } from '../documents.ts';
import { need } from '../tools.ts';
import { freePort } from './ports.ts';

interface Front {
  /** Where nginx listens. */
  readonly address: string;
  /** Where it expects the two servers. */
  readonly ports: readonly [string, string];
  stop(): void;
}

export async function startNginx(): Promise<Front> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-nginx-'));
  const front = await freePort();
  const ports = [String(await freePort()), String(await freePort())] as const;
  mkdirSync(path.join(folder, 'temporary'));
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(front, ports));
  const nginx: ChildProcess = spawn(need('nginx'), [
    '-c',
    path.join(folder, 'nginx.conf'),
    '-p',
    folder,
    '-g',
    'daemon off;',
  ]);
  return {
    address: `http://127.0.0.1:${front}`,
    ports,
    stop() {
      nginx.kill('SIGTERM');
      rmSync(folder, { recursive: true });
    },
  };
}

/** The documented configuration, without its certificate and on this test's ports. */
function configuration(front: number, ports: readonly [string, string]): string {
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

interface Person {
  readonly email: string;
  readonly password: string;
}

interface Work {
  /** The number of answers so far. */
  total(): number;
  /** Stops all clients, and returns each call with the statuses of its answers. */
  end(): Promise<string[]>;
}

const reads = ['companies?per_page=20', 'corrections', 'attendance', 'employees', 'audit/head'];

/** Starts six clients that alternate between reading and writing. */
export async function startWork(address: string, person: Person): Promise<Work> {
  const signedIn = await fetch(`${address}/web/api/v1/auth/login`, { method: 'POST', body: JSON.stringify(person) });
  const headers = { authorization: `Bearer ${(await signedIn.json()).data.token}` };
  const statuses = new Map<string, number>();
  let isOver = false;
  const work = async (client: number) => {
    for (let number = 0; !isOver; number++) {
      const write = { method: 'POST', headers, body: JSON.stringify({ name: `Company ${client}-${number}` }) };
      for (const [call, options] of [
        [reads[(client + number) % reads.length] ?? '', { headers }],
        ['companies', write],
      ] as const) {
        const answer = await fetch(`${address}/web/api/v1/${call}`, options);
        await answer.arrayBuffer();
        const key = `${write === options ? 'POST' : 'GET'} ${call.split('?')[0]} ${answer.status}`;
        statuses.set(key, (statuses.get(key) ?? 0) + 1);
      }
    }
  };
  const clients = Promise.all([1, 2, 3, 4, 5, 6].map(work));
  return {
    total: () => [...statuses.values()].reduce((sum, count) => sum + count, 0),
    async end() {
      isOver = true;
      await clients;
      return [...statuses.keys()].sort();
    },
  };
}

/** What the clients get if nothing fails. */
export const allWell = [...reads.map((call) => `GET ${call.split('?')[0]} 200`), 'POST companies 201'].sort();
