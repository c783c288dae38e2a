// Verifies a file in a worker.

import verifyWorker from 'worker:../worker/verify.worker.ts';
import { startWorker } from '../worker/startWorker.ts';
import type { VerifyReply, VerifyRequest } from '../worker/verify.worker.ts';
import type { ServerKey } from './signature.ts';
import type { Verification } from './verify.ts';

export async function verifyFile(file: File, key: ServerKey | undefined): Promise<Verification> {
  const worker = startWorker<VerifyRequest, VerifyReply>(verifyWorker, 'The check');
  try {
    worker.send({ file, key });
    return await worker.reply((message) => (message.kind === 'verified' ? message.verification : undefined));
  } finally {
    worker.stop();
  }
}
