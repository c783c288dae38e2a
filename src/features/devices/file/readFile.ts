// Splits a terminal's file into portions that the server takes. attlog.dat separates cells by tabs and has no header.

import { inSlices } from '../../../platform/csv/inSlices.ts';
import {
  bytesOf,
  CsvError,
  type CsvRow,
  csvRows,
  detectEncoding,
  detectSeparator,
  limits,
} from '../../../platform/csv/readCsv.ts';
import type { Body } from '../../../shared/contract/calls.ts';
import { linesAtOnce } from '../../../shared/contract/deviceEvents.ts';
import { groupDigits } from '../../../shared/words/plural.ts';

type Portion = Body<'POST /access-controllers/{id}/device/file'>['rows'];

export interface PunchFile {
  readonly name: string;
  /** Empty for lines as terminals write them. */
  readonly header: string[];
  readonly portions: readonly Portion[];
  readonly lines: number;
  /** Repeated lines, which are sent once. */
  readonly repeated: number;
}

export const mostLines = 200_000;
/** Leaves room within a request's megabyte, for the names of the columns. */
const mostBytes = 900_000;

/** Throws a CsvError that says what is wrong with the file. */
export async function readFile(file: File): Promise<PunchFile> {
  if (file.size > limits.bytes) throw tooLong();
  const bytes = await bytesOf(file);
  const encoding = await detectEncoding(bytes);
  const format = { encoding, separator: detectSeparator(bytes) };
  const seen = new Set<string>();
  const portions: Portion[] = [];
  const encoder = new TextEncoder();
  let [header, lines, sent]: [string[], number, number] = [[], 0, 0];
  let isFirst = true;
  const take = ({ line, cells }: CsvRow) => {
    if (isFirst && isHeader(cells)) header = [...cells];
    else {
      if (++lines > mostLines) throw tooLong();
      add({ line, cells: [...cells] });
    }
    isFirst = false;
  };
  const add = (row: Portion[number]) => {
    const text = row.cells.join('\t');
    if (seen.has(text)) return;
    seen.add(text);
    const last = portions.at(-1);
    // One more for the comma.
    const length = encoder.encode(JSON.stringify(row)).length + 1;
    if (last && last.length < linesAtOnce && sent + length <= mostBytes) last.push(row);
    else {
      portions.push([row]);
      sent = 0;
    }
    sent += length;
  };
  await inSlices(csvRows(bytes, format, mostLines), take, {});
  if (lines === 0) throw new CsvError('There are no punches in this file.');
  return { name: file.name, header, portions, lines, repeated: lines - seen.size };
}

const tooLong = () =>
  new CsvError(
    `The file is too long. At most ${groupDigits(mostLines)} lines can be uploaded: split it into several files.`,
  );

/** A header has neither a time, as a punch has, nor an equals sign, as a line about the file has. */
const isHeader = (cells: readonly string[]): boolean =>
  cells.length > 1 && !cells.some((cell) => /\d[-/.]\d|=/.test(cell));
