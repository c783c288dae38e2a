// The workbook around the records, made by write-excel-file: its parts, its styles, and the sheets about the export and
// of corrections.
// The package holds all rows in memory at once. 100,000 records took it more than twice the time, and 200,000 nearly
// twice the memory, so recordsSheet.ts writes their sheet, which then takes the place of an empty one.

import writeWorkbook, { type Sheet } from 'write-excel-file/universal';
import { correctionsTitle, correctionTitles, type CorrectionRow } from '../correctionRows.ts';
import { aboutTitle, type Fact } from '../proof/about.ts';
import { aboutColumns, aboutRow } from './aboutSheet.ts';
import { packSheet, withParts } from './packedSheet.ts';
import { recordsTitle } from './recordsSheet.ts';
import { font, styleRow } from './styles.ts';
import { textSheet } from './textSheet.ts';
import { workbookDetails } from './workbookDetails.ts';
import type { PackedFile } from './zip.ts';

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
      columns: aboutColumns,
    },
    ...(corrections.length > 0 ? [{ sheet: correctionsTitle, data: [styleRow] }] : []),
  ];
  const workbook = await writeWorkbook(sheets, { ...font, features: [workbookDetails(recordsTitle, author)] }).toBlob();
  const parts = corrections.length > 0 ? [await packSheet(correctionsSheet(corrections), sheets.length)] : [];
  return withParts(workbook, [records, ...parts]);
}

const correctionsSheet = (corrections: readonly CorrectionRow[]) =>
  textSheet(correctionsTitle, [correctionTitles, ...corrections.map(({ cells }) => cells)]);
