// The databases that the server is tested on: SQLite, and PostgreSQL in a cluster that is started once per run.

import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type CreateDatabase, createSqlite, type TestDatabase } from './testDatabase.ts';

type DatabaseName = 'SQLite' | 'PostgreSQL';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string;
    /** On PostgreSQL, the migrated database to copy: that takes a tenth of the time of migrating. */
    readonly postgresTemplate: string;
    /** Those that the tests of this project run on. */
    readonly databases: readonly DatabaseName[];
  }
}

const both: readonly { readonly name: DatabaseName; readonly create: CreateDatabase }[] = [
  { name: 'SQLite', create: createSqlite },
  { name: 'PostgreSQL', create: createPostgres },
];

/** For `describe.each`. */
export const databases = both.filter(({ name }) => inject('databases').includes(name));

/** Registers tests that stand beside `describe.each(databases)`, and are not repeated on another database. */
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
  // As files, which takes half as long as through the log.
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
