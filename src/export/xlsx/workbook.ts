// The workbook around the records, made by write-excel-file: its parts, its styles, and the sheets about the export and
// of corrections.
// The package holds all rows in memory at once. 100,000 records took it more than twice the time, and 200,000 nearly
// twice the memory, so recordsSheet.ts writes their sheet, which then takes the place of an empty one.

import writeWorkbook, { type Row as SheetRow, type Sheet } from 'write-excel-file/universal';
import { correctionsTitle, correctionTitles, type CorrectionRow } from '../correctionRows.ts';
import { aboutTitle, type Fact } from '../proof/about.ts';
import { storable } from './text.ts';
import { recordsTitle, type CellStyles } from './recordsSheet.ts';
import { heightOf } from './rowHeight.ts';
import { textSheet } from './textSheet.ts';
import { workbookDetails } from './workbookDetails.ts';
import { readZip, writeZip, type PackedFile } from './zip.ts';

/** The package numbers styles from 1, in the order of their first use. */
export const styles: CellStyles = { title: 1, text: 2, wrapped: 3 };
/** Without a name, each program chooses a font of its own, and another one for bold text. */
const font = { fontFamily: 'Calibri', fontSize: 11 };
/** Of the sheet about the export, in characters. */
const labelWidth = 32;
const valueWidth = 90;

const styleRow: SheetRow = [
  { value: 'Title', fontWeight: 'bold' },
  { value: 'Text', format: '@', alignVertical: 'top' },
  { value: 'Wrapped', format: '@', alignVertical: 'top', wrap: true },
];

interface Contents {
  records: PackedFile;
  facts: readonly Fact[];
  corrections: readonly CorrectionRow[];
  author: string;
}

export async function buildWorkbook({ records, facts, corrections, author }: Contents): Promise<Blob> {
  const sheets: Sheet<Blob>[] = [
    { sheet: recordsTitle, data: [styleRow] },
    {
      sheet: aboutTitle,
      data: facts.map(aboutRow),
      columns: [{ width: labelWidth }, { width: valueWidth }],
    },
    ...(corrections.length > 0
      ? [textSheet(correctionsTitle, [correctionTitles, ...corrections.map(({ cells }) => cells)])]
      : []),
  ];
  const workbook = await writeWorkbook(sheets, { ...font, features: [workbookDetails(recordsTitle, author)] }).toBlob();
  const files = (await readZip(workbook)) ?? [];
  return writeZip([...files.filter(({ name }) => name !== records.name), records], workbook.type);
}

function aboutRow([label, value]: Fact): SheetRow {
  const height = Math.max(heightOf(label, labelWidth), heightOf(value, valueWidth));
  return [
    { ...aboutCell(label), fontWeight: 'bold', height },
    { ...aboutCell(value), height },
  ];
}

const aboutCell = (text: string) => ({
  value: storable(text),
  type: String, // of an empty text, too
  format: '@',
  wrap: true,
  alignVertical: 'top' as const,
});
