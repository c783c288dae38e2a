// A sheet of text cells only, so that numbers keep their zeros and nothing is a formula: a row of titles that stays, and
// columns as wide as their texts.

import type { Row as SheetRow, Sheet } from 'write-excel-file/universal';
import { heightOf, needsLines, widest } from './rowHeight.ts';
import { storable } from './text.ts';

const narrowest = 10;

export function textSheet(title: string, rows: readonly (readonly string[])[]): Sheet<Blob> {
  const [titles = [], ...others] = rows;
  const columns = titles.map((_, column) => ({ width: widthOf(rows.map((cells) => cells[column] ?? '')) }));
  const data: SheetRow[] = [titles.map((cell) => ({ ...textCell(cell), fontWeight: 'bold' })), ...others.map(rowOf)];
  return { sheet: title, data, columns, stickyRowsCount: 1 };
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
