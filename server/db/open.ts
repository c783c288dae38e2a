// Opens the configured database and migrates it.

import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Db } from './db.ts';
import { migrate } from './migrations/migrate.ts';
import { openPostgres } from './postgres/postgres.ts';
import { openSqlite } from './sqlite/sqlite.ts';
import { errorMessage } from '../platform/log.ts';
import { sql } from './sql.ts';
import { UnusableError } from './errors.ts';

export interface DatabaseLocation {
  /** Selects PostgreSQL. */
  databaseUrl?: string | undefined;
  /** The folder of the SQLite file. */
  dataDir: string;
}

export async function openDatabase({ databaseUrl, dataDir }: DatabaseLocation): Promise<Db> {
  const db = databaseUrl ? await openReachable(databaseUrl) : await openSqliteFile(dataDir);
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/** Opens the database as it is: neither creates nor migrates it. */
export async function openExisting({ databaseUrl, dataDir }: DatabaseLocation): Promise<Db> {
  if (databaseUrl) return openReachable(databaseUrl);
  const file = fileIn(dataDir);
  if (!existsSync(file)) throw new UnusableError(`There is no database at ${file}`);
  return openUsable(dataDir, () => openSqlite(file));
}

function openSqliteFile(dataDir: string): Promise<Db> {
  return openUsable(dataDir, () => {
    mkdirSync(dataDir, { recursive: true });
    return openSqlite(fileIn(dataDir));
  });
}

async function openUsable(dataDir: string, open: () => Promise<Db>): Promise<Db> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof UnusableError) throw error;
    throw new UnusableError(`The database in DATA_DIR ${dataDir} cannot be opened: ${errorMessage(error)}`);
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
    throw new UnusableError(`Cannot connect to DATABASE_URL: ${errorMessage(error)}`);
  }
}
