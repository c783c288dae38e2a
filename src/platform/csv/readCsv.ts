// Reads the rows of a CSV file, one at a time: separated by commas, semicolons or tabs, with or without quotes, with
// any line end. Rows without text are left out.

import { CsvError, limits } from './csvError.ts';
import type { Encoding } from './encoding.ts';
import { preamble } from './preamble.ts';
import { rowBounds, tooLong, type RowBounds } from './rowBounds.ts';
import { cellsOf } from './rowCells.ts';
import type { Separator } from './separators.ts';

export interface CsvFormat {
  encoding: Encoding;
  separator: Separator;
}

export interface CsvRow extends RowBounds {
  cells: readonly string[];
}

export function* csvRows(
  bytes: Uint8Array,
  { encoding, separator }: CsvFormat,
  mostRows: number = limits.rows,
): Generator<CsvRow> {
  // A byte order mark inside the file is a character like others.
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const { length, lines } = preamble(bytes);
  let count = 0;
  for (const bounds of rowBounds(bytes, separator, length, 1 + lines)) {
    const cells = cellsOf(decoder.decode(bytes.subarray(bounds.start, bounds.end)), separator);
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (cells.some((cell) => cell.length > limits.characters)) throw tooLong(bounds.line);
    count += 1;
    // One more, which may have the names of the columns.
    if (count > mostRows + 1) throw tooManyRows(mostRows);
    yield { ...bounds, cells };
  }
}

export const tooManyRows = (mostRows: number = limits.rows) =>
  new CsvError(`There are more than ${mostRows.toLocaleString('en')} rows. Split them into several files.`);
