// Backs up a database: makes a copy, proves it, and only then gives it its name.
import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Queries, scalar, sql } from '../../platform/db/db.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { type DatabaseLocation, openExisting, sqliteFileIn, withDatabase } from '../../platform/db/open.ts';
import { freeBytes, openSqliteToRead } from '../../platform/db/sqlite.ts';
import { errorMessage } from '../../platform/log/log.ts';
import { postgresBackup, proveDump } from './postgresBackup.ts';
import { type BackupMethod, countRows, differences, type Proof, prove, type RowCounts } from './prove.ts';

/** The name of a backup until it is proven. */
const partialOf = (file: string) => `${file}.partial`;

/** Removes what a failed backup left behind: the copy, and SQLite's journal of it. */
export function removePartial(file: string): void {
  for (const ending of ['', '-journal']) rmSync(`${partialOf(file)}${ending}`, { force: true });
}

/** Never overwrites a file. */
export async function backUp(location: DatabaseLocation, target: string): Promise<Proof> {
  const file = path.resolve(target);
  if (existsSync(file)) throw new UnusableError(`${file} exists already; choose another name`);
  const method = location.databaseUrl ? postgresBackup(location) : sqliteBackup(location.dataDir);
  const bytes = await method.size();
  const partial = partialOf(file);
  try {
    checkRoom(bytes, path.dirname(file));
    removePartial(file);
    const rows = await method.copy(partial);
    saveToDisk(partial);
    const proof = await method.prove(partial);
    const lost = differences(rows, proof.rows);
    if (lost.length > 0) throw new UnusableError(`The copy is incomplete: ${lost.join(', ')}`);
    renameSync(partial, file);
    saveToDisk(path.dirname(file));
    return proof;
  } catch (error) {
    removePartial(file);
    throw new UnusableError(`${file} cannot be written: ${errorMessage(error)}`);
  }
}

/** Proves a backup of either kind. A dump is restored into a scratch database beside the location's. */
export async function proveFile(file: string, location?: DatabaseLocation): Promise<Proof> {
  if (!isFile(file)) throw new UnusableError('There is no such file');
  return location?.databaseUrl && isDump(file) ? proveDump(location, file) : proveSqlite(file);
}

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** Whether the file begins like a dump by pg_dump in its custom format. */
export function isDump(file: string): boolean {
  if (!isFile(file)) return false;
  const handle = openSync(file, 'r');
  const beginning = Buffer.alloc(5);
  readSync(handle, beginning);
  closeSync(handle);
  return beginning.toString() === 'PGDMP';
}

/** Refuses a copy that would fill up the disk: the database may be on it. */
function checkRoom(bytes: number, folder: string): void {
  const free = freeBytes(folder);
  if (free < bytes) throw new UnusableError(`It needs ${inMegabytes(bytes)}, and ${folder} has ${inMegabytes(free)}`);
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;

function saveToDisk(place: string): void {
  const handle = openSync(place, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

const sqliteBackup = (dataDir: string): BackupMethod => ({
  size: () => withDatabase(openExisting({ dataDir }), sizeOf),
  copy: (target) => copy(dataDir, target),
  prove: proveSqlite,
});

const proveSqlite = (file: string): Promise<Proof> => withDatabase(openSqliteToRead(file), prove);

const sizeOf = (db: Queries): Promise<number> =>
  scalar(db, sql`select page_count * page_size from pragma_page_count(), pragma_page_size()`);

/**
 * Runs in a thread of its own, which SQLite blocks until the copy is complete. With a small cache, it starts to write
 * soon.
 */
const copier = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const source = new DatabaseSync(workerData.source);
  source.exec('pragma busy_timeout = 5000; pragma cache_size = -2000');
  parentPort.once('message', () => {
    source.prepare('vacuum into ?').run(workerData.target);
    source.close();
  });
  parentPort.postMessage('ready');`;

/** The longest that writers have to wait, which give up after five seconds. It took 10 ms on an idle machine. */
const longestHoldMs = 4_000;

/**
 * Copies an SQLite database while others write to it, and counts its rows as of the same moment. Writers are locked
 * out until both the copy and the count have begun, so both see the same rows. The copy has begun once its file has
 * its first bytes: they were read from the database.
 */
async function copy(dataDir: string, target: string): Promise<RowCounts> {
  const copying = await startCopier(sqliteFileIn(dataDir), target);
  const [holder, reader] = [await openExisting({ dataDir }), await openExisting({ dataDir })];
  try {
    await holder.exec('begin immediate');
    copying.begin();
    await copying.hasBegun();
    await reader.exec('begin; select count(*) from schema_version');
    await holder.exec('rollback');
    const rows = await countRows(reader);
    await copying.ended;
    return rows;
  } finally {
    await Promise.all([holder.close(), reader.close(), copying.stop()]);
  }
}

async function startCopier(source: string, target: string) {
  const worker = new Worker(copier, { eval: true, workerData: { source, target }, execArgv: ['--no-warnings'] });
  let isRunning = true;
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', resolve);
  }).finally(() => (isRunning = false));
  ended.catch(() => {}); // the caller awaits it later
  await Promise.race([new Promise((resolve) => worker.once('message', resolve)), ended]);

  return {
    ended,
    begin: () => worker.postMessage('begin'),
    async hasBegun(): Promise<void> {
      const end = performance.now() + longestHoldMs;
      while (isRunning && !statSync(target, { throwIfNoEntry: false })?.size) {
        if (performance.now() > end) throw new UnusableError('The disk is too slow: try again when it has less to do');
        await wait(1);
      }
    },
    stop: () => worker.terminate(),
  };
}
