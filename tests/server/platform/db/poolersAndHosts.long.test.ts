// What may be between the server and its database: a pooler that lends a connection for one transaction, and several
// hosts, one of which is the primary.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../../server/app/config.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { openDatabase } from '../../../../server/platform/db/open.ts';
import { ordinaryUsers, startCluster } from '../../../support/server/cluster.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { freePort } from '../../../support/server/ports.ts';
import { startServer } from '../../../support/server/server.ts';
import { need } from '../../../support/tools.ts';

test('behind PgBouncer in transaction mode, requests at once are answered as without it', async () => {
  const database = await createPostgres();
  const pooler = await startPgBouncer(database.location.databaseUrl ?? '');
  const location = { dataDir: '', databaseUrl: pooler.url, databasePooler: 'transaction' as const };
  const server = await startServer({ createDatabase: async () => ({ ...database, location }) });
  try {
    const token = await server.signIn(server.users.administrator);
    const names = Array.from({ length: 60 }, (_, number) => `Company ${number}`);
    const answers = await Promise.all(
      names.flatMap((name) => [
        server.ask('POST /companies', { token, body: { name } }),
        server.ask('GET /companies?per_page=100', { token }),
        server.ask('GET /attendance/statistics', { token }),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    const { total } = await one<{ total: number }>(
      server.db,
      sql`select count(*) as total from companies where name in (${names})`,
    );
    expect(total).toBe(names.length);
  } finally {
    await server.stop();
    await pooler.stop();
  }
});

test('of several hosts it writes to the primary, wherever that stands', async () => {
  const primary = await startCluster();
  const standby = await startCluster({ primary: primary.url });
  try {
    const [behind, first] = [new URL(standby.url).host, new URL(primary.url).host];
    const url = `postgres://postgres@127.0.0.1:1,${behind},${first}/postgres`;
    const { databaseUrl } = readConfig({ DATABASE_URL: url });
    const db = await openDatabase({ dataDir: '', databaseUrl });
    const name = randomUUID();
    await db.run(sql`insert into settings (setting_key, setting_value, type) values (${name}, '', 'string')`);
    const { total } = await one<{ total: number }>(
      db,
      sql`select count(*) as total from settings where setting_key = ${name}`,
    );
    expect(total).toBe(1);
    await db.close();
  } finally {
    await standby.stop();
    await primary.stop();
  }
});

/** Fewer connections than our process opens, so transactions keep switching between them. */
const connections = 4;

/** Starts PgBouncer in transaction mode in front of a database, on a free port. */
async function startPgBouncer(databaseUrl: string) {
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
