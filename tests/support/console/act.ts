// Takes a step and waits until React has nothing left to do. React's own `act` is in its development build only, and the
// screens are tested with the build that people get.

import { unstable_IdlePriority as idle, unstable_scheduleCallback as schedule } from 'scheduler';

/** React leaves its work to the scheduler, which begins an idle task after all others. */
const reactIsIdle = () => new Promise<void>((resolve) => void schedule(idle, resolve));

export async function act(step: () => unknown): Promise<void> {
  await step();
  // Updates reach the scheduler in a microtask, and work may cause more work.
  await reactIsIdle();
  await reactIsIdle();
}
