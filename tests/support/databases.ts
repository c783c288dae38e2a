// The databases that the server is tested on: SQLite in a folder of its own, and a real PostgreSQL, whose
// cluster vitest starts once a run (this file is a globalSetup) and in which every test file gets a
// database of its own.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import type { Place } from '../../server/db/open.ts';
import { need } from './needs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export interface TestDatabase {
  place: Place;
  remove(): Promise<void>;
}

/** Fresh and empty ones, by name: for `describe.each`. */
export const databases = [
  { name: 'SQLite', create: createSqlite },
  { name: 'PostgreSQL', create: createPostgres },
] as const;

export async function createSqlite(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-'));
  return { place: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function createPostgres(): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asked(cluster, `create database ${name}`);
  return {
    place: { dataDir: '', databaseUrl: new URL(name, cluster).href },
    remove: () => asked(cluster, `drop database ${name} with (force)`),
  };
}

async function asked(url: string, statement: string): Promise<void> {
  const connection = postgres(url, { max: 1, onnotice() {} });
  await connection.unsafe(statement);
  await connection.end();
}

const run = promisify(execFile);

/** Called by vitest before the run; what it answers is called after it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = path.dirname(need('postgresql'));
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-postgres-'));
  const data = path.join(folder, 'data');
  const port = await freePort();
  await chmod(folder, 0o777);
  await asOrdinaryUser(`${programs}/initdb`, [
    '-D',
    data,
    '-U',
    'rollcall',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  ]);
  const options = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c fsync=off`;
  const log = path.join(folder, 'log');
  await asOrdinaryUser(`${programs}/pg_ctl`, ['-D', data, '-w', '-l', log, '-o', options, 'start']);
  project.provide('postgresUrl', `postgres://rollcall@127.0.0.1:${port}/postgres`);

  return async () => {
    await asOrdinaryUser(`${programs}/pg_ctl`, ['-D', data, '-m', 'immediate', 'stop']);
    await rm(folder, { recursive: true, force: true });
  };
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
async function asOrdinaryUser(program: string, args: string[]): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const [command = '', ...rest] = isRoot
    ? ['runuser', '-u', 'postgres', '--', program, ...args]
    : [program, ...args];
  await run(command, rest, { cwd: '/' });
}

function freePort(): Promise<number> {
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
