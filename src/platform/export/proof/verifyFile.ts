// Verifies a file in a worker.

import verifyWorker from 'worker:../worker/verify.worker.ts';
import { runInWorker } from '../worker/startWorker.ts';
import type { VerifyReply, VerifyRequest } from '../worker/verify.worker.ts';
import type { ServerKey } from './signature.ts';
import type { Verification } from './verify.ts';

export const verifyFile = (file: File, key: ServerKey | undefined) =>
  runInWorker<VerifyRequest, VerifyReply, Verification>(verifyWorker, 'The check', async ({ send, reply }) => {
    send({ file, key });
    return reply((message) => (message.kind === 'verified' ? message.verification : undefined));
  });
