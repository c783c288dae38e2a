// Copies the embedded database, consistently and while the server runs.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import type { Db } from '../db/db.ts';
import { openExisting } from '../db/open.ts';
import { sql } from '../db/sql.ts';
import { UnusableError } from '../db/errors.ts';
import { errorMessage } from '../platform/log.ts';

const pgDump = 'pg_dump --format=custom --file=rollcall.dump "$DATABASE_URL"';

export async function backup(config: Config, target: string | undefined): Promise<void> {
  if (config.databaseUrl) throw new ConfigError(`PostgreSQL has its own backup tool: ${pgDump}`);
  if (target === undefined) throw new ConfigError('Usage: backup <file>');
  await backUp(config.dataDir, target);
  console.log(`The copy is in ${target}`);
}

/** Never overwrites a file. */
async function backUp(dataDir: string, target: string): Promise<void> {
  const file = path.resolve(target);
  if (existsSync(file)) throw new UnusableError(`${file} exists already; choose another name`);
  const db = await openExisting({ dataDir });
  try {
    await copy(db, file);
  } finally {
    await db.close();
  }
}

/** Writes to another name until the copy is complete and on disk. */
async function copy(db: Db, file: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    rmSync(partial, { force: true });
    await db.run(sql`vacuum into ${partial}`);
    const handle = openSync(partial, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new UnusableError(`${file} cannot be written: ${errorMessage(error)}`);
  }
}
