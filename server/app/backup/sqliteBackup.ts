// Copies an SQLite database while others write to it, and proves copies.

import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { one } from '../../platform/db/db.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { fileIn, openExisting } from '../../platform/db/open.ts';
import { sql } from '../../platform/db/sql.ts';
import { openSqliteToRead } from '../../platform/db/sqlite.ts';
import { type BackupMethod, countRows, type Proof, prove, type RowCounts } from './prove.ts';

export const sqliteBackup = (dataDir: string): BackupMethod => ({
  size: () => sizeOfDatabase(dataDir),
  copy: (target) => copy(dataDir, target),
  prove: proveSqlite,
});

export async function proveSqlite(file: string): Promise<Proof> {
  const db = await openSqliteToRead(file);
  try {
    return await prove(db);
  } finally {
    await db.close();
  }
}

async function sizeOfDatabase(dataDir: string): Promise<number> {
  const db = await openExisting({ dataDir });
  try {
    const size = sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
    return (await one<{ bytes: number }>(db, size)).bytes;
  } finally {
    await db.close();
  }
}

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

/** The longest that writers have to wait. It took 10 ms when measured. */
const longestHoldMs = 2_000;

/**
 * Copies an SQLite database while others write to it, and counts its rows as of the same moment. Writers are locked
 * out until both the copy and the count have begun, so both see the same rows. The copy has begun once its file has
 * its first bytes: they were read from the database.
 */
async function copy(dataDir: string, target: string): Promise<RowCounts> {
  const copying = await startCopier(fileIn(dataDir), target);
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
