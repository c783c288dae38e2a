// Tables to read in a terminal, line by line as the figures come.

export const row = (first: string, figures: readonly (string | number)[], width = 11): string =>
  first.padEnd(30) + figures.map((figure) => String(figure).padStart(width)).join('');

export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(2);
