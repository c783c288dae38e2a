// How much more is held from one count to the next.

/**
 * The median of the slopes between all pairs: a single figure moves it little. Only the later half counts; what
 * is loaded and compiled once is there by then.
 */
export function growth(counts: readonly number[]): number {
  const later = counts.slice(Math.floor((counts.length - 1) / 2));
  const slopes = later.flatMap((from, start) => later.slice(start + 1).map((to, index) => (to - from) / (index + 1)));
  return median(slopes);
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
