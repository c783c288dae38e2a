// Writes CSV (RFC 4180) that spreadsheets open without damage: UTF-8 with a byte order mark, and no cell that they
// would run as a formula.

import { guarded } from './formulaGuard.ts';
import type { Separator } from './separators.ts';

export interface CsvOptions {
  separator?: Separator;
  /** Leaves every value as it is, also one that a spreadsheet would run as a formula. For programs. */
  exact?: boolean;
}

/** With a separator of another country in it, an unquoted cell would fall apart there. */
const needsQuotes = /["\r\n,;\t]|^\s|\s$/;

const quoted = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One row with its line end. */
export function csvRow(cells: readonly string[], { separator = ',', exact = false }: CsvOptions = {}): string {
  return `${cells.map((cell) => quoted(exact ? cell : guarded(cell))).join(separator)}\r\n`;
}

const byteOrderMark = '\uFEFF';

/** The parts may be written one by one while rows arrive. */
export function csvFile(rows: readonly string[]): Blob {
  return new Blob([byteOrderMark, ...rows], { type: 'text/csv;charset=utf-8' });
}

export const writeCsv = (rows: readonly (readonly string[])[], options?: CsvOptions): Blob =>
  csvFile(rows.map((cells) => csvRow(cells, options)));
