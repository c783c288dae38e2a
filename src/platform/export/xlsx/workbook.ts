// Writes workbooks. The package write-excel-file creates the parts, the styles and the sheet about the export. But it
// holds all rows in memory, and compresses large sheets in workers created from text, which the site's content security
// policy forbids. So it only creates placeholders for the data sheets, which are written here row by row.

import writeXlsx, { type Feature, type Row } from 'write-excel-file/universal';
import { groupDigits } from '../../../shared/words/plural.ts';
import { aboutTitle, type Fact } from '../proof/about.ts';
import {
  type Cell,
  encodeCharacter,
  heightOf,
  printSetUp,
  rowOf,
  rowXml,
  sheetEnd,
  sheetStart,
  styles,
  textCell,
  textToXml,
  widthFor,
} from './sheetXml.ts';
import { type PackedFile, pack, readZip, textOf, writeZip } from './zip.ts';

export interface Sheet {
  title: string;
  /** The first row has the column titles. */
  rows: readonly (readonly Cell[])[];
  widths: readonly number[];
  frozenColumns?: number;
}

/** Returns a sheet of text cells, where numbers keep their zeros and nothing is a formula, in columns that fit. */
export const textSheet = (title: string, rows: readonly (readonly string[])[]): Sheet => ({
  title,
  rows,
  widths: (rows[0] ?? []).map((_, column) =>
    widthFor(rows.reduce((longest, cells) => Math.max(longest, cells[column]?.length ?? 0), 0)),
  ),
});

interface WorkbookOptions {
  author: string;
  /** Facts for a last sheet about the export. */
  facts?: readonly Fact[] | undefined;
  /** Whether to count days from 1904, without which Excel does not show negative times. */
  hasNegativeTimes?: boolean;
}

export async function writeWorkbook(
  sheets: readonly Sheet[],
  { author, facts = [], hasNegativeTimes = false }: WorkbookOptions,
): Promise<Blob> {
  const packed = await Promise.all(sheets.map(packSheet));
  const frame = await frameOf(packed, author, facts, hasNegativeTimes);
  const about = facts.length > 0 ? [await pack(sheetPath(sheets.length), [frame.about])] : [];
  return writeZip([...frame.parts, ...packed.map(({ part }) => part), ...about], workbookType);
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** `place` is the sheet's position in the workbook, from 0. */
export const sheetPath = (place: number) => `xl/worksheets/sheet${place + 1}.xml`;

export interface PackedSheet {
  readonly title: string;
  readonly part: PackedFile;
}

/** Excel's maximum. It leaves out all further rows. */
const mostRows = 1_048_576;

export async function packSheet(sheet: Sheet, place: number): Promise<PackedSheet> {
  const { length } = sheet.rows;
  if (length > mostRows)
    throw new Error(
      `The sheet ‘${sheet.title}’ would have ${groupDigits(length)} rows; Excel holds ${groupDigits(mostRows)}. Please export fewer days or records.`,
    );
  function* xml(): Generator<string> {
    yield sheetStart({ ...sheet, isFirst: place === 0 });
    for (const [index, cells] of sheet.rows.entries()) yield rowOf(cells, index + 1);
    yield sheetEnd();
  }
  return { title: sheet.title, part: await pack(sheetPath(place), xml()) };
}

interface Frame {
  /** All parts but the sheets. */
  readonly parts: readonly PackedFile[];
  /** XML of the last sheet, which is about the export; empty without facts. */
  readonly about: string;
}

/** Builds the parts of a workbook around these sheets. */
export async function frameOf(
  sheets: readonly PackedSheet[],
  author: string,
  facts: readonly Fact[],
  countsFrom1904 = false,
): Promise<Frame> {
  const places = sheets.map(({ title }) => ({ sheet: title, data: [styleRow] }));
  const about = {
    sheet: aboutTitle,
    data: facts.map(aboutRow),
    columns: [{ width: labelWidth }, { width: valueWidth }],
  };
  const options = { ...font, features: [detailsOf(sheets[0]?.title ?? '', author, countsFrom1904)] };
  const workbook = await writeXlsx(facts.length > 0 ? [...places, about] : places, options).toBlob();
  const files = (await readZip(workbook))?.files ?? [];
  const made = files.find(({ name }) => name === sheetPath(sheets.length));
  return {
    parts: files.filter(({ name }) => !name.startsWith('xl/worksheets/sheet')),
    about: made ? await textOf(made) : '',
  };
}

/** Font for all cells. Without it, each program chooses one, and a different one for bold text. */
const font = { fontFamily: 'Calibri', fontSize: 11 };

const onTop = { alignVertical: 'top' } as const;
const inLines = { ...onTop, type: String, format: '@', wrap: true };
const labelled = { ...inLines, fontWeight: 'bold' } as const;

/** Uses every style. The package numbers them from 1 in order of first use, which gives `styles` its numbers. */
const styleRow: Row = [
  { value: 'Title', fontWeight: 'bold' },
  { ...onTop, value: 'Text', format: '@' },
  { ...inLines, value: 'Wrapped' },
  { ...onTop, value: 1, format: '[h]:mm' },
  { ...onTop, value: 1, format: '0' },
  { ...labelled, value: 'Label' },
];

/** Widths on the sheet about the export, in characters. */
const [labelWidth, valueWidth] = [32, 90];

const factHeight = ([label, value]: Fact) => Math.max(heightOf(label, labelWidth), heightOf(value, valueWidth));

function aboutRow(fact: Fact): Row {
  const [label, value] = fact;
  const height = factHeight(fact);
  return [
    { ...labelled, value: storable(label), height },
    { ...inLines, value: storable(value), height },
  ];
}

/** Returns rows, from row `first`, for facts that are not known until the sheet about the export is written. */
export const factRows = (facts: readonly Fact[], first: number): string =>
  facts
    .map((fact, index) => {
      const row = first + index;
      const [label, value] = fact;
      const cells = textCell(0, row, styles.label, label) + textCell(1, row, styles.wrapped, value);
      return rowXml(row, cells, factHeight(fact));
    })
    .join('');

/** Characters that the package drops although a workbook can contain them, and texts that look like encoded ones. */
const lost = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufffd\p{Noncharacter_Code_Point}]|_(?=x[0-9a-f]{4}_)/giu;

