// Starts a new PostgreSQL cluster in a temporary folder, on a free port.

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { need } from './needs.ts';

const run = promisify(execFile);

export interface Cluster {
  /** The URL of its database 'postgres'. */
  url: string;
  stop(): Promise<void>;
}

export async function startCluster({ fsync = false, port: wanted = 0 } = {}): Promise<Cluster> {
  const programs = path.dirname(need('postgresql'));
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-postgres-'));
  const data = path.join(folder, 'data');
  const port = wanted || (await freePort());
  await chmod(folder, 0o777);
  await asOrdinaryUser(`${programs}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  const options = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c fsync=${fsync ? 'on' : 'off'}`;
  const log = path.join(folder, 'log');
  await asOrdinaryUser(`${programs}/pg_ctl`, ['-D', data, '-w', '-l', log, '-o', options, 'start']);

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await asOrdinaryUser(`${programs}/pg_ctl`, ['-D', data, '-m', 'immediate', 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
async function asOrdinaryUser(program: string, args: string[]): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const [command = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args];
  await run(command, rest, { cwd: '/' });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}
