// Copies an SQLite database while others write to it, and counts its rows as of the same moment.

import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Db } from '../../platform/db/db.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { countRows, type RowCounts } from './countRows.ts';

/** In a thread of its own, which SQLite blocks until the copy is complete. With a small cache, it starts to write soon. */
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
 * Writers are locked out until both the copy and the count have begun, so both see the same rows. The copy has begun once
 * its file has its first bytes: they were read from the database.
 */
export async function copyDatabase(open: () => Promise<Db>, source: string, target: string): Promise<RowCounts> {
  const copying = await startCopier(source, target);
  const [holder, reader] = [await open(), await open()];
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
