// Some rows of a file, byte for byte.

import { preamble } from './preamble.ts';
import type { CsvRow } from './readCsv.ts';

/** These rows as a file like the one they come from: with its encoding, separators, line ends and column names. */
export function extractRows(bytes: Uint8Array<ArrayBuffer>, header: CsvRow | undefined, rows: readonly CsvRow[]): Blob {
  const beginning = bytes.subarray(0, header?.next ?? preamble(bytes).length);
  return new Blob([beginning, ...rows.map(({ start, next }) => bytes.subarray(start, next))], { type: 'text/csv' });
}
