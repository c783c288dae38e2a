// Verifies a file in a worker.

import verifyWorker from 'worker:../worker/verify.worker.ts';
import { startWorker } from '../worker/startWorker.ts';
import type { VerifyReply } from '../worker/verify.worker.ts';
import type { Verification } from './verify.ts';

export async function verifyFile(file: File): Promise<Verification> {
  const worker = startWorker<File, VerifyReply>(verifyWorker, 'The check');
  try {
    worker.send(file);
    return await worker.reply((message) => (message.kind === 'verified' ? message.verification : undefined));
  } finally {
    worker.stop();
  }
}
