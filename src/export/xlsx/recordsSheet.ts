// The XML of the sheet with the records, in pieces, so that it can be compressed while it is written. Every cell is
// text, never a number, a date or a formula.

import { titles } from '../../format/exportedRow.ts';
import { printSetUp } from './printSetUp.ts';
import { heightOf, needsLines, widest } from './rowHeight.ts';
import { textToXml } from './text.ts';

export const recordsTitle = 'Attendance Records';
/** Where the first sheet is in a workbook. */
export const recordsPath = 'xl/worksheets/sheet1.xml';

/** The numbers of the cell styles, see workbook.ts. */
export interface CellStyles {
  readonly title: number;
  readonly text: number;
  /** For text of several lines: rows grow only where a cell asks for it. */
  readonly wrapped: number;
}

/** Up to the first record: a frozen row of titles over columns of these widths. */
export function sheetStart(widths: readonly number[], styles: CellStyles): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `${printSetUp.start}<sheetViews><sheetView tabSelected="1" workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData>${sheetRow(1, titles, () => styles.title)}`
  );
}

export function recordRow(row: number, cells: readonly string[], { text, wrapped }: CellStyles): string {
  const long = cells.filter(needsLines);
  if (long.length === 0) return sheetRow(row, cells, () => text);
  const height = Math.max(...long.map((cell) => heightOf(cell, widest)));
  return sheetRow(row, cells, (cell) => (needsLines(cell) ? wrapped : text), ` ht="${height}" customHeight="1"`);
}

function sheetRow(row: number, cells: readonly string[], styleOf: (cell: string) => number, attributes = ''): string {
  let xml = `<row r="${row}"${attributes}>`;
  for (const [column, cell] of cells.entries()) {
    xml += `<c r="${letterOf(column)}${row}" s="${styleOf(cell)}" t="inlineStr"><is><t xml:space="preserve">`;
    xml += `${textToXml(cell)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

/** What follows the last record: the filter buttons over the columns, and how the sheet is printed. */
export const sheetEnd = (lastRow: number) =>
  `</sheetData><autoFilter ref="A1:${letterOf(titles.length - 1)}${lastRow}"/>${printSetUp.end}</worksheet>`;

/** A, B, C …: there are fewer than 27 columns. */
const letterOf = (column: number) => String.fromCharCode(65 + column);
