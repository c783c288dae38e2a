// PDF files of the rows that were collected, a part a file. jspdf draws; a whole column of a page is one
// call.

import { jsPDF } from 'jspdf';
import { aboutTitle, Proof, type Fact, type Origin, type Part } from '../proof/about.ts';
import { pdfTitles, type Row } from '../columns.ts';
import { createBreaker, layOut, noLine, type Breaker, type Layout, type Line, type Measure } from './pdfLayout.ts';
import { sealPdf } from './pdfSeal.ts';
import type { Painter, Picture } from './text/painter.ts';
import { plainFont, textLeading, textSize, type Run, type Typesetter } from './text/typesetter.ts';

// jspdf's own joining of Arabic drops letters and its order of mixed lines is wrong; text comes here in
// glyphs already.
jsPDF.API.events = jsPDF.API.events.filter(([event]) => event !== 'preProcessText');

export const pdfRowsPerFile = 50_000;
const reportTitle = 'Attendance Records Report';

// A4 on its side, in points.
const page = { width: 841.89, height: 595.28, margin: 34 };
const size = { title: 16, text: textSize };
const leading = textLeading;
const gap = 10;
/** The first page also has the title; all have the header of the table. */
const firstTop = page.margin + 62;
const otherTop = page.margin + 20;
const bottom = page.height - page.margin - 14;
const linesFrom = (top: number) => Math.floor((bottom - top) / leading);
const labelWidth = 150;

interface PdfOptions {
  readonly origin: Origin;
  readonly part: Part;
  readonly typesetter: Typesetter;
  onProgress(rows: number): void;
}

export async function buildPdf(batches: AsyncIterable<Row[]>, options: PdfOptions): Promise<Blob> {
  const { origin, part, typesetter, onProgress } = options;
  const proof = new Proof();
  const rows: (readonly string[])[] = [pdfTitles];
  for await (const batch of batches) {
    proof.add(batch);
    for (const { cells } of batch) rows.push(cells.slice(0, pdfTitles.length));
  }
  const facts = proof.facts(origin, part);

  const doc = openDocument(typesetter);
  const measure = createMeasure(doc, typesetter.painter);
  const breaker = createBreaker(typesetter, measure);
  const layout = layOut(
    rows,
    {
      left: page.margin,
      width: page.width - 2 * page.margin,
      gap,
      linesOnFirst: linesFrom(firstTop),
      linesOnOthers: linesFrom(otherTop),
    },
    breaker,
  );
  drawPages(doc, layout, {
    rows: rows.length - 1,
    origin,
    part,
    facts,
    breaker,
    measure,
    painter: typesetter.painter,
    placed: new Set(),
    onProgress,
  });
  return sealPdf(doc.output('arraybuffer'), facts);
}

/** The report's own words, where they are not the records'. */
interface Report {
  rows: number;
  origin: Origin;
  part: Part;
  facts: readonly Fact[];
  breaker: Breaker;
  measure: Measure;
  painter: Painter | undefined;
  /** The names of the pictures that the document has. */
  placed: Set<string>;
  onProgress(rows: number): void;
}

function drawPages(doc: jsPDF, layout: Layout, report: Report): void {
  const about = aboutLines(report);
  const lastTop = layout.pages.length === 1 ? firstTop : otherTop;
  const aboutFits = layout.taken + about.length + 2 <= linesFrom(lastTop);
  const count = layout.pages.length + (aboutFits ? 0 : 1);
  for (const [index, columns] of layout.pages.entries()) {
    const top = index === 0 ? firstTop : otherTop;
    if (index === 0) drawTitle(doc, report);
    else doc.addPage();
    drawHeader(doc, layout.edges, top);
    for (const [column, lines] of columns.entries()) drawColumn(doc, lines, layout.edges[column] ?? 0, top, report);
    drawFooter(doc, index + 1, count);
    report.onProgress(Math.round(((index + 1) / layout.pages.length) * report.rows));
  }
  if (aboutFits) {
    drawAbout(doc, about, lastTop + (layout.taken + 2) * leading, report);
    return;
  }
  doc.addPage();
  drawAbout(doc, about, page.margin + leading, report);
  drawFooter(doc, count, count);
}

function drawTitle(doc: jsPDF, { origin, part, rows }: Report): void {
  setFont(doc, plainFont, 'bold', size.title);
  doc.text(reportTitle, page.margin, page.margin + size.title);
  setFont(doc, plainFont);
  const total = `Total records: ${part.allRows}`;
  const which = part.of > 1 ? `, of which ${rows} are in this part, ${part.number} of ${part.of}` : '';
  doc.text([`Generated on: ${origin.exportedOn}`, total + which], page.margin, page.margin + 30, {
    lineHeightFactor: leading / size.text,
  });
}

function drawHeader(doc: jsPDF, edges: readonly number[], top: number): void {
  setFont(doc, plainFont, 'bold');
  for (const [column, title] of pdfTitles.entries()) doc.text(title, edges[column] ?? 0, top - leading * 0.6);
  doc.setLineWidth(0.5);
  doc.line(page.margin, top - leading * 0.2, page.width - page.margin, top - leading * 0.2);
}

