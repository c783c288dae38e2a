// Starts PgBouncer in transaction mode before a database, on a free port.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Cluster, freePort, ordinaryUsers } from './cluster.ts';
import { need } from '../setup/needs.ts';

/** Fewer connections than a process of ours opens, so that transactions change between them all the time. */
const connections = 4;

export async function startPgBouncer(databaseUrl: string): Promise<Cluster> {
  const { hostname, port: behind, username, pathname } = new URL(databaseUrl);
  const [database, port] = [pathname.slice(1), await freePort()];
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-pgbouncer-'));
  await chmod(folder, 0o755);
  const file = path.join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `${database} = host=${hostname} port=${behind} dbname=${database} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
  ];
  await writeFile(file, lines.join('\n'));
  const [program = '', ...args] = ordinaryUsers([need('pgbouncer'), file]);
  const pooler = spawn(program, args, { cwd: '/' });
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    pooler.stderr.on('data', (part: Buffer) => {
      printed += part.toString();
      if (printed.includes('process up')) resolve();
    });
    pooler.once('exit', () => reject(new Error(printed)));
  });
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${database}`,
    async stop() {
      pooler.kill('SIGTERM');
      await once(pooler, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
