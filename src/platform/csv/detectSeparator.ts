// Which separator a file has, by its first rows.

import { preamble } from './preamble.ts';
import { csvRows } from './readCsv.ts';
import { separators, type Separator } from './separators.ts';

const sampledRows = 20;

/** The separator that gives most of the first rows the same number of columns, and then the one that gives the most. */
export function detectSeparator(bytes: Uint8Array): Separator {
  const { separator: named, length } = preamble(bytes);
  if (named) return named;
  const ranked = separators
    .map((separator) => ({ separator, ...columnsWith(bytes.subarray(length, length + 100_000), separator) }))
    .filter(({ columns }) => columns > 1)
    .sort((a, b) => b.alike - a.alike || b.columns - a.columns);
  return ranked[0]?.separator ?? ',';
}

function columnsWith(bytes: Uint8Array, separator: Separator): { columns: number; alike: number } {
  const counts: number[] = [];
  try {
    for (const { cells } of csvRows(bytes, { encoding: 'windows-1252', separator })) {
      if (counts.push(cells.length) === sampledRows) break;
    }
  } catch {
    // With this separator the beginning cannot be read, or the sample ends inside quotes.
  }
  const [columns = 0] = counts;
  return { columns, alike: counts.filter((count) => count === columns).length };
}
