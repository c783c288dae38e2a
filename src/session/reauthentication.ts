// Calls that were refused in mid-session wait here, all for the same sign-in dialog.

import type { ApiError } from '../api/errors.ts';

export interface Reauthentication {
  /** True once the person has signed in again, false if they would not, or if there is nobody to ask. */
  ask(refusal: ApiError): Promise<boolean>;
  settle(signedIn: boolean): void;
  /** Who puts the question, and says whether it was put. */
  putBy(put: (refusal: ApiError) => boolean): void;
}

export function createReauthentication(): Reauthentication {
  let put = (_refusal: ApiError) => false;
  let waiting: ((signedIn: boolean) => void)[] = [];
  return {
    ask: (refusal) => new Promise((resolve) => (put(refusal) ? waiting.push(resolve) : resolve(false))),
    settle(signedIn) {
      const released = waiting;
      waiting = [];
      for (const release of released) release(signedIn);
    },
    putBy(other) {
      put = other;
    },
  };
}
