// Where each row of a file begins and ends, found in its bytes: separators, quotes and line ends are the same bytes in
// UTF-8 and Windows-1252. Each row keeps its place, so that it can be given back byte for byte.

import { CsvError, limits } from './csvError.ts';
import type { Separator } from './separators.ts';

export interface RowBounds {
  /** Its first line in the file, from 1. */
  line: number;
  start: number;
  /** Before its line end. */
  end: number;
  /** After its line end. */
  next: number;
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A character has at most four bytes. */
const longestCell = limits.characters * 4;

export function* rowBounds(bytes: Uint8Array, separator: Separator, from: number, line = 1): Generator<RowBounds> {
  let start = from;
  let at = line;
  while (start < bytes.length) {
    const row = rowAt(bytes, separator.charCodeAt(0), start, at);
    yield { line: at, start, end: row.end, next: row.next };
    start = row.next;
    at = row.line;
  }
}

/** `line` is that of the next row. */
function rowAt(bytes: Uint8Array, separator: number, start: number, first: number) {
  let line = first;
  let columns = 1;
  let cell = start;
  let at = start;
  for (;;) {
    if (at === cell && bytes[at] === quote) {
      const closed = closingQuote(bytes, at, line);
      line += closed.lines;
      at = closed.end;
    }
    const byte = bytes[at];
    if (byte === undefined) return { end: at, next: at, line };
    if (byte === lineFeed || byte === carriageReturn) return { end: at, next: afterLineEnd(bytes, at), line: line + 1 };
    at += 1;
    if (byte === separator) {
      columns += 1;
      cell = at;
      if (columns > limits.columns) throw tooManyColumns(first);
    } else if (at - cell > longestCell) throw tooLong(line);
  }
}

const isCrLf = (bytes: Uint8Array, at: number) => bytes[at] === carriageReturn && bytes[at + 1] === lineFeed;
const afterLineEnd = (bytes: Uint8Array, at: number) => at + (isCrLf(bytes, at) ? 2 : 1);

function closingQuote(bytes: Uint8Array, start: number, line: number): { end: number; lines: number } {
  let lines = 0;
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === lineFeed || (byte === carriageReturn && !isCrLf(bytes, at))) lines += 1;
    if (byte === quote) {
      if (bytes[at + 1] !== quote) return { end: at + 1, lines };
      at += 1;
    } else if (at - start > longestCell) throw tooLong(line, 'Is its closing quote missing?');
  }
  throw new CsvError(`The quote that opens on line ${line} is never closed.`);
}

const tooManyColumns = (line: number) =>
  new CsvError(`Line ${line} has more than ${limits.columns.toLocaleString('en')} columns.`);

export const tooLong = (line: number, hint = '') =>
  new CsvError(
    `A cell on line ${line} has more than ${limits.characters.toLocaleString('en')} characters. ${hint}`.trim(),
  );
