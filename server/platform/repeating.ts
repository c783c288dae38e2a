// Work that is done again and again, with a pause between; what fails is logged and tried again.

import { type Log, described } from './log.ts';

export interface Job {
  /** Ends when the work under way has. */
  stop(): Promise<void>;
}

/** Told to stop, work that has several parts begins with no further one. */
type Work = (isStopping: () => boolean) => Promise<void>;

export function startRepeating(name: string, pauseMs: number, log: Log, work: Work): Job {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let underWay = run();

  async function run(): Promise<void> {
    await work(() => isStopped).catch((error: unknown) => log.error(`${name} failed`, { error: described(error) }));
    if (isStopped) return;
    timer = setTimeout(() => (underWay = run()), pauseMs);
  }

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return underWay;
    },
  };
}
