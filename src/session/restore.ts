// Who is signed in when the console starts: the token's user, or nobody and why.

import type { Api } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import type { User } from '../contract/entities.ts';

/** Waits before the second and the third try where the network fails. */
const pauses = [900, 1_800];

export async function fetchUser(api: Api, signal?: AbortSignal): Promise<User> {
  for (const pause of pauses) {
    try {
      return (await api('GET /auth/user', {}, { signal })).data;
    } catch (error) {
      if (asApiError(error).kind !== 'unreachable') throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return (await api('GET /auth/user', {}, { signal })).data;
}
