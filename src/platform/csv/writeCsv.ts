// Writes CSV (RFC 4180) that spreadsheets open unharmed: UTF-8 with a byte order mark, and no cell that they would run
// as a formula.

import { formulaStart } from '../../shared/contract/formula.ts';
import type { Separator } from './readCsv.ts';

interface CsvOptions {
  separator?: Separator;
  /** Leaves every value as it is, even one that a spreadsheet would run as a formula. For other programs. */
  exact?: boolean;
}

/** Includes every possible separator, as a spreadsheet with another locale would split the cell there. */
const needsQuotes = /["\r\n,;\t]|^\s|\s$/;

const quoted = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns a row with its line end. */
export function csvRow(cells: readonly string[], { separator = ',', exact = false }: CsvOptions = {}): string {
  return `${cells.map((cell) => quoted(exact ? cell : guarded(cell))).join(separator)}\r\n`;
}

const byteOrderMark = '\uFEFF';

export const writeCsv = (rows: readonly (readonly string[])[], options?: CsvOptions): Blob =>
  new Blob([byteOrderMark, ...rows.map((cells) => csvRow(cells, options))], { type: 'text/csv;charset=utf-8' });

// A spreadsheet runs any cell that looks like a formula, wherever its text came from. A leading apostrophe keeps it as
// text, and removing one restores the original exactly.

const risky = new RegExp(`^'*${formulaStart}`);
const guardedText = new RegExp(`^'+${formulaStart}`);

/** Negative numbers are harmless, while a telephone number such as +49-30-12 would be computed. */
const plainNumber = /^-\d+(?:\.\d+)?$/;

export const guarded = (text: string): string => (risky.test(text) && !plainNumber.test(text) ? `'${text}` : text);

export const unguarded = (text: string): string => (guardedText.test(text) ? text.slice(1) : text);
