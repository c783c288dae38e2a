// A copy of the embedded database, whole and consistent while the server runs. Where only the running
// server can read the file, it is asked to make the copy, at a socket in the data folder.

import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Config, ConfigError } from '../config.ts';
import type { Db } from '../db/db.ts';
import { openExisting } from '../db/open.ts';
import { InUseError } from '../db/sqlite/fileLock.ts';
import { sql } from '../db/sql.ts';
import { UnusableError } from '../db/errors.ts';
import { describeError, errorMessage, type Log } from '../platform/log.ts';

const done = 'done';

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
  let db: Db;
  try {
    db = await openExisting({ dataDir });
  } catch (error) {
    if (!(error instanceof InUseError)) throw error;
    return askServer(dataDir, file);
  }
  try {
    await copy(db, file);
  } finally {
    await db.close();
  }
}

/** Answers how to stop offering. */
export function offerBackup(db: Db, dataDir: string, log: Log): () => void {
  const socket = socketOf(dataDir);
  rmSync(socket, { force: true }); // of a server that was killed; ours is the file now
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('error', (error) => log.warn('backup cut off', { error: describeError(error) }));
    // What is left of the connection is for the answer.
    void text(connection.iterator({ destroyOnReturn: false }))
      .then(async (file) => {
        await copy(db, file);
        log.info('backup written', { file });
        connection.end(done);
      })
      .catch((error: unknown) => {
        log.error('backup failed', { error: describeError(error) });
        connection.end(errorMessage(error));
      });
  });
  server.listen(socket, () => chmodSync(socket, 0o600));
  server.on('error', (error) => log.warn('no backup while running', { error: describeError(error) }));
  server.unref();
  return () => server.close();
}

async function askServer(dataDir: string, file: string): Promise<void> {
  const answer = await text(connect(socketOf(dataDir)).end(file)).catch((error: unknown) => {
    throw new UnusableError('The running server does not answer at its socket', { cause: error });
  });
  if (answer !== done) throw new UnusableError(`The running server could not make the copy: ${answer}`);
}

const socketOf = (dataDir: string) => path.join(path.resolve(dataDir), 'rollcall.sock');

/** Under another name until it is whole and on the disk. */
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