/**
 * One call a font: what stands in another one is an empty line to it. Lines of several fonts are drawn by
 * run.
 */
function drawColumn(doc: jsPDF, lines: readonly Line[], left: number, top: number, report: Report): void {
  const fontOf = (line: Line) => (line.length === 1 && !line[0]?.isPainted ? line[0]?.font : undefined);
  for (const font of new Set(lines.map(fontOf))) {
    if (font === undefined) continue;
    const last = lines.findLastIndex((line) => fontOf(line) === font);
    const glyphs = lines.slice(0, last + 1).map((line) => (fontOf(line) === font ? (line[0]?.glyphs ?? '') : ''));
    drawGlyphs(doc, font, glyphs, left, top);
  }
  for (const [index, line] of lines.entries()) {
    if (fontOf(line) !== undefined) continue;
    let edge = left;
    for (const run of line) {
      const width = report.measure(run);
      if (run.isPainted) placePicture(doc, run, edge, top + index * leading, width, report);
      else drawGlyphs(doc, run.font, [run.glyphs], edge, top + index * leading);
      edge += width;
    }
  }
}

/** One picture for all places where the same text stands: jspdf knows it again by its name. */
function placePicture(doc: jsPDF, { font, glyphs }: Run, left: number, top: number, width: number, report: Report) {
  const name = `${font} ${glyphs}`;
  const picture = report.placed.has(name) ? anyPicture : report.painter?.paint(font, glyphs);
  if (!picture) return;
  report.placed.add(name);
  doc.addImage(picture, 'RGBA', left, top, width, leading, name, 'FAST');
}

const anyPicture: Picture = { data: new Uint8ClampedArray(4), width: 1, height: 1 };

function drawGlyphs(doc: jsPDF, font: string, lines: string[], left: number, top: number): void {
  setFont(doc, font);
  // The glyphs are in the order in which they stand: jspdf must not turn them round.
  const asTheyStand = { isInputVisual: true, isOutputVisual: true };
  doc.text(lines, left, top + leading * 0.8, { lineHeightFactor: leading / size.text, ...asTheyStand });
}

function drawFooter(doc: jsPDF, number: number, count: number): void {
  setFont(doc, plainFont);
  doc.text(`Page ${number} of ${count}`, page.width - page.margin, page.height - page.margin, {
    align: 'right',
  });
}

type AboutLine = readonly [label: Line, value: Line];

function aboutLines({ facts, breaker }: Report): AboutLine[] {
  const valueWidth = page.width - 2 * page.margin - labelWidth - gap;
  return facts.flatMap(([label, value]) => {
    const labels = breaker.lines(label, labelWidth);
    const values = breaker.lines(value, valueWidth);
    const height = Math.max(labels.length, values.length);
    return Array.from({ length: height }, (_, index): AboutLine => [labels[index] ?? noLine, values[index] ?? noLine]);
  });
}

function drawAbout(doc: jsPDF, lines: readonly AboutLine[], top: number, report: Report): void {
  setFont(doc, plainFont, 'bold');
  doc.text(aboutTitle, page.margin, top - leading * 0.2);
  drawColumn(
    doc,
    lines.map(([label]) => label),
    page.margin,
    top,
    report,
  );
  drawColumn(
    doc,
    lines.map(([, value]) => value),
    page.margin + labelWidth + gap,
    top,
    report,
  );
}

function openDocument({ fonts }: Typesetter): jsPDF {
  const doc = new jsPDF({
    unit: 'pt',
    format: 'a4',
    orientation: 'landscape',
    compress: true,
    putOnlyUsedFonts: true,
  });
  doc.setProperties({ title: reportTitle });
  for (const { name, bytes } of fonts) {
    doc.addFileToVFS(name, base64Of(bytes));
    doc.addFont(name, name, 'normal');
  }
  return doc;
}

function base64Of(bytes: ArrayBuffer): string {
  let binary = '';
  const view = new Uint8Array(bytes);
  const piece = 0x8000;
  for (let at = 0; at < view.length; at += piece) binary += String.fromCharCode(...view.subarray(at, at + piece));
  return btoa(binary);
}

function setFont(doc: jsPDF, font: string, style: 'normal' | 'bold' = 'normal', fontSize = size.text): void {
  doc.setFont(font, style);
  doc.setFontSize(fontSize);
}

/** The width of a run as the sum of its glyphs, each measured once. */
function createMeasure(doc: jsPDF, painter: Painter | undefined): Measure {
  const fonts = new Map<string, Map<string, number>>();
  return ({ font, glyphs, isPainted }) => {
    if (isPainted && painter) return painter.widthOf(font, glyphs);
    let known = fonts.get(font);
    if (!known) fonts.set(font, (known = new Map()));
    let width = 0;
    for (const glyph of glyphs) {
      let own = known.get(glyph);
      if (own === undefined) {
        setFont(doc, font);
        own = doc.getTextWidth(glyph);
        known.set(glyph, own);
      }
      width += own;
    }
    return width;
  };
}
