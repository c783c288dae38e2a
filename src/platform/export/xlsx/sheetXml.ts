// Writes the XML of a sheet in pieces, so that it can be compressed while it is written.

/** Minutes are shown as hours. Null is an empty cell. */
export type Cell = string | { readonly minutes: number } | { readonly count: number } | null;

/** Cell styles, by their numbers in the workbook around the sheets. */
export const styles = {
  title: 1,
  text: 2,
  /** Wraps text over several lines. Rows only grow where a cell asks for it. */
  wrapped: 3,
  /** Formats a number of days, which is how spreadsheet programs count time. */
  hours: 4,
  count: 5,
  /** Used on the sheet about the export. */
  label: 6,
} as const;

/** The widest column, in characters. */
export const widest = 60;
const narrowest = 10;

/** Width of a column by the length of its longest text. */
export const widthFor = (longest: number) => Math.min(widest, Math.max(narrowest, longest + 2));

interface SheetLook {
  /** Widths of the columns, in characters. */
  widths: readonly number[];
  /** Number of columns that stay in view. The row of titles always does. */
  frozenColumns?: number;
  isFirst: boolean;
}

/** XML up to the first row. */
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
    printSetUp.start +
    `<sheetViews><sheetView ${isFirst ? 'tabSelected="1" ' : ''}workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>`
  );
}

/** XML after the last row. `filter` is the range that gets filter buttons. */
export const sheetEnd = (filter?: string): string =>
  `</sheetData>${filter ? `<autoFilter ref="${filter}"/>` : ''}${printSetUp.end}</worksheet>`;

/** Prints landscape on A4, with all columns on one page and page numbers. */
export const printSetUp = {
  start: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
  end:
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>',
};

const minutesOfDay = 24 * 60;

/** The first row has the titles. */
export function rowOf(cells: readonly Cell[], row: number): string {
  let xml = '';
  let height = 0;
  for (const [column, cell] of cells.entries()) {
    if (typeof cell === 'string') {
      const isLong = needsLines(cell);
      if (isLong) height = Math.max(height, heightOf(cell, widest));
      xml += textCell(column, row, row === 1 ? styles.title : isLong ? styles.wrapped : styles.text, cell);
    } else if (cell !== null) {
      xml +=
        'minutes' in cell
          ? numberCell(column, row, styles.hours, cell.minutes / minutesOfDay)
          : numberCell(column, row, styles.count, cell.count);
    }
  }
  return rowXml(row, xml, height);
}

/** `height` is in points; 0 means one line. */
export const rowXml = (row: number, cells: string, height: number): string =>
  `<row r="${row}"${height === 0 ? '' : ` ht="${height}" customHeight="1"`}>${cells}</row>`;

export const textCell = (column: number, row: number, style: number, text: string): string =>
  `<c r="${letterOf(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${textToXml(text)}</t></is></c>`;

const numberCell = (column: number, row: number, style: number, value: number): string =>
  `<c r="${letterOf(column)}${row}" s="${style}"><v>${value}</v></c>`;

/** A for 0, AB for 27. */
export const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const unsafe = /[&<>]|[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi;
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Encodes characters that XML cannot contain, and the underscore of text that looks like such an encoding. */
export const textToXml = (text: string) => text.replace(unsafe, (found) => markup[found] ?? encodeCharacter(found));

/** Encodes one or two UTF-16 units as Excel does: _x0007_. */
export const encodeCharacter = (character: string) =>
  character.replace(/[\s\S]/g, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);

const lineHeight = 15;

/** Whether a text takes more than one line in any column. */
const needsLines = (text: string): boolean => text.length > widest || text.includes('\n');

/** Returns the height in points. Programs do not measure the rows of a file they open, and would cut off long texts. */
export function heightOf(text: string, width: number): number {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / width)));
  return lineHeight * lines.reduce((sum, count) => sum + count, 0);
}
