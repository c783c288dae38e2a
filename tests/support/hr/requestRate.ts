// How many requests a hosted HR system takes in a minute.

/** Returns the seconds to wait, or 0 if the request is taken. */
export function limitTo(mostPerMinute: number, clock: () => Date): () => number {
  let taken: number[] = [];
  return () => {
    const now = clock().getTime();
    taken = taken.filter((at) => Math.abs(now - at) < 60_000);
    if (taken.length >= mostPerMinute) return Math.ceil(((taken[0] ?? now) + 60_000 - now) / 1000);
    taken.push(now);
    return 0;
  };
}
