// The cell styles of our sheets. write-excel-file numbers them from 1, in the order of their first use.

import type { Row as SheetRow } from 'write-excel-file/universal';

/** The numbers of the cell styles. */
export interface CellStyles {
  readonly title: number;
  readonly text: number;
  /** For text of several lines: rows grow only where a cell asks for it. */
  readonly wrapped: number;
  /** Of a number of days, which is how spreadsheet programs count time. */
  readonly hours: number;
  readonly count: number;
}

export const styles: CellStyles = { title: 1, text: 2, wrapped: 3, hours: 4, count: 5 };

/** The only row of the empty first sheet, which has every style. */
export const styleRow: SheetRow = [
  { value: 'Title', fontWeight: 'bold' },
  { value: 'Text', format: '@', alignVertical: 'top' },
  { value: 'Wrapped', format: '@', alignVertical: 'top', wrap: true },
  { value: 1, type: Number, format: '[h]:mm', alignVertical: 'top' },
  { value: 1, type: Number, format: '0', alignVertical: 'top' },
];

/** Without a name, each program chooses a font of its own, and another one for bold text. */
export const font = { fontFamily: 'Calibri', fontSize: 11 };
