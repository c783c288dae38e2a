// The workbook around the rows, made by write-excel-file: the sheets, their header and widths, the styles,
// and what the file says about itself. The rows, which that package would hold in memory all at once, are
// written between.

import writeWorkbook, { type Row as SheetRow } from 'write-excel-file/universal';
import { aboutTitle, type Fact } from '../proof/about.ts';
import { titles } from '../columns.ts';
import { letterOf } from './sheetXml.ts';
import { unzip } from './zip.ts';

export const recordsTitle = 'Attendance Records';
export const recordsSheet = 'xl/worksheets/sheet1.xml';

/** A workbook without rows: its files by name. */
export async function emptyWorkbook(widths: readonly number[], facts: readonly Fact[]): Promise<Map<string, string>> {
  const asText = (value: string) => ({
    value,
    type: String,
    format: '@',
    wrap: true,
    alignVertical: 'top' as const,
  });
  const header: SheetRow = titles.map((value) => ({ value, fontWeight: 'bold' }));
  // A row of one cell, whose style the real rows take over; they replace it.
  const model: SheetRow = [{ value: titles[0] ?? '', type: String, format: '@' }];
  const file = await writeWorkbook([
    {
      sheet: recordsTitle,
      data: [header, model],
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
    },
    {
      sheet: aboutTitle,
      data: facts.map(([label, value]) => [{ ...asText(label), fontWeight: 'bold' as const }, asText(value)]),
      columns: [{ width: 32 }, { width: 90 }],
    },
  ]).toBlob();
  const files = new Map<string, string>();
  for (const [name, content] of (await unzip(file)) ?? []) files.set(name, await new Response(content()).text());
  return files;
}

interface SheetFrame {
  readonly before: string;
  readonly style: string;
  after(lastRow: number): string;
}

/** The sheet of the records, open where its rows belong. */
export function openSheet(workbook: ReadonlyMap<string, string>): SheetFrame {
  const [, before, style, after] =
    /^([\s\S]*)<row r="2"><c r="A2" s="(\d+)".*?<\/row><\/sheetData>([\s\S]*)$/.exec(
      workbook.get(recordsSheet) ?? '',
    ) ?? [];
  if (before === undefined || style === undefined || after === undefined) {
    throw new Error('The sheet of the records has no place for rows');
  }
  const lastColumn = letterOf(titles.length - 1);
  return {
    before,
    style,
    after: (lastRow) => `</sheetData><autoFilter ref="A1:${lastColumn}${lastRow}"/>${after}`,
  };
}
