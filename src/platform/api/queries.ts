// Reads that screens share. Equal requests in flight are one; the last reader to leave aborts it. A write makes the
// calls that it touches stale, and every screen that shows one of them loads it again. A request that a write has
// overtaken gets no further readers, and its answer is not kept.
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
  /** True if it was prefetched a moment ago and not shown yet, so that it needs no request of its own. */
  isFresh: boolean;
}

export interface Queries {
  /** Reads the cache without a request. */
  peek<K extends ReadKey>(key: K, args: Args<K>): Known<Answer<K>> | undefined;
  /** Called once a fresh answer is on screen: the next reader makes a request. */
  markShown<K extends ReadKey>(key: K, args: Args<K>): void;
  /** Uses up a fresh answer, or requests one. */
  load<K extends ReadKey>(key: K, args: Args<K>): Reading<Answer<K>>;
  /** Requests what a screen is about to load, unless an earlier answer can be shown first. Returns how to cancel it. */
  prefetch<K extends ReadKey>(key: K, args: Args<K>): () => void;
  /** Calls back when answers of this call have become stale. `isBeside`: the screen does not show them. */
  watch(key: ReadKey, reload: () => void, isBeside?: boolean): () => void;
  /** The next load sends a request, even while an older one is in flight. */
  forget(key: ReadKey): void;
  /** Called after a write has made these calls stale. */
  invalidate(keys: readonly ReadKey[]): void;
  /** Drops all that was read, or requested, before: a write was attempted, or access was denied. */
  forgetAll(): void;
  /** Loads again whatever is watched. */
  refresh(): void;
  /** When the oldest answer that is watched was read, in milliseconds. */
  readAt(): number | undefined;
  /** Calls back when something has been read, or is watched that was read before. */
  onRead(callback: () => void): () => void;
}

/** Left out of the age of a screen: every screen shows these reads beside it. */
const ofFrame: readonly ReadKey[] = ['GET /views', 'GET /attention/counts'];

/** The frame and a screen come one after the other, and one request of such a read is enough for both. */
const justReadMs = 3_000;

export const requestName = (key: ReadKey, args: unknown) => `${key} ${JSON.stringify(args ?? {})}`;

export function createQueries(api: Api, tokenFor: (key: ReadKey) => string | null): Queries {
  const cache = createAnswerCache();
  /** Requests whose answers nothing has made stale. */
  const inFlight = new Map<string, InFlight>();
  const watchers = new Set<{ key: ReadKey; reload: () => void; isBeside: boolean }>();
  const readTimes = new Map<ReadKey, number>();
  const readCallbacks = new Set<() => void>();
  /** Contains the token, so that one user never sees what another has loaded. */
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
        // What the frame shows may be shown by the screen as well, a moment later.
        if (drop(name, entry)) cache.keep(name, answered, entry.readers === 0 || ofFrame.includes(key));
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
    // Answers under this name were decoded as answers of this key.
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
      const isJustRead = ofFrame.includes(key) && Date.now() - (readTimes.get(key) ?? 0) < justReadMs;
      if (cached && (cached.isFresh || isJustRead)) {
        markShown(key, args);
        return { promise: Promise.resolve(cached.answered), leave() {} };
      }
      const entry = request(name, key, args);
      entry.readers += 1;
      return {
        // The request under this name was made with this key.
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
      // A failure is reported by the screen, which sends a request of its own.
      const entry = request(name, key, args);
      return () => abortUnread(name, entry);
    },
    watch(key, reload, isBeside = ofFrame.includes(key)) {
      const watcher = { key, reload, isBeside };
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
      const times = [...watchers].flatMap(({ key, isBeside }) => (isBeside ? [] : (readTimes.get(key) ?? [])));
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
/** Enough for the screens, but not for all pages of a long list. */
const maxAnswers = 20;

interface Cached {
  answered: unknown;
  time: number;
  isPrefetched: boolean;
}

/**
 * Answers by request. A prefetched one is fresh for its first reader; any other is shown only while it is read again.
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
