// Opens the database that the configuration names, and brings its tables and permissions to what this
// server knows.

import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Db } from './db.ts';
import { migrate } from './migrations/migrate.ts';
import { openPostgres } from './postgres.ts';
import { alignPermissions } from '../people/roleQueries.ts';
import { openSqlite, type SqliteDriver } from './sqlite/sqlite.ts';
import { sql } from './sql.ts';
import { UnusableError } from './errors.ts';

export interface Place {
  /** PostgreSQL, when given. */
  databaseUrl?: string | undefined;
  /** Where the SQLite file lies. */
  dataDir: string;
  /** Tests insist on one; otherwise the best there is. */
  driver?: SqliteDriver;
}

export async function openDatabase({ databaseUrl, dataDir, driver }: Place): Promise<Db> {
  const db = databaseUrl ? await openReachable(databaseUrl) : await openOwn(dataDir, driver);
  try {
    await migrate(db);
    await db.tx(alignPermissions);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/** As it is: neither made where there is none, nor brought to this server's version. */
export async function openExisting({ databaseUrl, dataDir, driver }: Place): Promise<Db> {
  if (databaseUrl) return openReachable(databaseUrl);
  const file = fileIn(dataDir);
  if (!existsSync(file)) throw new UnusableError(`There is no database at ${file}`);
  return openUsable(dataDir, () => openSqlite(file, driver));
}

function openOwn(dataDir: string, driver?: SqliteDriver): Promise<Db> {
  return openUsable(dataDir, () => {
    mkdirSync(dataDir, { recursive: true });
    return openSqlite(fileIn(dataDir), driver);
  });
}

async function openUsable(dataDir: string, open: () => Promise<Db>): Promise<Db> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof UnusableError) throw error;
    throw new UnusableError(`The database in DATA_DIR ${dataDir} cannot be opened: ${wordsOf(error)}`);
  }
}

const fileIn = (dataDir: string) => path.join(dataDir, 'rollcall.sqlite');

async function openReachable(url: string): Promise<Db> {
  let db: Db | undefined;
  try {
    db = openPostgres(url);
    await db.all(sql`select 1`);
    return db;
  } catch (error) {
    await db?.close();
    throw new UnusableError(`The database of DATABASE_URL does not let us in: ${wordsOf(error)}`);
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
