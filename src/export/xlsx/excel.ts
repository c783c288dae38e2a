// Excel files of the rows that were collected, a part a file.

import { Proof, type Origin, type Part } from '../proof/about.ts';
import { titles, type Row } from '../columns.ts';
import { rowWriter } from './sheetXml.ts';
import { emptyWorkbook, openSheet, recordsSheet } from './workbook.ts';
import { pack, zip, type Member } from './zip.ts';

export const excelRowsPerFile = 200_000;
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface ExcelOptions {
  readonly origin: Origin;
  readonly part: Part;
  readonly widths: readonly number[];
  onProgress(rows: number): void;
}

export async function buildExcel(batches: AsyncIterable<Row[]>, options: ExcelOptions): Promise<Blob> {
  const { origin, part, widths, onProgress } = options;
  const proof = new Proof();
  const sheet = openSheet(await emptyWorkbook(widths, []));
  const writeRow = rowWriter(sheet.style);

  async function* content(): AsyncGenerator<string> {
    let lastRow = 1;
    yield sheet.before;
    for await (const rows of batches) {
      proof.add(rows);
      let xml = '';
      for (const { cells } of rows) xml += writeRow((lastRow += 1), cells);
      yield xml;
      onProgress(lastRow - 1);
    }
    yield sheet.after(lastRow);
  }

  const records = await pack(recordsSheet, content());
  // Only now is it known what the file says about itself; the sheet of the records does not depend on that.
  const workbook = await emptyWorkbook(widths, proof.facts(origin, part));
  const members: Member[] = [];
  for (const [name, text] of workbook) members.push(name === recordsSheet ? records : await pack(name, [text]));
  return zip(members, mediaType);
}

const narrowest = 10;
const widest = 60;
/** Room for the button of the filter. */
const button = 4;

/** Follows how wide the columns must be, in characters. */
export function createWidths(): { add(rows: readonly Row[]): void; list(): number[] } {
  const longest = titles.map((title) => title.length + button);
  return {
    add(rows) {
      for (const { cells } of rows) {
        for (const [column, cell] of cells.entries()) {
          if (cell.length > (longest[column] ?? 0)) longest[column] = cell.length;
        }
      }
    },
    list: () => longest.map((length) => Math.min(widest, Math.max(narrowest, length + 2))),
  };
}
