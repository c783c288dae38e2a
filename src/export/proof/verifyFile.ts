// Reads an exported file back and says whether it is untouched, in a worker.

import verifyWorker from 'worker:../worker/verify.worker.ts';
import { CodeLoadError } from '../../boot/loadOnce.ts';
import { startWorker } from '../worker/startWorker.ts';
import type { Verification } from './verify.ts';

export function verifyFile(file: File): Promise<Verification> {
  const worker = startWorker(verifyWorker);
  return new Promise<Verification>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Verification | undefined>) =>
      data ? resolve(data) : reject(new Error('The file cannot be read')),
    );
    // Only a worker that runs has something to say.
    worker.addEventListener('error', (event) =>
      reject(event.message ? new Error(event.message) : new CodeLoadError('The check', event)),
    );
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
