// Draws the report: the table, over as many pages as it needs, and after it the facts about the file.

import { pdfTitles } from '../columns.ts';
import { aboutTitle, type Fact, type Origin, type Part } from '../proof/about.ts';
import type { PdfDocument } from './document.ts';
import type { Layout, Paper } from './layout.ts';
import type { LineBreaker } from './lines.ts';
import { textLeading as leading } from './text/painter.ts';
import { noLine, type Line } from './text/typesetter.ts';

export const reportTitle = 'Attendance Records Report';

// A4 on its side, in points.
const page = { width: 841.89, height: 595.28, margin: 34 };
const right = page.width - page.margin;
const titleSize = 16;
const gap = 10;
/** Where the rows begin. The first page also has the title; all have the header of the table. */
const firstTop = page.margin + 62;
const otherTop = page.margin + 20;
const bottom = page.height - page.margin - 14;
const linesFrom = (top: number) => Math.floor((bottom - top) / leading);
const labelWidth = 150;

export const paper: Paper = {
  left: page.margin,
  width: right - page.margin,
  gap,
  linesOnFirst: linesFrom(firstTop),
  linesOnOthers: linesFrom(otherTop),
};

interface Report {
  readonly rows: number;
  readonly origin: Origin;
  readonly part: Part;
  readonly facts: readonly Fact[];
  readonly breaker: LineBreaker;
  onProgress(rows: number): void;
}

export function drawReport(doc: PdfDocument, layout: Layout, report: Report): void {
  const about = aboutLines(report);
  const lastTop = layout.pages.length === 1 ? firstTop : otherTop;
  const aboutFits = layout.linesOnLast + about.length + 2 <= linesFrom(lastTop);
  const count = layout.pages.length + (aboutFits ? 0 : 1);
  for (const [index, columns] of layout.pages.entries()) {
    const top = index === 0 ? firstTop : otherTop;
    if (index === 0) drawTitle(doc, report);
    else doc.addPage();
    drawHeader(doc, layout.edges, top);
    for (const [column, lines] of columns.entries()) doc.drawLines(lines, layout.edges[column] ?? 0, top);
    drawFooter(doc, index + 1, count);
    report.onProgress(Math.round(((index + 1) / layout.pages.length) * report.rows));
  }
  if (aboutFits) {
    drawAbout(doc, about, lastTop + (layout.linesOnLast + 2) * leading);
    return;
  }
  doc.addPage();
  drawAbout(doc, about, page.margin + leading);
  drawFooter(doc, count, count);
}

function drawTitle(doc: PdfDocument, { origin, part, rows }: Report): void {
  doc.drawText(reportTitle, page.margin, page.margin + titleSize, { weight: 'bold', size: titleSize });
  const total = `Total records: ${part.allRows}`;
  const share = part.of > 1 ? `, of which ${rows} are in this part, ${part.number} of ${part.of}` : '';
  doc.drawText([`Generated on: ${origin.exportedOn}`, total + share], page.margin, page.margin + 30);
}

function drawHeader(doc: PdfDocument, edges: readonly number[], top: number): void {
  for (const [column, title] of pdfTitles.entries()) {
    doc.drawText(title, edges[column] ?? 0, top - leading * 0.6, { weight: 'bold' });
  }
  doc.drawRule(page.margin, right, top - leading * 0.2);
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