/** Encodes a text so that the package stores it unchanged. */
function storable(text: string): string {
  const encoded = text.replace(lost, encodeCharacter);
  // The package looks texts up in a plain object, which already has a 'constructor'.
  return encoded in {} ? encodeCharacter(encoded.slice(0, 1)) + encoded.slice(1) : encoded;
}

const properties = 'docProps/core.xml';
const schemas = 'http://schemas.openxmlformats.org/package/2006';

/**
 * Adds what the package leaves out: the default style, which other programs require, print setup, title and author.
 * `title` is also the first sheet's.
 */
const detailsOf = (title: string, author: string, countsFrom1904: boolean): Feature<Blob> => ({
  files: {
    transform: {
      '[Content_Types].xml': {
        insert: () =>
          `<Override PartName="/${properties}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`,
      },
      '_rels/.rels': {
        insert: () =>
          `<Relationship Id="properties" Type="${schemas}/relationships/metadata/core-properties" Target="${properties}"/>`,
      },
      'xl/styles.xml': {
        transform: (xml) =>
          xml
            .replace('<cellXfs', '<cellStyleXfs count="1"><xf/></cellStyleXfs>$&')
            .replace(
              '</cellXfs>',
              '$&<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
            ),
      },
      'xl/workbook.xml': {
        // Repeats the row of titles on every printed page.
        transform: (xml) =>
          xml
            .replace('<workbookPr/>', countsFrom1904 ? '<workbookPr date1904="1"/>' : '$&')
            .replace(
              '<definedNames/>',
              () =>
                '<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">' +
                `'${textToXml(title.replaceAll("'", "''"))}'!$1:$1</definedName></definedNames>`,
            ),
      },
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml) => xml.replace(/<worksheet[^>]*>/, `$&${printSetUp.start}`),
        insert: () => printSetUp.end,
      },
    },
    write: {
      files: () => ({
        [properties]:
          '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
          `<cp:coreProperties xmlns:cp="${schemas}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
          `<dc:title>${textToXml(title)}</dc:title><dc:creator>${textToXml(author)}</dc:creator></cp:coreProperties>`,
      }),
    },
  },
});
