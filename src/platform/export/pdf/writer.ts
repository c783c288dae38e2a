// Writes PDF files.

import { inPdf, titlesOf } from '../columns.ts';
import { correctionTitles } from '../correctionRows.ts';
import type { FileWriter } from '../fileWriter.ts';
import { Proof, sealedFacts, type Origin } from '../proof/about.ts';
import { PdfDocument } from './document.ts';
import { correctionsPaper, drawReport, paper, reportTitle } from './draw.ts';
import type { FontFiles } from './fonts.ts';
import { layOut } from './layout.ts';
import { createLineBreaker } from './lines.ts';
import { sealPdf } from './seal.ts';
import { createTypesetter, isPlain, type Typesetter } from './text/typesetter.ts';

export function createPdfWriter(files: FontFiles): FileWriter {
  /** The texts that Helvetica cannot write. */
  const foreign = new Set<string>();
  let typesetter: Promise<Typesetter> | undefined;

  function typesetterFor({ user, filters, corrections = [] }: Origin): Promise<Typesetter> {
    const texts = [
      ...foreign,
      user,
      ...filters.flatMap(({ label, value }) => [label, value]),
      ...corrections.flatMap(({ cells }) => cells),
    ];
    typesetter ??= createTypesetter(texts, files);
    return typesetter;
  }

  return {
    rowsPerFile: 50_000,
    clear() {
      foreign.clear();
      typesetter = undefined;
    },
    inspect(rows) {
      for (const { cells, unknownId = '' } of rows) {
        for (const text of [...inPdf(cells), unknownId]) if (!isPlain(text)) foreign.add(text);
      }
    },
    missingGlyphs: async (origin) => (await typesetterFor(origin)).missing,
    async write(batches, { origin, part, onProgress, sign }) {
      const proof = new Proof();
      const rows: (readonly string[])[] = [];
      for await (const batch of batches) {
        proof.add(batch);
        for (const { cells } of batch) rows.push(inPdf(cells));
      }
      const proven = proof.conclude(origin, part);
      const { rowsHash, corrections } = proven;
      const facts = sealedFacts(proven.facts);
      const typesetter = await typesetterFor(origin);
      const doc = new PdfDocument({ title: reportTitle, author: origin.user }, typesetter);
      const breaker = createLineBreaker(typesetter, (run) => doc.measure(run));
      const records = layOut(inPdf(titlesOf(origin)), rows, paper, breaker);
      const corrected = layOut(
        correctionTitles,
        corrections.map(({ cells }) => cells),
        correctionsPaper,
        breaker,
      );
      drawReport(
        doc,
        { records, corrections: corrected },
        { rows: rows.length, origin, part, facts, breaker, onProgress },
      );
      const { seal, finish } = sealPdf(doc.output(), facts);
      const signed = await sign?.({ skip: part.skip, rows: rows.length, rows_hash: rowsHash, seal });
      return finish(signed);
    },
  };
}
