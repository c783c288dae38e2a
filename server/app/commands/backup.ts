// Commands about backups: makes and proves a copy of the database while the server runs, and proves a backup that exists.

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { UnusableError } from '../../platform/db/errors.ts';
import { openExisting, withDatabase } from '../../platform/db/open.ts';
import { errorMessage } from '../../platform/log/log.ts';
import { asUtc } from '../../platform/time/clock.ts';
import { backUp, isDump, proveFile, removePartial } from '../backup/backUp.ts';
import { assertCanBackUp } from '../backup/postgresBackup.ts';
import { type Proof, prove, sumOf } from '../backup/prove.ts';
import { type Config, ConfigError } from '../config.ts';

export async function backup(config: Config, target: string | undefined): Promise<void> {
  if (target === undefined) throw new ConfigError('Usage: backup <file>');
  // A stopping server ends the thread that runs this command for it, and the programs that it started.
  parentPort?.once('message', () => process.exit(1)).unref();
  const proof = await backUp(config, target);
  console.log(`The copy is in ${target}\n${summaryOf(proof)}`);
}

/** Proves a backup file or, if none is given, a PostgreSQL database that was restored. Changes neither. */
export async function checkBackup(config: Config, file: string | undefined): Promise<void> {
  if (file === undefined && !config.databaseUrl) throw new ConfigError('Usage: check-backup <file>');
  const place = file ?? 'The database';
  const judge = (proving: Promise<Proof>) =>
    proving.catch((error: unknown) => {
      throw new UnusableError(`${place} is not a good backup. ${errorMessage(error)}`);
    });
  // A proof that cannot begin, such as without a connection, says nothing about the backup.
  if (file !== undefined && isDump(file)) {
    if (!config.databaseUrl)
      throw new ConfigError(
        `${file} is a dump of PostgreSQL: set DATABASE_URL, so that it can be restored there for a moment`,
      );
    await assertCanBackUp(config);
  }
  const proof = await (file === undefined
    ? withDatabase(openExisting(config), (db) => judge(prove(db)))
    : judge(proveFile(file, config)));
  console.log(`${place} is whole\n${summaryOf(proof)}`);
}

function summaryOf({ version, rows, entries, head, lastAt }: Proof): string {
  const count = (number: number) => number.toLocaleString('en');
  return [
    `Version ${version}, ${count(sumOf(rows))} rows in ${rows.size} tables`,
    `Audit of ${count(entries)} entries, ${lastAt ? `the last of ${asUtc(lastAt)} with the hash ${head}` : 'none yet'}`,
  ].join('\n');
}

/** Runs the command `backup` of this server in another thread, so that requests do not wait for it. */
export async function backUpInWorker(file: string, stopping: AbortSignal): Promise<void> {
  const [, server = ''] = process.argv;
  // Catch its output, which does not belong in the log.
  const worker = new Worker(server, { argv: ['backup', file], stdout: true, stderr: true });
  const stop = () => {
    worker.postMessage('stop');
    void wait(1_000).then(() => worker.terminate());
  };
  stopping.addEventListener('abort', stop);
  try {
    const [said, [code]] = await Promise.all([text(worker.stderr), once(worker, 'exit')]);
    if (code !== 0) throw new UnusableError(said.trim() || 'It was cut short');
  } finally {
    stopping.removeEventListener('abort', stop);
    removePartial(file);
  }
}
