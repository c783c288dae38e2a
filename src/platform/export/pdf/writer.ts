// Writes PDF files.

import { correctionsTitle, correctionTitles, inPdf, titlesOf } from '../columns.ts';
import type { FileWriter } from '../fileWriter.ts';
import { aboutTitle, type Fact, type Origin, type Part, Proof, sealedFacts } from '../proof/about.ts';
import { PdfDocument } from './document.ts';
import type { FontFiles } from './fonts.ts';
import { createLineBreaker, type Layout, type LineBreaker, layOut, type Paper } from './layout.ts';
import { sealPdf } from './seal.ts';
import {
  createTypesetter,
  isPlain,
  type Line,
  textLeading as leading,
  noLine,
  type Typesetter,
} from './text/typesetter.ts';

export function createPdfWriter(files: FontFiles): FileWriter {
  /** Texts that Helvetica cannot write. */
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

// Draws the report: the records on as many pages as they need, the facts about the file, and the corrections.

const reportTitle = 'Attendance Records Report';

// A4 in landscape, in points.
const page = { width: 841.89, height: 595.28, margin: 34 };
const right = page.width - page.margin;
const titleSize = 16;
const gap = 10;
/** Top of the rows. All pages have the table's header, and the first also has the title. */
const firstTop = page.margin + 62;
const otherTop = page.margin + 20;
const bottom = page.height - page.margin - 14;
const linesFrom = (top: number) => Math.floor((bottom - top) / leading);
const labelWidth = 150;

const correctionsTop = page.margin + 44;

const paper: Paper = {
  left: page.margin,
  width: right - page.margin,
  gap,
  linesOnFirst: linesFrom(firstTop),
  linesOnOthers: linesFrom(otherTop),
};

/** Layout of the corrections, whose first page has a title. */
const correctionsPaper: Paper = { ...paper, linesOnFirst: linesFrom(correctionsTop) };

interface Layouts {
  readonly records: Layout;
  /** Has no pages if there are no corrections. */
  readonly corrections: Layout;
}

interface Report {
  readonly rows: number;
  readonly origin: Origin;
  readonly part: Part;
  readonly facts: readonly Fact[];
  readonly breaker: LineBreaker;
  onProgress(rows: number): void;
}

function drawReport(doc: PdfDocument, { records: layout, corrections }: Layouts, report: Report): void {
  const about = aboutLines(report);
  const lastTop = layout.pages.length === 1 ? firstTop : otherTop;
  const aboutFits = layout.linesOnLast + about.length + 2 <= linesFrom(lastTop);
  const ownPages = layout.pages.length + (aboutFits ? 0 : 1);
  const count = ownPages + corrections.pages.length;
  for (const [index, columns] of layout.pages.entries()) {
    const top = index === 0 ? firstTop : otherTop;
    if (index === 0) drawTitle(doc, report);
    else doc.addPage();
    drawTable(doc, inPdf(titlesOf(report.origin)), layout.edges, columns, top);
    drawFooter(doc, index + 1, count);
    report.onProgress(Math.round(((index + 1) / layout.pages.length) * report.rows));
  }
  if (aboutFits) drawAbout(doc, about, lastTop + (layout.linesOnLast + 2) * leading);
  else {
    doc.addPage();
    drawAbout(doc, about, page.margin + leading);
    drawFooter(doc, ownPages, count);
  }
  for (const [index, columns] of corrections.pages.entries()) {
    doc.addPage();
    if (index === 0) drawHeading(doc, correctionsTitle);
    drawTable(doc, correctionTitles, corrections.edges, columns, index === 0 ? correctionsTop : otherTop);
    drawFooter(doc, ownPages + index + 1, count);
  }
}

function drawHeading(doc: PdfDocument, text: string): void {
  doc.drawText(text, page.margin, page.margin + titleSize, { weight: 'bold', size: titleSize });
}

function drawTitle(doc: PdfDocument, { origin, part, rows }: Report): void {
  drawHeading(doc, reportTitle);
  const total = `Total records: ${part.allRows}`;
  const share = part.of > 1 ? `, of which ${rows} are in this part, ${part.number} of ${part.of}` : '';
  doc.drawText([`Generated on: ${origin.exportedOn}`, total + share], page.margin, page.margin + 30);
}

function drawTable(
  doc: PdfDocument,
  titles: readonly string[],
  edges: readonly number[],
  columns: readonly (readonly Line[])[],
  top: number,
): void {
  for (const [column, title] of titles.entries()) {
    doc.drawText(title, edges[column] ?? 0, top - leading * 0.6, { weight: 'bold' });
  }
  doc.drawRule(page.margin, right, top - leading * 0.2);
  for (const [column, lines] of columns.entries()) doc.drawLines(lines, edges[column] ?? 0, top);
}

function drawFooter(doc: PdfDocument, number: number, count: number): void {
  doc.drawText(`Page ${number} of ${count}`, right, page.height - page.margin, { align: 'right' });
}

type AboutLine = readonly [label: Line, value: Line];

function aboutLines({ facts, breaker }: Report): AboutLine[] {
  return facts.flatMap(([label, value]) => {
    const labels = breaker.lines(label, labelWidth);
    const values = breaker.lines(value, paper.width - labelWidth - gap);
    const height = Math.max(labels.length, values.length);
    return Array.from({ length: height }, (_, index): AboutLine => [labels[index] ?? noLine, values[index] ?? noLine]);
  });
}

function drawAbout(doc: PdfDocument, lines: readonly AboutLine[], top: number): void {
  doc.drawText(aboutTitle, page.margin, top - leading * 0.2, { weight: 'bold' });
  doc.drawLines(
    lines.map(([label]) => label),
    page.margin,
    top,
  );
  doc.drawLines(
    lines.map(([, value]) => value),
    page.margin + labelWidth + gap,
    top,
  );
}
