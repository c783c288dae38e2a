// Makes the parts of a PDF export, and remembers while rows arrive which texts need another font than
// Helvetica.

import type { Origin } from '../proof/about.ts';
import type { PdfMaker } from '../worker/builder.ts';
import { pdfTitles } from '../columns.ts';
import type { FontFiles } from './fonts.ts';
import { buildPdf, pdfRowsPerFile } from './pdf.ts';
import { createTypesetter, isPlain, type Typesetter } from './text/typesetter.ts';

export function createPdfMaker(files: FontFiles): PdfMaker {
  const foreign = new Set<string>();
  let typesetter: Promise<Typesetter> | undefined;

  function typesetterFor({ user, filters }: Origin): Promise<Typesetter> {
    const words = [user, ...filters.flatMap(({ label, value }) => [label, value])];
    typesetter ??= createTypesetter([...foreign, ...words], files);
    return typesetter;
  }

  return {
    rowsPerFile: pdfRowsPerFile,
    clear() {
      foreign.clear();
      typesetter = undefined;
    },
    notice(rows) {
      for (const { cells } of rows) {
        for (const cell of cells.slice(0, pdfTitles.length)) if (!isPlain(cell)) foreign.add(cell);
      }
    },
    missingGlyphs: async (origin) => (await typesetterFor(origin)).missing,
    build: async (rows, origin, part, onProgress) =>
      buildPdf(rows, { origin, part, typesetter: await typesetterFor(origin), onProgress }),
  };
}
