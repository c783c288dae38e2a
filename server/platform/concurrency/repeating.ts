// Repeats a job with a pause after each run. A failed run is logged and the next one follows as usual.

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
  let currentRun = run();

  async function run(): Promise<void> {
    await work(() => isStopped).catch((error: unknown) => log.error(`${name} failed`, { error: describeError(error) }));
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
