// Opens the configured database and migrates it.

import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, type Log } from '../log/log.ts';
import { type Db, scalar, sql } from './db.ts';
import { UnreachableError, UnusableError } from './errors.ts';
import { migrate } from './migrations/migrate.ts';
import { openPostgres } from './postgres/postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface DatabaseLocation {
  /** Selects PostgreSQL. */
  databaseUrl?: string | undefined;
  /** Set if a pooler gives each transaction another connection to PostgreSQL. */
  databasePooler?: 'transaction' | undefined;
  /** The folder of the SQLite file. */
  dataDir: string;
}

/** Opens and migrates the database; logs an upgrade. */
export async function openDatabase(
  { databaseUrl, databasePooler, dataDir }: DatabaseLocation,
  log?: Pick<Log, 'info'>,
): Promise<Db> {
  const db = databaseUrl ? await openReachable(databaseUrl, databasePooler) : await openSqliteFile(dataDir);
  try {
    await migrate(db, log);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/** Opens the database as it is: neither creates nor migrates it. */
export async function openExisting({ databaseUrl, databasePooler, dataDir }: DatabaseLocation): Promise<Db> {
  if (databaseUrl) return openReachable(databaseUrl, databasePooler);
  const file = sqliteFileIn(dataDir);
  if (!existsSync(file)) throw new UnusableError(`There is no database at ${file}`);
  return openUsable(dataDir, () => openSqlite(file));
}

function openSqliteFile(dataDir: string): Promise<Db> {
  return openUsable(dataDir, () => {
    makeFolder(path.resolve(dataDir));
    // SQLite opens a database even on a read-only disk, and fails only at its first write.
    const denied = deniedIn(dataDir);
    if (denied) throw new Error(denied);
    return openSqlite(sqliteFileIn(dataDir));
  });
}

/** Makes a folder with its parents. Node's own recursion never ends where no folder can be made, as in /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

export async function withDatabase<Result>(opening: Promise<Db>, use: (db: Db) => Promise<Result>): Promise<Result> {
  const db = await opening;
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

async function openUsable(dataDir: string, open: () => Promise<Db>): Promise<Db> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof UnusableError) throw error;
    const reason = deniedIn(dataDir) ?? errorMessage(error);
    throw new UnusableError(`The database in DATA_DIR ${dataDir} cannot be opened: ${reason}`);
  }
}

/** SQLite does not say why it cannot open a file. It also writes files beside the database. */
function deniedIn(dataDir: string): string | undefined {
  const file = sqliteFileIn(dataDir);
  for (const place of [dataDir, file, `${file}-wal`, `${file}-shm`]) {
    try {
      if (existsSync(place)) accessSync(place, constants.R_OK | constants.W_OK);
    } catch (error) {
      return errorMessage(error);
    }
  }
  return undefined;
}

export const sqliteFileIn = (dataDir: string) => path.join(dataDir, 'rollcall.sqlite');

async function openReachable(url: string, pooler: DatabaseLocation['databasePooler']): Promise<Db> {
  let db: Db | undefined;
  try {
    db = openPostgres(url, { isDirect: pooler === undefined });
    const encoding = await scalar<string>(db, sql`show server_encoding`);
    if (encoding !== 'UTF8') throw new UnusableError(`The database has the encoding ${encoding}: ${howToCreate}`);
    return db;
  } catch (error) {
    await db?.close();
    if (error instanceof UnusableError) throw error;
    const cause = rootOf(error);
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const message = `Cannot connect to DATABASE_URL: ${errorMessage(cause)}`;
    throw cause instanceof URIError || isFinal(code) ? new UnusableError(message) : new UnreachableError(message);
  }
}

const howToCreate = 'create one with createdb --encoding=UTF8 --template=template0';

/**
 * PostgreSQL's codes for a wrong user, password, database name or parameter, and Node's for a malformed URL or a
 * certificate.
 */
const isFinal = (code: string) => /^(?:22|28|3D|42|ERR_|CERT_|SELF_|DEPTH_|UNABLE_)/.test(code);

const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
