// Waits until a condition holds, or throws an error that says what did not happen.

import { setTimeout as wait } from 'node:timers/promises';

export async function waitFor<Result>(
  what: string,
  seconds: number,
  look: () => Promise<Result | false | undefined>,
  pauseMs = 500,
): Promise<Result> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const result = await look().catch(() => undefined);
    if (result !== undefined && result !== false) return result;
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain for ${what}`);
    await wait(pauseMs);
  }
}
