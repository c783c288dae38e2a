// The databases that the server is tested on: SQLite, and PostgreSQL in a cluster started once per run.

import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type CreateDatabase, createSqlite, type TestDatabase } from './testDatabase.ts';

type DatabaseName = 'SQLite' | 'PostgreSQL';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string;
    /** The migrated PostgreSQL database to copy, which takes a tenth of the time of migrating. */
    readonly postgresTemplate: string;
    /** The databases that this project's tests run on. */
    readonly databases: readonly DatabaseName[];
  }
}

const both: readonly { readonly name: DatabaseName; readonly create: CreateDatabase }[] = [
  { name: 'SQLite', create: createSqlite },
  { name: 'PostgreSQL', create: createPostgres },
];

/** For `describe.each`. */
export const databases = both.filter(({ name }) => inject('databases').includes(name));

/** Registers tests outside `describe.each(databases)`, so they are not repeated on PostgreSQL. */
export function once(register: () => void): void {
  if (inject('databases').includes('SQLite')) register();
}

export function createPostgres(state: 'empty' | 'migrated' = 'empty'): Promise<TestDatabase> {
  return copyOf(state === 'migrated' ? inject('postgresTemplate') : 'template1');
}

createPostgres.copy = ({ location: { databaseUrl = '' } }: TestDatabase) =>
  copyOf(new URL(databaseUrl).pathname.slice(1));

async function copyOf(original: string): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying files takes half as long as copying through the write-ahead log.
  await execute(cluster, `create database ${name} template ${original} strategy file_copy`);
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
