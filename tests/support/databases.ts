// The databases that the server is tested on: SQLite, and PostgreSQL in a cluster that vitest starts once per run
// (this file is a globalSetup).

import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startCluster } from './cluster.ts';
import { createSqlite } from './sqlite.ts';
import type { TestDatabase } from './testDatabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** For `describe.each`. */
export const databases = [
  { name: 'SQLite', create: createSqlite },
  { name: 'PostgreSQL', create: createPostgres },
] as const;

async function createPostgres(): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await execute(cluster, `create database ${name}`);
  return {
    location: { dataDir: '', databaseUrl: new URL(name, cluster).href },
    remove: () => execute(cluster, `drop database ${name} with (force)`),
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const connection = postgres(url, { max: 1, onnotice() {} });
  await connection.unsafe(statement);
  await connection.end();
}

/** vitest calls this before the run, and the returned function after it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startCluster();
  project.provide('postgresUrl', url);
  return stop;
}
