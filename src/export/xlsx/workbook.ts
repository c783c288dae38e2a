// Writes workbooks. All of their bytes are made here, so that a seal can cover them.

import { aboutTitle, type Fact } from '../proof/about.ts';
import {
  heightOf,
  needsLines,
  numberCell,
  rowXml,
  sheetEnd,
  sheetStart,
  textCell,
  textToXml,
  widest,
} from './sheetXml.ts';
import { pack, type PackedFile, writeZip } from './zip.ts';

/** Minutes are shown as hours. Null is an empty cell. */
export type Cell = string | { readonly minutes: number } | { readonly count: number } | null;

export interface Sheet {
  title: string;
  /** The first one has the titles of the columns. */
  rows: readonly (readonly Cell[])[];
  widths: readonly number[];
  frozenColumns?: number;
}

/** Text cells only, so that numbers keep their zeros and nothing is a formula, in columns as wide as their texts. */
export const textSheet = (title: string, rows: readonly (readonly string[])[]): Sheet => ({
  title,
  rows,
  widths: (rows[0] ?? []).map((_, column) => widthOf(rows.map((cells) => cells[column] ?? ''))),
});

const narrowest = 10;

const widthOf = (cells: readonly string[]): number =>
  cells.reduce((width, cell) => Math.min(widest, Math.max(width, cell.length + 2)), narrowest);

/** `facts` are for a last sheet about the export. */
export async function writeWorkbook(
  sheets: readonly Sheet[],
  { author, facts }: { author: string; facts?: readonly Fact[] },
): Promise<Blob> {
  const titles = [...sheets.map(({ title }) => title), ...(facts ? [aboutTitle] : [])];
  const packed = await Promise.all(sheets.map((sheet, index) => packSheet(sheet, index + 1)));
  const about = facts ? [await pack(sheetPath(titles.length), [aboutXml(facts)])] : [];
  return writeZip([...(await frameOf(titles, author)), ...packed, ...about], workbookType);
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** `place` is that in the workbook, from 1. */
export const sheetPath = (place: number) => `xl/worksheets/sheet${place}.xml`;

export function packSheet(sheet: Sheet, place: number): Promise<PackedFile> {
  function* xml(): Generator<string> {
    yield sheetStart({ ...sheet, hasTitles: true, isFirst: place === 1 });
    for (const [index, cells] of sheet.rows.entries()) yield rowOf(cells, index + 1);
    yield sheetEnd();
  }
  return pack(sheetPath(place), xml());
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

/** Of the sheet about the export, in characters. */
const [labelWidth, valueWidth] = [32, 90];

export const aboutXml = (facts: readonly Fact[]): string =>
  sheetStart({ widths: [labelWidth, valueWidth], hasTitles: false, isFirst: false }) + factRows(facts, 1) + sheetEnd();

/** From that row on. */
export const factRows = (facts: readonly Fact[], first: number): string =>
  facts
    .map(([label, value], index) => {
      const height = Math.max(heightOf(label, labelWidth), heightOf(value, valueWidth));
      const row = first + index;
      return rowXml(row, textCell(0, row, styles.label, label) + textCell(1, row, styles.wrapped, value), height);
    })
    .join('');

/** The places of the cell styles in `stylesXml`. */
export const styles = {
  title: 1,
  text: 2,
  /** For text of several lines: rows grow only where a cell asks for it. */
  wrapped: 3,
  /** Of a number of days, which is how spreadsheet programs count time. */
  hours: 4,
  count: 5,
  label: 6,
} as const;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contents = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const cellStyle = (format: number, font: number, alignment: string) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" ` +
  `applyAlignment="1"><alignment ${alignment}/></xf>`;
const [onTop, inLines] = ['vertical="top"', 'vertical="top" wrapText="1"'];

// Without a name, each program chooses a font of its own, and another one for bold text.
const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="@"/><numFmt numFmtId="165" formatCode="[h]:mm"/>' +
  '<numFmt numFmtId="166" formatCode="0"/></numFmts>' +
  `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  `${cellStyle(164, 0, onTop)}${cellStyle(164, 0, inLines)}` +
  `${cellStyle(165, 0, onTop)}${cellStyle(166, 0, onTop)}${cellStyle(164, 1, inLines)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** All parts of a workbook but its sheets. */
export function frameOf(titles: readonly string[], author: string): Promise<PackedFile[]> {
  const [first = ''] = titles;
  const override = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${type}"/>`;
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`;
  const rels = (list: readonly string[]) =>
    `${declaration}<Relationships xmlns="${packages}/relationships">${list.join('')}</Relationships>`;
  const parts = {
    '[Content_Types].xml':
      `${declaration}<Types xmlns="${packages}/content-types">` +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      override('xl/workbook.xml', `${contents}.sheet.main+xml`) +
      override('xl/styles.xml', `${contents}.styles+xml`) +
      titles.map((_, index) => override(sheetPath(index + 1), `${contents}.worksheet+xml`)).join('') +
      override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml') +
      '</Types>',
    '_rels/.rels': rels([
      relationship('rId1', `${relationships}/officeDocument`, 'xl/workbook.xml'),
      relationship('rId2', `${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'),
    ]),
    'docProps/core.xml':
      `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" ` +
      'xmlns:dc="http://purl.org/dc/elements/1.1/">' +
      `<dc:title>${textToXml(first)}</dc:title><dc:creator>${textToXml(author)}</dc:creator></cp:coreProperties>`,
    // The row of titles is printed on every page.
    'xl/workbook.xml':
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><workbookPr/><bookViews><workbookView/></bookViews>` +
      `<sheets>${titles.map((title, index) => `<sheet name="${inAttribute(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets>` +
      '<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">' +
      `'${textToXml(first.replaceAll("'", "''"))}'!$1:$1</definedName></definedNames><calcPr/></workbook>`,
    'xl/_rels/workbook.xml.rels': rels([
      ...titles.map((_, index) =>
        relationship(`rId${index + 1}`, `${relationships}/worksheet`, sheetPath(index + 1).slice('xl/'.length)),
      ),
      relationship(`rId${titles.length + 1}`, `${relationships}/styles`, 'styles.xml'),
    ]),
    'xl/styles.xml': stylesXml,
  };
  return Promise.all(Object.entries(parts).map(([name, xml]) => pack(name, [xml])));
}

const inAttribute = (text: string) => textToXml(text).replaceAll('"', '&quot;');
