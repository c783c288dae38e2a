// Verifies a file in a worker.

import verifyWorker from 'worker:./verify.worker.ts';
import type { ServerKey } from '../proof/signature.ts';
import { runInWorker } from '../worker/startWorker.ts';
import type { Verification } from './verify.ts';
import type { VerifyReply, VerifyRequest } from './verify.worker.ts';

export const verifyFile = (file: File, key: ServerKey | undefined) =>
  runInWorker<VerifyRequest, VerifyReply, Verification>(verifyWorker, 'The check', async ({ send, reply }) => {
    send({ file, key });
    return reply((message) => (message.kind === 'verified' ? message.verification : undefined));
  });
