// Writes attendance records as Excel files, in which every cell is text, never a number, date or formula.

import { correctionsTitle, correctionTitles, type Row, recordsTitle, titlesOf } from '../columns.ts';
import type { FileWriter } from '../fileWriter.ts';
import { Proof } from '../proof/about.ts';
import { sealWorkbook } from './sealedWorkbook.ts';
import { letterOf, rowOf, sheetEnd, sheetStart, widthFor } from './sheetXml.ts';
import { packSheet, sheetPath, textSheet } from './workbook.ts';
import { pack } from './zip.ts';

export function createExcelWriter(): FileWriter {
  let widths = createWidths();
  return {
    rowsPerFile: 200_000,
    clear() {
      widths = createWidths();
    },
    inspect: (rows) => widths.add(rows),
    missingGlyphs: async () => [],
    async write(batches, { origin, part, onProgress, sign }) {
      const proof = new Proof();
      const titles = titlesOf(origin);
      async function* sheet(): AsyncGenerator<string> {
        let lastRow = 1;
        yield sheetStart({ widths: widths.list(titles), isFirst: true }) + rowOf(titles, 1);
        for await (const rows of batches) {
          proof.add(rows);
          let xml = '';
          for (const { cells } of rows) xml += rowOf(cells, (lastRow += 1));
          yield xml;
          onProgress(lastRow - 1);
        }
        // Adds filter buttons to the columns.
        yield sheetEnd(`A1:${letterOf(titles.length - 1)}${lastRow}`);
      }
      const records = await pack(sheetPath(0), sheet());
      const { facts, rows, rowsHash, corrections } = proof.conclude(origin, part);
      const corrected = textSheet(correctionsTitle, [correctionTitles, ...corrections.map(({ cells }) => cells)]);
      return sealWorkbook({
        sheets: [
          { title: recordsTitle, part: records },
          ...(corrections.length > 0 ? [await packSheet(corrected, 1)] : []),
        ],
        author: origin.user,
        facts,
        sign: async (seal) => sign?.({ skip: part.skip, rows, rows_hash: rowsHash, seal }),
      });
    },
  };
}

/** Width of the filter's button. */
const button = 4;

/** Keeps track of the column widths needed, in characters. */
function createWidths(): { add(rows: readonly Row[]): void; list(titles: readonly string[]): number[] } {
  const longest: number[] = [];
  return {
    add(rows) {
      for (const { cells } of rows) {
        for (const [column, cell] of cells.entries()) {
          if (cell.length > (longest[column] ?? 0)) longest[column] = cell.length;
        }
      }
    },
    list: (titles) => titles.map((title, column) => widthFor(Math.max(title.length + button, longest[column] ?? 0))),
  };
}
