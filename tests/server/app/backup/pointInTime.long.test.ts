// PostgreSQL's files and its archived write-ahead log, set up and restored by the commands in docs/backup.md: the
// restored database is as it was at the chosen instant, with the same rows and the same audit chain, and nothing later.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { openExisting } from '../../../../server/platform/db/open.ts';
import { codeBlock } from '../../../support/documents.ts';
import { ordinaryUsers } from '../../../support/server/cluster.ts';
import { type Installation, install } from '../../../support/server/installation.ts';
import { freePort } from '../../../support/server/ports.ts';
import { startServer } from '../../../support/server/server.ts';
import { need } from '../../../support/tools.ts';

let folder: string;
let programs: string;
let port: number;
let installed: Installation;
let location: { databaseUrl: string; dataDir: string };

/** Runs commands as PostgreSQL's user, with this machine's folders, and pg_ctl in place of systemd. */
function shell(commands: string): string {
  const control = `'${programs}/pg_ctl' -D '${folder}/15/main' -w -l '${folder}/log' -m fast`;
  const here = commands
    .replaceAll('sudo systemctl', control)
    .replaceAll(/(pg_ctl.*) (stop|start) postgresql$/gm, '$1 $2')
    .replaceAll('sudo -u postgres ', '')
    .replaceAll('sudo install --directory --owner=postgres --group=postgres', 'install --directory')
    .replaceAll('/var/lib/postgresql/', `${folder}/`)
    .replaceAll('/var/backups/', `${folder}/`)
    .replaceAll('/usr/lib/postgresql/15/bin', programs);
  const [program = '', ...words] = ordinaryUsers(['sh', '-ec', here]);
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect([status, stderr]).toEqual([0, expect.anything()]);
  return stdout;
}
const documented = (beginning: string) => codeBlock('docs/backup.md', beginning);

beforeAll(async () => {
  installed = await install();
  programs = path.dirname(realpathSync(need('postgresql')));
  folder = mkdtempSync(path.join(tmpdir(), 'rollcall-instant-'));
  chmodSync(folder, 0o777);
  port = await freePort();
  location = { databaseUrl: `postgres://postgres@127.0.0.1:${port}/rollcall`, dataDir: '' };
  shell(`'${programs}/initdb' -D 15/main -U postgres -A trust -E UTF8`);
  shell(documented('sudo install'));
  const settings = documented('# /etc/postgresql/15/main/conf.d/archive.conf');
  shell(
    `cat >> 15/main/postgresql.conf <<'END'\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nfsync = off\n${settings}END`,
  );
  shell('sudo systemctl start postgresql\ncreatedb --template=template0 rollcall');
});
afterAll(() => {
  shell('sudo systemctl stop postgresql');
  rmSync(folder, { recursive: true });
  installed.remove();
});

test('goes back to an instant, with exactly what was there', async () => {
  const server = await startServer({ createDatabase: async () => ({ location, remove: async () => {} }) });
  const token = await server.signIn(server.users.administrator);
  shell(documented('sudo -u postgres pg_basebackup'));
  await server.ask('POST /companies', { token, body: { name: 'Before' } });
  await server.settled();
  const check = () => installed.start(['check-backup'], { DATABASE_URL: location.databaseUrl }).ended;
  const before = await check();
  const { instant } = await one<{ instant: string }>(server.db, sql`select clock_timestamp()::text as instant`);
  await server.ask('POST /companies', { token, body: { name: 'After' } });
  await server.stop();
  expect((await check()).text).not.toBe(before.text);
  shell('psql --quiet --command="select pg_switch_wal()" rollcall');

  shell(documented('sudo systemctl stop postgresql').replace('2026-03-02 10:15:00+00', instant));
  const after = await check();
  expect(after).toEqual(before);
  expect(after.code).toBe(0);
  const restored = await openExisting(location);
  const companies = await restored.all<{ name: string }>(
    sql`select name from companies where name in ('Before', 'After')`,
  );
  await restored.close();
  expect(companies).toEqual([{ name: 'Before' }]);
  // The restored database takes writes again.
  const run = installed.start([], { DATABASE_URL: location.databaseUrl });
  expect((await fetch(`${await run.url()}/healthz`)).status).toBe(200);
  await run.kill('SIGTERM');
});
