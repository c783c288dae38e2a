// A file, or pasted text, read into rows: what was detected or chosen by hand, and the rows with their bytes.

import { inSlices, type SliceOptions } from '../../../platform/csv/inSlices.ts';
import {
  CsvError,
  type CsvFormat,
  type CsvRow,
  csvRows,
  detectEncoding,
  detectSeparator,
  limits,
  tooManyRows,
} from '../../../platform/csv/readCsv.ts';
import { headerIn } from './columns.ts';

export interface Content {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Settings extends CsvFormat {
  /** Whether a row names the columns. */
  hasHeader: boolean;
}

export interface CsvFile extends Content {
  settings: Settings;
  header: CsvRow | undefined;
  rows: readonly CsvRow[];
}

export function assertSize({ name, size }: { name: string; size: number }): void {
  if (size <= limits.bytes) return;
  const [given, most] = [size, limits.bytes].map((bytes) => Math.ceil(bytes / 1_000_000));
  throw new CsvError(`${name} has ${given} MB. At most ${most} MB can be imported. Split it into several files.`);
}

interface ReadOptions extends SliceOptions {
  /** The part of the file that has been read, from 0 to 1. */
  onProgress?(part: number): void;
}

export async function readCsvFile(
  content: Content,
  chosen: Partial<Settings>,
  { signal, onProgress }: ReadOptions = {},
): Promise<CsvFile> {
  const { bytes } = content;
  const encoding = chosen.encoding ?? (await detectEncoding(bytes, { signal }));
  const separator = chosen.separator ?? detectSeparator(bytes);
  const all: CsvRow[] = [];
  const onSlice = () => onProgress?.((all.at(-1)?.next ?? 0) / bytes.length);
  await inSlices(csvRows(bytes, { encoding, separator }), (row) => void all.push(row), { signal, onSlice });

  if (all.length === 0) throw new CsvError('There are no rows.');
  const found = headerIn(all.map(({ cells }) => cells));
  const withHeader = chosen.hasHeader ?? found !== -1;
  const header = withHeader ? all[Math.max(found, 0)] : undefined;
  const rows = header ? all.slice(all.indexOf(header) + 1) : all;
  if (rows.length === 0) throw new CsvError('There are only column names, and no rows.');
  if (rows.length > limits.rows) throw tooManyRows();
  const settings = { encoding, separator, hasHeader: withHeader };
  return { ...content, settings, header, rows };
}

/** Adds a byte order mark, with which Excel reads the file of refused rows correctly. */
export const pastedContent = (text: string): Content => ({
  name: 'Pasted rows',
  bytes: new TextEncoder().encode(`\uFEFF${text}`),
});
