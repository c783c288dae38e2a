// Seeded random numbers (mulberry32), so that the sample data is always the same.

export interface Chance {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  whole(from: number, to: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** True with this probability. */
  percent(share: number): boolean;
}

export function createChance(seed: number): Chance {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    percent: (share) => next() * 100 < share,
  };
}
