// Opens the database that the configuration names, and brings its tables and permissions to what this
// server knows.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Db } from './db.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { alignPermissions } from './queries/roles.ts';
import { openSqlite, type SqliteDriver } from './sqlite.ts';

export interface Place {
  /** PostgreSQL, when given. */
  databaseUrl?: string | undefined;
  /** Where the SQLite file lies. */
  dataDir: string;
  /** Tests insist on one; otherwise the best there is. */
  driver?: SqliteDriver;
}

export async function openDatabase({ databaseUrl, dataDir, driver }: Place): Promise<Db> {
  const db = databaseUrl ? openPostgres(databaseUrl) : await openFile(dataDir, driver);
  try {
    await migrate(db);
    await db.tx(alignPermissions);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

function openFile(dataDir: string, driver?: SqliteDriver): Promise<Db> {
  mkdirSync(dataDir, { recursive: true });
  return openSqlite(path.join(dataDir, 'rollcall.sqlite'), driver);
}
