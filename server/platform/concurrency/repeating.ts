// Repeats a job with a pause after each run. A failed run is logged and the next one follows as usual.

import { describeError, type Log } from '../log/log.ts';
import { DomainError } from '../records/domainErrors.ts';

export interface Job {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Work in several parts checks `isStopping` before it begins another part. */
type Work = (isStopping: () => boolean) => Promise<void>;

export function startRepeating(name: string, pauseMs: number, log: Log, work: Work): Job {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let lastReason = '';
  let currentRun = run();

  async function run(): Promise<void> {
    lastReason = await work(() => isStopped).then(() => '', failed);
    if (isStopped) return;
    timer = setTimeout(() => (currentRun = run()), pauseMs);
  }

  /** Tells what lasts, such as a database that is away, once, as some jobs run every few seconds. */
  function failed(error: unknown): string {
    const reason = describeError(error);
    if (!(error instanceof DomainError) || reason !== lastReason) log.error(`${name} failed`, { error: reason });
    return reason;
  }

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return currentRun;
    },
  };
}
