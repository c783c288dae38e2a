// One request to a worker of its own, which ends with the answer or when the export is cancelled.

import { startWorker } from './startWorker.ts';

type Failed = { kind: 'failed'; message: string };

export async function workOnce<Request, Written extends { kind: 'written' }>(
  script: string,
  request: Request,
  signal: AbortSignal,
): Promise<Written> {
  const { send, reply, stop } = startWorker<Request, Written | Failed>(script, 'The export');
  try {
    send(request);
    const cancelled = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    return await Promise.race([reply((message) => (message.kind === 'failed' ? undefined : message)), cancelled]);
  } finally {
    stop();
  }
}
