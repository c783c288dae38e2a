// Runs the command `backup` of this server in another thread, so that requests do not wait for it.

import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { removePartial } from '../backup/backUp.ts';
import { UnusableError } from '../../platform/db/errors.ts';

export async function backUpApart(file: string, stopping: AbortSignal): Promise<void> {
  const [, server = ''] = process.argv;
  // What it prints is not for the log.
  const worker = new Worker(server, { argv: ['backup', file], stdout: true, stderr: true });
  const stop = () => void worker.terminate();
  stopping.addEventListener('abort', stop);
  try {
    const [said, [code]] = await Promise.all([text(worker.stderr), once(worker, 'exit')]);
    if (code !== 0) throw new UnusableError(said.trim() || 'It was cut short');
  } finally {
    stopping.removeEventListener('abort', stop);
    removePartial(file);
  }
}
