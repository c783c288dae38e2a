// Reads that screens share. Equal requests in flight are one; the last reader to leave aborts it. A write makes the
// calls that it touches stale, and every screen that shows one of them loads it again.

import type { Answer, Args, ReadKey } from '../contract/endpoints.ts';
import type { AnswerCache } from './answerCache.ts';
import type { Answered, Api } from './client.ts';

interface InFlight {
  promise: Promise<Answered<unknown>>;
  controller: AbortController;
  readers: number;
}

interface Reading<T> {
  promise: Promise<Answered<T>>;
  leave(): void;
}

interface Known<T> {
  answered: Answered<T>;
  /** Prefetched a moment ago and not shown yet, so that it needs no request of its own. */
  isFresh: boolean;
}

export interface Queries {
  /** What is known of this call without asking. */
  peek<K extends ReadKey>(key: K, args: Args<K>): Known<Answer<K>> | undefined;
  /** A fresh answer is on screen: the next reader makes a request. */
  markShown<K extends ReadKey>(key: K, args: Args<K>): void;
  /** Uses up a fresh answer, or requests one. */
  load<K extends ReadKey>(key: K, args: Args<K>): Reading<Answer<K>>;
  /** Requests what a screen is about to load, unless an earlier answer can be shown first. */
  prefetch<K extends ReadKey>(key: K, args: Args<K>): void;
  /** Calls back when answers of this call have become stale. */
  watch(key: ReadKey, reload: () => void): () => void;
  /** The next load sends a request, even while an older one is in flight. */
  forget(key: ReadKey): void;
  /** A write has made these calls stale. */
  invalidate(keys: readonly ReadKey[]): void;
  /** Loads again whatever is watched. */
  refresh(): void;
  /** When the oldest answer that is watched was read, in milliseconds. */
  readAt(): number | undefined;
  /** Calls back when something has been read. */
  onRead(callback: () => void): () => void;
}

/** It is shown beside every screen, and says nothing about the age of what a screen shows. */
const ofFrame: ReadKey = 'GET /views';

export const requestName = (key: ReadKey, args: unknown) => `${key} ${JSON.stringify(args ?? {})}`;

export function createQueries(api: Api, cache: AnswerCache, token: () => string | null): Queries {
  const inFlight = new Map<string, InFlight>();
  const watchers = new Set<{ key: ReadKey; reload: () => void }>();
  const readTimes = new Map<ReadKey, number>();
  const readCallbacks = new Set<() => void>();
  /** Contains the token, so that one user never sees what another has loaded. */
  const nameOf = (key: ReadKey, args: unknown) => requestName(key, args) + token();

  function request<K extends ReadKey>(name: string, key: K, args: Args<K>): InFlight {
    const existing = inFlight.get(name);
    if (existing) return existing;
    const controller = new AbortController();
    const promise = api(key, args, { signal: controller.signal });
    const entry = { promise, controller, readers: 0 };
    inFlight.set(name, entry);
    const drop = () => dropIfCurrent(name, entry);
    promise.then(() => {
      drop();
      readTimes.set(key, Date.now());
      for (const callback of readCallbacks) callback();
    }, drop);
    return entry;
  }

  function dropIfCurrent(name: string, entry: InFlight) {
    if (inFlight.get(name) === entry) inFlight.delete(name);
  }

  function forget(key: ReadKey) {
    const isStale = (name: string) => name.startsWith(`${key} `);
    cache.remove(isStale);
    for (const name of inFlight.keys()) if (isStale(name)) inFlight.delete(name);
  }

  function invalidate(keys: readonly ReadKey[]) {
    keys.forEach(forget);
    for (const { key, reload } of [...watchers]) if (keys.includes(key)) reload();
  }

  function peek<K extends ReadKey>(key: K, args: Args<K>): Known<Answer<K>> | undefined {
    // Answers under this name were decoded as answers of this key.
    return cache.peek(nameOf(key, args)) as Known<Answer<K>> | undefined;
  }

  function markShown<K extends ReadKey>(key: K, args: Args<K>) {
    const known = peek(key, args);
    if (known) cache.keep(nameOf(key, args), known.answered, false);
  }

  return {
    peek,
    markShown,
    load<K extends ReadKey>(key: K, args: Args<K>) {
      const name = nameOf(key, args);
      const known = peek(key, args);
      if (known?.isFresh) {
        markShown(key, args);
        return { promise: Promise.resolve(known.answered), leave() {} };
      }
      const entry = request(name, key, args);
      entry.readers += 1;
      // The request under this name was made with this key.
      const promise = (entry.promise as Promise<Answered<Answer<K>>>).then((answered) => {
        cache.keep(name, answered, false);
        return answered;
      });
      return {
        promise,
        leave() {
          entry.readers -= 1;
          if (entry.readers > 0) return;
          dropIfCurrent(name, entry);
          entry.controller.abort();
        },
      };
    },
    prefetch<K extends ReadKey>(key: K, args: Args<K>) {
      const name = nameOf(key, args);
      if (peek(key, args)) return;
      const entry = request(name, key, args);
      entry.promise.then(
        (answered) => {
          if (entry.readers === 0) cache.keep(name, answered, true);
        },
        () => undefined, // the screen that loads it sends its own request and reports a failure
      );
    },
    watch(key, reload) {
      const watcher = { key, reload };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    forget,
    invalidate,
    refresh: () => invalidate([...watchers].map(({ key }) => key)),
    readAt() {
      const times = [...watchers].flatMap(({ key }) => (key === ofFrame ? [] : (readTimes.get(key) ?? [])));
      return times.length > 0 ? Math.min(...times) : undefined;
    },
    onRead(callback) {
      readCallbacks.add(callback);
      return () => readCallbacks.delete(callback);
    },
  };
}
