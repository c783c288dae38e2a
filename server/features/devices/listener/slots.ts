// How many requests are handled at once: of all, and of one device or of one network of strangers. Each may hold a body
// of 2 MiB, and one sender must not keep out the others.

import { DomainError } from '../../../platform/records/domainErrors.ts';

export class Slots {
  readonly #all: number;
  readonly #ofOne: number;
  readonly #taken = new Map<string, number>();
  #running = 0;

  constructor(all: number, ofOne: number) {
    this.#all = all;
    this.#ofOne = ofOne;
  }

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
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
