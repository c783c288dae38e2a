// Statistics, and table rows for reports.

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/**
 * Returns the growth per step: the median slope over all pairs, so that outliers matter little. Ignores the first half,
 * in which code is still being loaded and compiled.
 */
export function growth(counts: readonly number[]): number {
  const later = counts.slice(Math.floor((counts.length - 1) / 2));
  return median(later.flatMap((from, start) => later.slice(start + 1).map((to, index) => (to - from) / (index + 1))));
}

export const row = (title: string, figures: readonly (string | number)[], width = 11): string =>
  title.padEnd(30) + figures.map((figure) => String(figure).padStart(width)).join('');

export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(2);
