// Limits on work: queues, how much runs at once, how often and for how long, and pauses between batches.

import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../domainErrors.ts';
import { LruMap } from './lruMap.ts';

/** Runs work with the same key one at a time, first come first served; work with different keys runs concurrently. */
export class SerialQueue<Key> {
  readonly #queues = new Map<Key, { last: Promise<unknown>; length: number }>();

  /** Number of tasks that run or wait with this key. */
  lengthOf(key: Key): number {
    return this.#queues.get(key)?.length ?? 0;
  }

  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    this.#queues.set(key, queue);
    queue.length++;
    const mine = queue.last.catch(() => {}).then(work);
    queue.last = mine;
    try {
      return await mine;
    } finally {
      if (--queue.length === 0) this.#queues.delete(key);
    }
  }
}

/** Runs a limited number of tasks at once; any number may wait for their turn. */
export class Semaphore {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#take();
    try {
      return await work();
    } finally {
      this.#give();
    }
  }

  /** Lets other tasks run while this one waits. Call it within `run`. */
  async yieldDuring<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#give();
    try {
      return await wait();
    } finally {
      await this.#take();
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  #give(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#free++;
  }
}

/** Refuses concurrent work beyond a limit, in total and per key, so that one sender cannot keep out the others. */
export class ConcurrencyLimit {
  readonly #all: number;
  readonly #ofOne: number;
  readonly #taken = new Map<string, number>();
  #running = 0;

  constructor(all: number, ofOne: number) {
    this.#all = all;
    this.#ofOne = ofOne;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const mine = this.#taken.get(key) ?? 0;
    if (this.#running >= this.#all || mine >= this.#ofOne) throw busy();
    this.#running++;
    this.#taken.set(key, mine + 1);
    try {
      return await work();
    } finally {
      this.#running--;
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left === 0) this.#taken.delete(key);
      else this.#taken.set(key, left);
    }
  }
}

const busy = () => new DomainError('unavailable', 'Too many requests at once', { retryAfterSeconds: 5 });

/** Limit for counted keys; the one seen longest ago is forgotten. */
const maxKeys = 10_000;

/** Counts attempts in memory, because a write for each would let a sender keep the disk busy. */
export class RateLimiter {
  readonly #attempts: number;
  readonly #milliseconds: number;
  readonly #windows = new LruMap<string, { count: number; readonly endsAt: number }>(maxKeys);

  constructor(attempts: number, milliseconds: number) {
    this.#attempts = attempts;
    this.#milliseconds = milliseconds;
  }

  /** Counts an attempt, and returns whether it is within the limit. */
  allows(key: string, now: Date): boolean {
    const time = now.getTime();
    const nextEnd = time + this.#milliseconds;
    const lastWindow = this.#windows.get(key);
    // A window that ends later began before the clock was set back.
    const isRunning = lastWindow && lastWindow.endsAt > time && lastWindow.endsAt <= nextEnd;
    const window = isRunning ? lastWindow : { count: 0, endsAt: nextEnd };
    window.count++;
    this.#windows.set(key, window);
    return window.count <= this.#attempts;
  }
}

/** Rejects with what `late` returns if the work takes longer; the work itself is not stopped. */
export async function withTimeLimit<Result>(
  work: Promise<Result>,
  limitMs: number,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limitMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** Works through many items in batches. The pauses let other requests in, although SQLite answers without one. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (batch: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await setImmediate();
    results.push(...(await work(items.slice(start, start + size))));
  }
  return results;
}
