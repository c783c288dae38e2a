// Runs the commands of docs/backup.md, docs/postgresql.md and docs/audit.md as written.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { codeBlock } from '../../../support/documents.ts';
import { type Installation, install } from '../../../support/server/installation.ts';

const cluster = new URL(inject('postgresUrl'));
/** Variables that adapt a block to this machine: ports, and PostgreSQL without authentication. */
const machine = {
  PATH: process.env.PATH,
  LOG_LEVEL: 'silent',
  PORT: '0',
  PGHOST: cluster.hostname,
  PGPORT: cluster.port,
  PGUSER: cluster.username,
};

let installed: Installation;
const running: ChildProcess[] = [];
beforeAll(async () => {
  installed = await install();
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.pid === undefined || child.exitCode !== null) continue;
    process.kill(-child.pid); // the shell, and the server in it
    await once(child, 'exit');
  }
});
afterAll(() => installed.remove());

/** The block with this beginning, from the page that has it. */
function documentedBlock(beginning: string): string {
  if (beginning.includes('verify-audit')) return codeBlock('docs/audit.md', beginning);
  return codeBlock(beginning.includes('createuser') ? 'docs/postgresql.md' : 'docs/backup.md', beginning);
}

/** Runs the block in a shell without a terminal, which reads passwords from its input. */
function shell(beginning: string, environment: Record<string, string> = {}) {
  const commands = documentedBlock(beginning)
    .replaceAll('sudo -u postgres ', '')
    .replaceAll('@127.0.0.1/', `@${cluster.host}/`);
  return spawn('sh', ['-ec', commands], {
    cwd: installed.folder,
    env: { ...machine, ...environment },
    detached: true,
  });
}

async function run(beginning: string, environment?: Record<string, string>): Promise<string> {
  const child = shell(beginning, environment);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect([output, code]).toEqual([output, 0]);
  return output;
}

/** Runs a block whose last command is the server, until it listens. */
async function runServer(beginning: string, input = ''): Promise<string> {
  const child = shell(beginning);
  child.stdin.end(input);
  running.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  for await (const chunk of child.stderr) {
    output += String(chunk);
    if (output.includes('Rollcall is at')) return output;
  }
  throw new Error(`The server ended: ${output}`);
}

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
const whole = /The audit is whole: (.*)/;

test('restores a backup made while the server runs, by the documented commands', async () => {
  const server = installed.start([], admin);
  await server.url();
  await run('node build/server.mjs backup');
  expect(await run('node build/server.mjs check-backup rollcall')).toContain('rollcall-backup.sqlite is whole');
  await server.kill('SIGTERM');
  const before = whole.exec(await run('node build/server.mjs verify-audit'))?.[1];
  const output = await runServer('mkdir restored');
  expect(whole.exec(output)?.[1]).toBe(before);
});

test('creates, dumps and restores a PostgreSQL database by the documented commands', async () => {
  const output = await runServer('sudo -u postgres createuser', 'PASSWORD\nPASSWORD\n');
  expect(output).toContain('ALTER ROLE');
  expect(output).toContain('Created the administrator');
  const rollcall = { DATABASE_URL: `postgres://rollcall:PASSWORD@${cluster.host}/rollcall` };
  const before = whole.exec(await run('node build/server.mjs verify-audit', rollcall))?.[1];
  const dumped = await installed.start(['backup', 'rollcall.dump'], rollcall).ended;
  expect(dumped).toEqual({ code: 0, text: expect.stringContaining('The copy is in rollcall.dump') });
  expect(statSync(path.join(installed.folder, 'rollcall.dump')).mode & 0o777).toBe(0o600);
  const proven = await run('sudo -u postgres createdb --owner=rollcall --encoding=UTF8 --template=template0 restored');
  expect(proven).toContain('The database is whole');
  const restored = { DATABASE_URL: rollcall.DATABASE_URL.replace(/rollcall$/, 'restored') };
  expect(whole.exec(await run('node build/server.mjs verify-audit', restored))?.[1]).toBe(before);
});
