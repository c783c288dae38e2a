// Reads an exported file back and says whether it is untouched, in a worker.

import verifyWorker from 'worker:./verify.worker.ts';
import { startWorker } from './startWorker.ts';
import type { Verification } from './verify.ts';

export function verifyFile(file: File): Promise<Verification> {
  const worker = startWorker(verifyWorker);
  return new Promise<Verification>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Verification>) => resolve(data));
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'The file cannot be read')),
    );
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
