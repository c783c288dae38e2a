// Few companies are planned and stored at a time, for the sake of the database. Any number may wait for their HR systems
// meanwhile, so that a slow one holds up no other company.

export interface Places {
  /** Begins when a place is free. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Within `hold`: another company may have the place while this one waits. */
  leaveFor<Result>(wait: () => Promise<Result>): Promise<Result>;
}

export function createPlaces(count: number): Places {
  let free = count;
  const queue: (() => void)[] = [];

  async function take(): Promise<void> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
  }

  function give(): void {
    const next = queue.shift();
    if (next) next();
    else free++;
  }

  return {
    async hold(work) {
      await take();
      try {
        return await work();
      } finally {
        give();
      }
    },
    async leaveFor(wait) {
      give();
      try {
        return await wait();
      } finally {
        await take();
      }
    },
  };
}
