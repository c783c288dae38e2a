// Work that locks a whole table gives up when somebody else has it for longer than others should wait in line. Nothing was
// changed then, and a moment later it is tried again.

import { setTimeout as wait } from 'node:timers/promises';
import { reported } from '../reported.ts';

const pauseMs = 1_000;

export async function patiently<Result>(isStopping: () => boolean, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isStopping() || !isLockTimeout(error)) throw error;
      await wait(pauseMs);
    }
  }
}

const isLockTimeout = (error: unknown): boolean => reported(error)?.code === '55P03';
