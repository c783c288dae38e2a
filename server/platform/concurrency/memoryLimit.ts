// Counts attempts in memory, where a write for each of them would be a way to keep the disk busy.

import { LruMap } from './lruMap.ts';

/** So many keys are counted at most; the one that was seen longest ago is forgotten. */
const maxKeys = 10_000;

export class MemoryLimit {
  readonly #attempts: number;
  readonly #milliseconds: number;
  readonly #windows = new LruMap<string, { count: number; readonly endsAt: number }>(maxKeys);

  constructor(attempts: number, milliseconds: number) {
    this.#attempts = attempts;
    this.#milliseconds = milliseconds;
  }

  /** Counts an attempt, and answers whether it is within the limit. */
  allows(key: string, now: Date): boolean {
    const time = now.getTime();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > time ? known : { count: 0, endsAt: time + this.#milliseconds };
    window.count++;
    this.#windows.set(key, window);
    return window.count <= this.#attempts;
  }
}
