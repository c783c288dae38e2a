// The databases that the server is tested on: SQLite in a folder of its own, and a real PostgreSQL, whose
// cluster vitest starts once a run (this file is a globalSetup) and in which every test file gets a
// database of its own.

import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import type { DatabaseLocation } from '../../server/db/open.ts';
import { startCluster } from './cluster.ts';
import { createSqlite } from './sqlite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export interface TestDatabase {
  location: DatabaseLocation;
  remove(): Promise<void>;
}

/** Fresh and empty ones, by name: for `describe.each`. */
export const databases = [
  { name: 'SQLite', create: createSqlite },
  { name: 'PostgreSQL', create: createPostgres },
] as const;

async function createPostgres(): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asked(cluster, `create database ${name}`);
  return {
    location: { dataDir: '', databaseUrl: new URL(name, cluster).href },
    remove: () => asked(cluster, `drop database ${name} with (force)`),
  };
}

async function asked(url: string, statement: string): Promise<void> {
  const connection = postgres(url, { max: 1, onnotice() {} });
  await connection.unsafe(statement);
  await connection.end();
}

/** Called by vitest before the run; what it answers is called after it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startCluster();
  project.provide('postgresUrl', url);
  return stop;
}
