// Work on one thing in turns, first come first served; work on different things runs at once.

export class Turns<Key> {
  readonly #queues = new Map<Key, { last: Promise<unknown>; length: number }>();

  /** How many work on it or wait for their turn. */
  lengthOf(key: Key): number {
    return this.#queues.get(key)?.length ?? 0;
  }

  async take<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
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
