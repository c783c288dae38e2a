// Reads the rows of a CSV file one at a time: separated by commas, semicolons or tabs, with or without quotes, with any
// line ends. Rows without text are left out.

import { inSlices, type SliceOptions } from './inSlices.ts';

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
  // A byte order mark inside the file is an ordinary character.
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const { length, lines } = preamble(bytes);
  let count = 0;
  for (const bounds of rowBounds(bytes, separator, length, 1 + lines)) {
    const cells = cellsOf(decoder.decode(bytes.subarray(bounds.start, bounds.end)), separator);
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (cells.some((cell) => cell.length > limits.characters)) throw tooLong(bounds.line);
    count += 1;
    // One more row is allowed, as the first may be a header.
    if (count > mostRows + 1) throw tooManyRows(mostRows);
    yield { ...bounds, cells };
  }
}

export const tooManyRows = (mostRows: number = limits.rows) =>
  new CsvError(`There are more than ${mostRows.toLocaleString('en')} rows. Split them into several files.`);

// Explains to the person who chose a file why it cannot be read.

export class CsvError extends Error {
  override readonly name = 'CsvError';
}

export const limits = {
  bytes: 50_000_000,
  rows: 50_000,
  columns: 1_000,
  /** Excel's limit for a cell. */
  characters: 32_767,
} as const;

// Separators between cells.

const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

// Preamble before the first row: a byte order mark, and Excel's line that names the separator.

const separatorLine = /^sep=([,;\t])\r?\n/;

interface Preamble {
  length: number;
  lines: number;
  separator: Separator | undefined;
}

function preamble(bytes: Uint8Array): Preamble {
  const mark = markLength(bytes);
  const beginning = new TextDecoder().decode(bytes.subarray(mark, mark + 10));
  const [line = '', named] = separatorLine.exec(beginning) ?? [];
  return {
    length: mark + line.length,
    lines: line ? 1 : 0,
    separator: separators.find((separator) => separator === named),
  };
}

// Bounds of each row, found in the bytes, as separators, quotes and line ends are the same in UTF-8 and Windows-1252.
// Rows keep their position, so that they can be returned byte for byte.

interface RowBounds {
  /** First line of the row in the file, counted from 1. */
  line: number;
  start: number;
  /** Offset of its line end. */
  end: number;
  /** Offset after its line end. */
  next: number;
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A character has at most four bytes. */
const longestCell = limits.characters * 4;

function* rowBounds(bytes: Uint8Array, separator: Separator, from: number, line = 1): Generator<RowBounds> {
  let start = from;
  let at = line;
  while (start < bytes.length) {
    const row = rowAt(bytes, separator.charCodeAt(0), start, at);
    yield { line: at, start, end: row.end, next: row.next };
    start = row.next;
    at = row.line;
  }
}

/** The returned `line` is where the next row begins. */
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

const tooLong = (line: number, hint = '') =>
  new CsvError(
    `A cell on line ${line} has more than ${limits.characters.toLocaleString('en')} characters. ${hint}`.trim(),
  );

/** Splits a row. Text after a closing quote belongs to the cell; quotes inside an unquoted cell are literal. */
function cellsOf(row: string, separator: Separator): string[] {
  if (!row.includes('"')) return row.split(separator);
  const cells: string[] = [];
  let at = 0;
  do {
    const cell = cellAt(row, at, separator);
    cells.push(cell.text);
    at = cell.end + 1;
  } while (at <= row.length);
  return cells;
}

function cellAt(row: string, start: number, separator: Separator): { text: string; end: number } {
  const { text, end: closed } = row[start] === '"' ? quotedAt(row, start + 1) : { text: '', end: start };
  const next = row.indexOf(separator, closed);
  const end = next === -1 ? row.length : next;
  return { text: text + row.slice(closed, end), end };
}

/** Reads from after the opening quote to after the closing one. Doubled quotes stand for one. */
function quotedAt(row: string, start: number): { text: string; end: number } {
  let text = '';
  let from = start;
  for (;;) {
    const quote = row.indexOf('"', from);
    if (quote === -1) return { text: text + row.slice(from), end: row.length };
    text += row.slice(from, quote);
    if (row[quote + 1] !== '"') return { text, end: quote + 1 };
    text += '"';
    from = quote + 2;
  }
}

// Guesses the separator of a file from its first rows.

const sampledRows = 20;

/** Prefers the separator that gives the most rows the same number of columns, and then the one with more columns. */
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
    // Ignore it: the sample cannot be read with this separator, or ends inside quotes.
  }
  // The majority of rows decides rather than the first, which may be a title.
  const alike = (columns: number) => counts.filter((count) => count === columns).length;
  const [columns = 0] = counts.toSorted((one, other) => alike(other) - alike(one));
  return { columns, alike: alike(columns) };
}

// Extracts some rows of a file, byte for byte.

/** Builds a file of some rows with the original's encoding, separators, line ends and column names. */
export function extractRows(bytes: Uint8Array<ArrayBuffer>, header: CsvRow | undefined, rows: readonly CsvRow[]): Blob {
  const beginning = bytes.subarray(0, header?.next ?? preamble(bytes).length);
  return new Blob([beginning, ...rows.map(({ start, next }) => bytes.subarray(start, next))], { type: 'text/csv' });
}

// Detects the encoding of a file. Invalid UTF-8 is taken for Windows-1252, which older versions of Excel write.

/** Reads a file. UTF-16, which Excel writes as Unicode Text, is converted to UTF-8 with a byte order mark. */
export async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [little, big] = [beginsWith(bytes, 'utf16'), beginsWith(bytes, 'utf16BigEndian')];
  if (!little && !big) return bytes;
  return new TextEncoder().encode(`\uFEFF${new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(bytes)}`);
}

const encodings = ['utf-8', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

const sliceBytes = 1_000_000;

export async function detectEncoding(bytes: Uint8Array, options: SliceOptions = {}): Promise<Encoding> {
  assertText(bytes);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    await inSlices(slicesOf(bytes), (slice) => void decoder.decode(slice, { stream: true }), options);
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return 'windows-1252';
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += sliceBytes) yield bytes.subarray(from, from + sliceBytes);
}

const beginnings = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  oldExcel: [0xd0, 0xcf, 0x11, 0xe0],
  pdf: [0x25, 0x50, 0x44, 0x46],
  utf16: [0xff, 0xfe],
  utf16BigEndian: [0xfe, 0xff],
  byteOrderMark: [0xef, 0xbb, 0xbf],
} as const;

const beginsWith = (bytes: Uint8Array, name: keyof typeof beginnings) =>
  beginnings[name].every((byte, index) => bytes[index] === byte);

/** Length in bytes of the byte order mark, if any. */
const markLength = (bytes: Uint8Array): number =>
  beginsWith(bytes, 'byteOrderMark') ? beginnings.byteOrderMark.length : 0;

function assertText(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new CsvError('The file is empty.');
  if (beginsWith(bytes, 'zip') || beginsWith(bytes, 'oldExcel')) {
    throw new CsvError(
      'This is a workbook, not a CSV file. Save it as CSV UTF-8, or copy its cells and paste them here.',
    );
  }
  if (beginsWith(bytes, 'pdf')) throw new CsvError('This is a PDF, not a CSV file.');
  if (bytes.subarray(0, 10_000).includes(0)) throw new CsvError('This is not a text file.');
}
