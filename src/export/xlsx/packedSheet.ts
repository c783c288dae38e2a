// Sheets that are compressed here. write-excel-file compresses large ones in workers that it makes from text, which the
// content security policy of the site refuses. So it makes a workbook of empty sheets, which these then replace.

import writeWorkbook from 'write-excel-file/universal';
import { aboutTitle, type Fact } from '../proof/about.ts';
import { aboutColumns, aboutRow } from './aboutSheet.ts';
import { heightOf, needsLines, widest } from './rowHeight.ts';
import { numberCell, rowXml, sheetEnd, sheetStart, textCell } from './sheetXml.ts';
import { font, styleRow, styles } from './styles.ts';
import { workbookDetails } from './workbookDetails.ts';
import { pack, readZip, writeZip, type PackedFile } from './zip.ts';

/** Minutes are shown as hours. Null is an empty cell. */
export type Cell = string | { readonly minutes: number } | { readonly count: number } | null;

export interface PackedSheet {
  title: string;
  /** The first one has the titles of the columns. */
  rows: readonly (readonly Cell[])[];
  widths: readonly number[];
  frozenColumns?: number;
}

interface WorkbookOptions {
  author: string;
  /** For a last sheet about the export. */
  facts?: readonly Fact[];
}

export async function packedWorkbook(
  [first, ...others]: readonly [PackedSheet, ...PackedSheet[]],
  { author, facts }: WorkbookOptions,
): Promise<Blob> {
  const sheets = [first, ...others];
  const empty = sheets.map(({ title }) => ({ sheet: title, data: [styleRow] }));
  const about = facts ? [{ sheet: aboutTitle, data: facts.map(aboutRow), columns: aboutColumns }] : [];
  const options = { ...font, features: [workbookDetails(first.title, author)] };
  const workbook = await writeWorkbook([...empty, ...about], options).toBlob();
  return withParts(workbook, await Promise.all(sheets.map((sheet, index) => packSheet(sheet, index + 1))));
}

/** `place` is that in the workbook, from 1. */
export function packSheet(sheet: PackedSheet, place: number): Promise<PackedFile> {
  async function* xml(): AsyncGenerator<string> {
    yield sheetStart({ ...sheet, isFirst: place === 1 });
    for (const [index, cells] of sheet.rows.entries()) yield rowOf(cells, index + 1);
    yield sheetEnd();
  }
  return pack(`xl/worksheets/sheet${place}.xml`, xml());
}

/** The workbook with these parts in place of its own. */
export async function withParts(workbook: Blob, parts: readonly PackedFile[]): Promise<Blob> {
  const replaced = new Set(parts.map(({ name }) => name));
  const kept = ((await readZip(workbook)) ?? []).filter(({ name }) => !replaced.has(name));
  return writeZip([...kept, ...parts], workbook.type);
}

const minutesOfDay = 24 * 60;

function rowOf(cells: readonly Cell[], row: number): string {
  const heights = cells.map((cell) => (typeof cell === 'string' && needsLines(cell) ? heightOf(cell, widest) : 0));
  const height = Math.max(0, ...heights);
  return rowXml(row, cells.map((cell, column) => cellXml(cell, column, row)).join(''), height || undefined);
}

function cellXml(cell: Cell, column: number, row: number): string {
  if (cell === null) return '';
  if (typeof cell === 'string') {
    const style = row === 1 ? styles.title : needsLines(cell) ? styles.wrapped : styles.text;
    return textCell(column, row, style, cell);
  }
  if ('minutes' in cell) return numberCell(column, row, styles.hours, cell.minutes / minutesOfDay);
  return numberCell(column, row, styles.count, cell.count);
}
