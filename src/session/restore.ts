// Who is signed in when the console starts: the token's user, or nobody and why.

import { asApiError } from '../api/errors.ts';
import type { Resources } from '../api/queries.ts';
import type { User } from '../contract/entities/people.ts';

/** Waits before the second and the third try where the network fails. */
const pauses = [900, 1_800];

export async function fetchUser(resources: Resources, signal: AbortSignal, [pause, ...later] = pauses): Promise<User> {
  const { promise, leave } = resources.load('GET /auth/user', {});
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await promise;
  } catch (error) {
    if (pause === undefined || asApiError(error).kind !== 'unreachable') throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return fetchUser(resources, signal, later);
  }
}
