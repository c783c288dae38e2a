// Writes tell here which reads they have made stale; whoever shows these listens.

import type { ReadKey } from '../contract/endpoints.ts';

type Listener = (keys: readonly ReadKey[]) => void;

export interface Touches {
  tell: Listener;
  listen(listener: Listener): void;
}

export function createTouches(): Touches {
  const listeners: Listener[] = [];
  return {
    tell: (keys) => {
      for (const listener of listeners) listener(keys);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
