// Repeats a job with a pause after each run. A failed run is logged and the next one follows as usual.

import { DomainError } from '../domainErrors.ts';
import { describeError, type Log } from '../log/log.ts';

export interface Job {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Work in several parts checks `isStopping` before it begins another part. */
type Work = (isStopping: () => boolean) => Promise<void>;

export function startRepeating(name: string, pauseMs: number, log: Log, work: Work): Job {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const logged = createFailureLogger(name, log);
  let currentRun = run();

  async function run(): Promise<void> {
    await logged(work(() => isStopped));
    if (isStopped) return;
    timer = setTimeout(() => (currentRun = run()), pauseMs);
  }

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return currentRun;
    },
  };
}

/** Logs failed runs of a job; a lasting failure, such as an unreachable database, only once, as jobs run often. */
export function createFailureLogger(name: string, log: Log): (run: Promise<void>) => Promise<void> {
  let lastReason = '';
  return async (run) => {
    try {
      await run;
      lastReason = '';
    } catch (error) {
      const reason = describeError(error);
      if (!(error instanceof DomainError) || reason !== lastReason) log.error(`${name} failed`, { error: reason });
      lastReason = reason;
    }
  };
}
