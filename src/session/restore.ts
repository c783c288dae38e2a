// Who is signed in when the console starts: the token's user, or nobody and why.

import { asApiError } from '../api/errors.ts';
import type { Resources } from '../api/resources.ts';
import type { User } from '../contract/userEntities.ts';

/** Waits before the second and the third try where the network fails. */
const pauses = [900, 1_800];

export async function fetchUser(resources: Resources, signal: AbortSignal): Promise<User> {
  for (const pause of pauses) {
    try {
      return await askOnce(resources, signal);
    } catch (error) {
      if (asApiError(error).kind !== 'unreachable') throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return askOnce(resources, signal);
}

function askOnce(resources: Resources, signal: AbortSignal): Promise<User> {
  const reading = resources.load('GET /auth/user', {});
  signal.addEventListener('abort', reading.leave, { once: true });
  return reading.promise;
}
