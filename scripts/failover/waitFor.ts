// Waits until a condition holds, or throws an error that says what did not happen.

import { setTimeout as wait } from 'node:timers/promises';

export async function waitFor<Result>(
  what: string,
  seconds: number,
  look: () => Promise<Result | undefined>,
  pauseMs = 500,
): Promise<Result> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`Not within ${seconds} s: ${what}`);
    await wait(pauseMs);
  }
}
