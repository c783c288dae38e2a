// A list as an Excel file: text cells only, so that numbers keep their zeros and nothing is a formula.

import writeWorkbook, { type Row as SheetRow } from 'write-excel-file/universal';
import { heightOf, needsLines, widest } from '../xlsx/rowHeight.ts';
import { storable } from '../xlsx/text.ts';
import { workbookDetails } from '../xlsx/workbookDetails.ts';
import type { ListRows } from './listFile.ts';

export interface ListSheet {
  title: string;
  author: string;
  rows: ListRows;
}

const font = { fontFamily: 'Calibri', fontSize: 11 };
const narrowest = 10;

export function listWorkbook({ title, author, rows }: ListSheet): Promise<Blob> {
  const [titles = [], ...others] = rows;
  const columns = titles.map((_, column) => ({ width: widthOf(rows.map((cells) => cells[column] ?? '')) }));
  const data: SheetRow[] = [titles.map((cell) => ({ ...textCell(cell), fontWeight: 'bold' })), ...others.map(rowOf)];
  const sheet = { sheet: title, data, columns, stickyRowsCount: 1 };
  return writeWorkbook([sheet], { ...font, features: [workbookDetails(title, author)] }).toBlob();
}

function rowOf(cells: readonly string[]): SheetRow {
  const long = cells.filter(needsLines);
  if (long.length === 0) return cells.map(textCell);
  const height = Math.max(...long.map((cell) => heightOf(cell, widest)));
  return cells.map((cell) => ({ ...textCell(cell), height, wrap: needsLines(cell) }));
}

const textCell = (text: string) => ({
  value: storable(text),
  type: String, // of an empty text, too
  format: '@',
  alignVertical: 'top' as const,
});

const widthOf = (cells: readonly string[]): number =>
  cells.reduce((width, cell) => Math.min(widest, Math.max(width, cell.length + 2)), narrowest);
