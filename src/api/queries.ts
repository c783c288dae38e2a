// Reads that screens share: equal requests under way are one, the last to leave aborts it,
// and a write that touches a call makes everybody who shows it load again. What is expected to be shown soon
// can be asked for ahead; what was shown before can be shown at once.

import type { Answer, Args, ReadKey } from '../contract/endpoints.ts';
import type { Api } from './client.ts';
import type { Memory } from './lastSeen.ts';
import type { Touches } from './touches.ts';

interface UnderWay {
  promise: Promise<unknown>;
  controller: AbortController;
  readers: number;
}

interface Arrived {
  data: unknown;
  /** Whoever comes later wants to know how things are then. */
  staleAt: number;
}

/** In milliseconds: how long an answer waits for the screen that it was asked for. */
const fresh = 10_000;

interface Reading<T> {
  promise: Promise<T>;
  leave(): void;
}

export interface Resources {
  load<K extends ReadKey>(key: K, args: Args<K>): Reading<Answer<K>>;
  /**
   * Asks ahead. The answer waits a while for the first who loads the same; a failure does not, they ask anew.
   * What is remembered is not asked for: it is drawn first.
   */
  expect<K extends ReadKey>(key: K, args: Args<K>): void;
  /** What was expected and has arrived; undefined once it was loaded. */
  arrived<K extends ReadKey>(key: K, args: Args<K>): Answer<K> | undefined;
  /** As it was last seen; it may have changed since. */
  remembered<K extends ReadKey>(key: K, args: Args<K>): Answer<K> | undefined;
  /** Told when what it shows has changed. */
  watch(key: ReadKey, reload: () => void): () => void;
  /** The next load of this call asks anew, even where an older request is still under way. */
  forget(key: ReadKey): void;
}

export const requestName = (key: ReadKey, args: unknown) => `${key} ${JSON.stringify(args ?? {})}`;

export function createResources(api: Api, touches: Touches, memory: Memory, token: () => string | null): Resources {
  const underWay = new Map<string, UnderWay>();
  const waiting = new Map<string, Arrived>();
  const watchers = new Set<{ key: ReadKey; reload: () => void }>();
  /** An answer is for who asked. */
  const nameOf = (key: ReadKey, args: unknown) => requestName(key, args) + token();

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
    for (const names of [underWay, waiting]) {
      for (const name of names.keys()) if (name.startsWith(`${key} `)) names.delete(name);
    }
  }

  touches.listen((keys) => {
    keys.forEach(forget);
    for (const { key, reload } of [...watchers]) if (keys.includes(key)) reload();
  });

  function arrived<K extends ReadKey>(key: K, args: Args<K>): Answer<K> | undefined {
    const answer = waiting.get(nameOf(key, args));
    // What waits by this name was asked for with this key.
    return answer && Date.now() < answer.staleAt ? (answer.data as Answer<K>) : undefined;
  }

  return {
    load<K extends ReadKey>(key: K, args: Args<K>) {
      const name = nameOf(key, args);
      const answer = arrived(key, args);
      waiting.delete(name);
      if (answer !== undefined) {
        memory.keep(name, answer);
        return { promise: Promise.resolve(answer), leave() {} };
      }
      const entry = underWay.get(name) ?? start(name, key, args);
      entry.readers += 1;
      entry.promise.then(
        (data) => memory.keep(name, data),
        () => undefined,
      );
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
    expect<K extends ReadKey>(key: K, args: Args<K>) {
      const name = nameOf(key, args);
      if (memory.recall(name) !== undefined) return;
      const entry = underWay.get(name) ?? start(name, key, args);
      entry.promise.then(
        (data) => entry.readers === 0 && waiting.set(name, { data, staleAt: Date.now() + fresh }),
        () => undefined,
      );
    },
    arrived,
    // What is kept by this name answered this key.
    remembered: <K extends ReadKey>(key: K, args: Args<K>) => memory.recall(nameOf(key, args)) as Answer<K> | undefined,
    watch(key, reload) {
      const watcher = { key, reload };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    forget,
  };
}
