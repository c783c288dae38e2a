// Reads that screens share. Equal requests in flight are merged, and the last reader to leave aborts them. A write
// makes the calls that it touches stale, and every screen that shows one of them reloads it. A request overtaken by a
// write gets no further readers, and its answer is not kept.
import type { Answer, Args, ReadKey } from '../../shared/contract/calls.ts';
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
  /** True if it was just prefetched and not shown yet, so that its first reader needs no request. */
  isFresh: boolean;
}

export interface Queries {
  /** Reads the cache without a request. */
  peek<K extends ReadKey>(key: K, args: Args<K>): Known<Answer<K>> | undefined;
  /** Ends the freshness of an answer that is now on screen, so that the next reader makes a request. */
  markShown<K extends ReadKey>(key: K, args: Args<K>): void;
  /** Consumes a fresh answer, or requests one. */
  load<K extends ReadKey>(key: K, args: Args<K>): Reading<Answer<K>>;
  /** Requests what a screen will load, unless an earlier answer can be shown first. Returns a cancel function. */
  prefetch<K extends ReadKey>(key: K, args: Args<K>): () => void;
  /** Calls back when answers of this call become stale. `isBackground` marks reads that the screen does not show. */
  watch(key: ReadKey, reload: () => void, isBackground?: boolean): () => void;
  /** Makes the next load send a request, even while an older one is in flight. */
  forget(key: ReadKey): void;
  /** Makes answers of these calls stale after a write. */
  invalidate(keys: readonly ReadKey[]): void;
  /** Drops everything read or requested so far, after an attempted write or denied access. */
  forgetAll(): void;
  /** Reloads everything that is watched. */
  refresh(): void;
  /** Returns when the oldest watched answer was read, in milliseconds. */
  readAt(): number | undefined;
  /** Calls back when `readAt` may have changed: something was read, or is now watched. */
  onRead(callback: () => void): () => void;
}

/** Reads of the frame around every screen, which do not count for a screen's age. */
const backgroundReads: readonly ReadKey[] = ['GET /views', 'GET /attention/counts'];

/** Frame and screen appear one after the other, and should share one request of such a read. */
const justReadMs = 3_000;

export const requestName = (key: ReadKey, args: unknown) => `${key} ${JSON.stringify(args ?? {})}`;

export function createQueries(api: Api, tokenFor: (key: ReadKey) => string | null): Queries {
  const cache = createAnswerCache();
  /** Requests that nothing has made stale. */
  const inFlight = new Map<string, InFlight>();
  const watchers = new Set<{ key: ReadKey; reload: () => void; isBackground: boolean }>();
  const readTimes = new Map<ReadKey, number>();
  const readCallbacks = new Set<() => void>();
  /** Includes the token, so that one user never sees what another has loaded. */
  const nameOf = (key: ReadKey, args: unknown) => requestName(key, args) + tokenFor(key);

  function notifyReaders() {
    for (const callback of readCallbacks) callback();
  }

  function request<K extends ReadKey>(name: string, key: K, args: Args<K>): InFlight {
    const existing = inFlight.get(name);
    if (existing) return existing;
    const controller = new AbortController();
    const promise = api(key, args, { signal: controller.signal });
    const entry = { promise, controller, readers: 0 };
    inFlight.set(name, entry);
    promise.then(
      (answered) => {
        // The screen may show the frame's reads too, a moment later.
        if (drop(name, entry)) cache.keep(name, answered, entry.readers === 0 || backgroundReads.includes(key));
        readTimes.set(key, Date.now());
        notifyReaders();
      },
      () => drop(name, entry),
    );
    return entry;
  }

  /** Returns false if it was overtaken. */
  function drop(name: string, entry: InFlight): boolean {
    return inFlight.get(name) === entry && inFlight.delete(name);
  }

  function abortUnread(name: string, entry: InFlight) {
    if (entry.readers > 0) return;
    drop(name, entry);
    entry.controller.abort();
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
    // The name contains the key, so the answer was decoded as this key's.
    return cache.peek(nameOf(key, args)) as Known<Answer<K>> | undefined;
  }

  function markShown<K extends ReadKey>(key: K, args: Args<K>) {
    const cached = peek(key, args);
    if (cached) cache.keep(nameOf(key, args), cached.answered, false);
  }

  return {
    peek,
    markShown,
    load<K extends ReadKey>(key: K, args: Args<K>) {
      const name = nameOf(key, args);
      const cached = peek(key, args);
      const isJustRead = backgroundReads.includes(key) && Date.now() - (readTimes.get(key) ?? 0) < justReadMs;
      if (cached && (cached.isFresh || isJustRead)) {
        markShown(key, args);
        return { promise: Promise.resolve(cached.answered), leave() {} };
      }
      const entry = request(name, key, args);
      entry.readers += 1;
      return {
        // The name contains the key, so the request was made with it.
        promise: entry.promise as Promise<Answered<Answer<K>>>,
        leave() {
          entry.readers -= 1;
          abortUnread(name, entry);
        },
      };
    },
    prefetch<K extends ReadKey>(key: K, args: Args<K>) {
      if (peek(key, args)) return () => {};
      const name = nameOf(key, args);
      // Failures are reported by the screen, which sends its own request.
      const entry = request(name, key, args);
      return () => abortUnread(name, entry);
    },
    watch(key, reload, isBackground = backgroundReads.includes(key)) {
      const watcher = { key, reload, isBackground };
      watchers.add(watcher);
      notifyReaders();
      return () => watchers.delete(watcher);
    },
    forget,
    invalidate,
    forgetAll() {
      cache.clear();
      inFlight.clear();
    },
    refresh: () => invalidate([...watchers].map(({ key }) => key)),
    readAt() {
      const times = [...watchers].flatMap(({ key, isBackground }) => (isBackground ? [] : (readTimes.get(key) ?? [])));
      return times.length > 0 ? Math.min(...times) : undefined;
    },
    onRead(callback) {
      readCallbacks.add(callback);
      return () => readCallbacks.delete(callback);
    },
  };
}

const freshForMs = 10_000;
const keptForMs = 5 * 60_000;
/** Enough for all screens, but not for every page of a long list. */
const maxAnswers = 20;

interface Cached {
  answered: unknown;
  time: number;
  isPrefetched: boolean;
}

/**
 * Keeps answers by request. Prefetched ones are fresh for their first reader; others are shown while being reloaded.
 */
function createAnswerCache() {
  const answers = new Map<string, Cached>();
  return {
    peek(request: string) {
      const cached = answers.get(request);
      const age = cached ? Date.now() - cached.time : keptForMs;
      if (!cached || age >= keptForMs) return undefined;
      return { answered: cached.answered, isFresh: cached.isPrefetched && age < freshForMs };
    },
    keep(request: string, answered: unknown, isPrefetched: boolean) {
      answers.delete(request); // so that it becomes the newest entry
      answers.set(request, { answered, time: Date.now(), isPrefetched });
      const [oldest] = answers.keys();
      if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
    },
    remove(isStale: (request: string) => boolean) {
      for (const request of answers.keys()) if (isStale(request)) answers.delete(request);
    },
    clear: () => answers.clear(),
  };
}
