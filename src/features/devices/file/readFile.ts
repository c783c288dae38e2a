// Splits a terminal's file into portions that the server takes. attlog.dat separates cells by tabs and has no header.

import { inSlices } from '../../../platform/csv/inSlices.ts';
import {
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
/** Leaves room within a request's megabyte. */
const mostCharacters = 600_000;

/** Throws a CsvError that says what is wrong with the file. */
export async function readFile(file: File): Promise<PunchFile> {
  if (file.size > limits.bytes) throw tooLong();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = await detectEncoding(bytes);
  const format = { encoding, separator: detectSeparator(bytes) };
  const seen = new Set<string>();
  const portions: Portion[] = [];
  let [header, lines, characters]: [string[], number, number] = [[], 0, 0];
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
    if (last && last.length < linesAtOnce && characters + text.length <= mostCharacters) last.push(row);
    else {
      portions.push([row]);
      characters = 0;
    }
    // Adds the line's number, quotes and commas.
    characters += text.length + 20 + 3 * row.cells.length;
  };
  await inSlices(csvRows(bytes, format, mostLines), take, {});
  if (lines === 0) throw new CsvError('There are no punches in this file.');
  return { name: file.name, header, portions, lines, repeated: lines - seen.size };
}

const tooLong = () =>
  new CsvError(
    `The file is too long. At most ${groupDigits(mostLines)} lines can be uploaded: split it into several files.`,
  );

/** A line of punches has a time, and one about the file an equals sign. */
const isHeader = (cells: readonly string[]): boolean =>
  cells.length > 1 && !cells.some((cell) => /\d[-/.]\d|=/.test(cell));
