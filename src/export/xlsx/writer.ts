// Writes Excel files.

import { titles } from '../../format/exportedRow.ts';
import type { Row } from '../columns.ts';
import type { FileWriter } from '../fileWriter.ts';
import { Proof, signatureFacts } from '../proof/about.ts';
import { recordRow, recordsEnd, recordsPath, recordsStart } from './recordsSheet.ts';
import { widest } from './rowHeight.ts';
import { buildWorkbook } from './workbook.ts';
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
      async function* sheet(): AsyncGenerator<string> {
        let lastRow = 1;
        yield recordsStart(widths.list());
        for await (const rows of batches) {
          proof.add(rows);
          let xml = '';
          for (const { cells } of rows) xml += recordRow((lastRow += 1), cells);
          yield xml;
          onProgress(lastRow - 1);
        }
        yield recordsEnd(lastRow);
      }
      const records = await pack(recordsPath, sheet());
      const { facts, rows, rowsHash, corrections, seal } = proof.conclude(origin, part);
      const signed = await sign?.({ skip: part.skip, rows, rows_hash: rowsHash, seal });
      return buildWorkbook({
        records,
        facts: [...facts, ...signatureFacts(signed)],
        corrections,
        author: origin.user,
      });
    },
  };
}

const narrowest = 10;
/** Room for the button of the filter. */
const button = 4;

/** Follows how wide the columns must be, in characters. */
function createWidths(): { add(rows: readonly Row[]): void; list(): number[] } {
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
