// Calls that were refused in mid-session wait here, all for the same sign-in dialog.

export interface Reauthentication {
  /** True once the person has signed in again, false if they would not. */
  ask(): Promise<boolean>;
  settle(signedIn: boolean): void;
}

export function createReauthentication(): Reauthentication {
  let waiting: ((signedIn: boolean) => void)[] = [];
  return {
    ask: () => new Promise((resolve) => waiting.push(resolve)),
    settle(signedIn) {
      const released = waiting;
      waiting = [];
      for (const release of released) release(signedIn);
    },
  };
}
