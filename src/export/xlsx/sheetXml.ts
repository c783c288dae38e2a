// The XML of a sheet, in pieces, so that it can be compressed while it is written.

import { printSetUp } from './printSetUp.ts';
import { textToXml } from './text.ts';

interface SheetLook {
  /** Of the columns, in characters. */
  widths: readonly number[];
  /** Columns that stay, beside the row of titles, which always does. */
  frozenColumns?: number;
  isFirst: boolean;
}

/** Up to the first row. */
export function sheetStart({ widths, frozenColumns = 0, isFirst }: SheetLook): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const corner = `${letterOf(frozenColumns)}2`;
  const pane =
    frozenColumns === 0
      ? `<pane ySplit="1" topLeftCell="${corner}" activePane="bottomLeft" state="frozen"/>`
      : `<pane xSplit="${frozenColumns}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/>`;
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `${printSetUp.start}<sheetViews><sheetView ${isFirst ? 'tabSelected="1" ' : ''}workbookViewId="0">` +
    `${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
  );
}

/** After the last row. `filter` is the range that gets filter buttons. */
export const sheetEnd = (filter?: string) =>
  `</sheetData>${filter ? `<autoFilter ref="${filter}"/>` : ''}${printSetUp.end}</worksheet>`;

/** `height` is in points. */
export const rowXml = (row: number, cells: string, height?: number): string =>
  `<row r="${row}"${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>${cells}</row>`;

export const textCell = (column: number, row: number, style: number, text: string): string =>
  `<c r="${letterOf(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${textToXml(text)}</t></is></c>`;

export const numberCell = (column: number, row: number, style: number, value: number): string =>
  `<c r="${letterOf(column)}${row}" s="${style}"><v>${value}</v></c>`;

/** A for 0, AB for 27. */
export const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
