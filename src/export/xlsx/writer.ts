// Writes attendance records as Excel files: all cells as text, never as a number, a date or a formula.

import { titles } from '../../format/exportedRow.ts';
import { recordsTitle, type Row } from '../columns.ts';
import { correctionsTitle, correctionTitles } from '../correctionRows.ts';
import type { FileWriter } from '../fileWriter.ts';
import { Proof } from '../proof/about.ts';
import { sealWorkbook } from './sealedWorkbook.ts';
import { heightOf, letterOf, needsLines, rowXml, sheetEnd, sheetStart, textCell, widest } from './sheetXml.ts';
import { packSheet, sheetPath, styles, textSheet } from './workbook.ts';
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
        yield sheetStart({ widths: widths.list(), hasTitles: true, isFirst: true }) + rowOf(1, titles, styles.title);
        for await (const rows of batches) {
          proof.add(rows);
          let xml = '';
          for (const { cells } of rows) xml += recordRow((lastRow += 1), cells);
          yield xml;
          onProgress(lastRow - 1);
        }
        // With filter buttons over the columns.
        yield sheetEnd(`A1:${letterOf(titles.length - 1)}${lastRow}`);
      }
      const records = await pack(sheetPath(1), sheet());
      const { facts, rows, rowsHash, corrections } = proof.conclude(origin, part);
      const corrected = textSheet(correctionsTitle, [correctionTitles, ...corrections.map(({ cells }) => cells)]);
      return sealWorkbook({
        sheets: [
          { title: recordsTitle, part: records },
          ...(corrections.length > 0 ? [{ title: correctionsTitle, part: await packSheet(corrected, 2) }] : []),
        ],
        author: origin.user,
        facts,
        sign: async (seal) => sign?.({ skip: part.skip, rows, rows_hash: rowsHash, seal }),
      });
    },
  };
}

function recordRow(row: number, cells: readonly string[]): string {
  const long = cells.filter(needsLines);
  if (long.length === 0) return rowOf(row, cells, styles.text);
  const height = Math.max(...long.map((cell) => heightOf(cell, widest)));
  return rowOf(row, cells, styles.text, height);
}

/** `height` is that of a row with texts of several lines. */
function rowOf(row: number, cells: readonly string[], style: number, height?: number): string {
  let xml = '';
  for (const [column, cell] of cells.entries()) {
    xml += textCell(column, row, height !== undefined && needsLines(cell) ? styles.wrapped : style, cell);
  }
  return rowXml(row, xml, height);
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
