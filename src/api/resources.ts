// Reads that screens share: equal requests under way are one, the last to leave aborts it,
// and a write that touches a call makes everybody who shows it load again.

import type { Answer, Args, ReadKey } from '../contract/endpoints.ts';
import type { Api } from './client.ts';
import type { Touches } from './touches.ts';

interface UnderWay {
  promise: Promise<unknown>;
  controller: AbortController;
  readers: number;
}

interface Reading<T> {
  promise: Promise<T>;
  leave(): void;
}

export interface Resources {
  load<K extends ReadKey>(key: K, args: Args<K>): Reading<Answer<K>>;
  /** Told when what it shows has changed. */
  watch(key: ReadKey, reload: () => void): () => void;
  /** The next load of this call asks anew, even where an older request is still under way. */
  forget(key: ReadKey): void;
}

export const requestName = (key: ReadKey, args: unknown) => `${key} ${JSON.stringify(args ?? {})}`;

export function createResources(api: Api, touches: Touches): Resources {
  const underWay = new Map<string, UnderWay>();
  const watchers = new Set<{ key: ReadKey; reload: () => void }>();

  function start<K extends ReadKey>(name: string, key: K, args: Args<K>): UnderWay {
    const controller = new AbortController();
    const promise = api(key, args, { signal: controller.signal }).then(({ data }) => data);
    const entry = { promise, controller, readers: 0 };
    underWay.set(name, entry);
    promise.then(
      () => drop(name, entry),
      () => drop(name, entry),
    );
    return entry;
  }

  function drop(name: string, entry: UnderWay) {
    if (underWay.get(name) === entry) underWay.delete(name);
  }

  function forget(key: ReadKey) {
    for (const name of underWay.keys()) if (name.startsWith(`${key} `)) underWay.delete(name);
  }

  touches.listen((keys) => {
    keys.forEach(forget);
    for (const { key, reload } of [...watchers]) if (keys.includes(key)) reload();
  });

  return {
    load<K extends ReadKey>(key: K, args: Args<K>) {
      const name = requestName(key, args);
      const entry = underWay.get(name) ?? start(name, key, args);
      entry.readers += 1;
      return {
        // What is under way by this name was started with this key.
        promise: entry.promise as Promise<Answer<K>>,
        leave() {
          entry.readers -= 1;
          if (entry.readers > 0) return;
          drop(name, entry);
          entry.controller.abort();
        },
      };
    },
    watch(key, reload) {
      const watcher = { key, reload };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    forget,
  };
}
