// The sheet with the records. Every cell is text, never a number, a date or a formula.

import { titles } from '../../format/exportedRow.ts';
import { heightOf, needsLines, widest } from './rowHeight.ts';
import { letterOf, rowXml, sheetEnd, sheetStart, textCell } from './sheetXml.ts';
import { styles } from './styles.ts';

export const recordsTitle = 'Attendance Records';
/** Where the first sheet is in a workbook. */
export const recordsPath = 'xl/worksheets/sheet1.xml';

/** Up to the first record: a frozen row of titles over columns of these widths. */
export const recordsStart = (widths: readonly number[]): string =>
  sheetStart({ widths, isFirst: true }) + textRow(1, titles, () => styles.title);

export function recordRow(row: number, cells: readonly string[]): string {
  const long = cells.filter(needsLines);
  if (long.length === 0) return textRow(row, cells, () => styles.text);
  const height = Math.max(...long.map((cell) => heightOf(cell, widest)));
  return textRow(row, cells, (cell) => (needsLines(cell) ? styles.wrapped : styles.text), height);
}

function textRow(row: number, cells: readonly string[], styleOf: (cell: string) => number, height?: number): string {
  let xml = '';
  for (const [column, cell] of cells.entries()) xml += textCell(column, row, styleOf(cell), cell);
  return rowXml(row, xml, height);
}

/** What follows the last record: the filter buttons over the columns, and how the sheet is printed. */
export const recordsEnd = (lastRow: number): string => sheetEnd(`A1:${letterOf(titles.length - 1)}${lastRow}`);
