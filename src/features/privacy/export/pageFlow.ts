// Puts what a report says on pages, one thing below the other. Nothing is drawn before the number of pages is known.

import type { PdfDocument } from '../../../platform/export/pdf/document.ts';
import { layOut } from '../../../platform/export/pdf/layout.ts';
import type { LineBreaker } from '../../../platform/export/pdf/lines.ts';
import {
  type Line,
  textLeading as leading,
  noLine,
  type Typesetter,
} from '../../../platform/export/pdf/text/typesetter.ts';

// A4 on its side, in points.

const page = { width: 841.89, height: 595.28, margin: 34 };
const left = page.margin;
const right = page.width - page.margin;
const bottom = page.height - page.margin - 14;
const labelWidth = 130;
const gap = 10;

type Draw = (doc: PdfDocument) => void;

export class PageFlow {
  readonly #setting: Setting;
  readonly #pages: Draw[][] = [[]];
  #top = page.margin;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  heading(text: string, size: number): void {
    // Keep a title with the lines below it: not alone at the end of a page.
    if (this.#linesLeft() < 6) this.#nextPage();
    const baseline = this.#top + size;
    this.#add((doc) => doc.drawText(text, left, baseline, { weight: 'bold', size }));
    this.#top += size + leading * 0.7;
  }

  /** Each begins on a line of its own, after an empty one if they are many. */
  texts(texts: readonly string[]): void {
    let lines: Line[] = [];
    const flush = () => {
      this.#lines(lines, left);
      lines = [];
    };
    for (const text of texts) {
      const broken = paragraph(text, right - left, this.#setting);
      if (lines.length + broken.length > this.#linesLeft()) flush();
      lines.push(...broken, noLine);
    }
    flush();
  }

  facts(facts: readonly (readonly [label: string, value: string])[]): void {
    const labels: Line[] = [];
    const values: Line[] = [];
    for (const [label, value] of facts) {
      const lines = paragraph(value, right - left - labelWidth, this.#setting);
      values.push(...(lines.length > 0 ? lines : [noLine]));
      labels.push(this.#setting.typesetter.set(label));
      while (labels.length < values.length) labels.push(noLine);
    }
    this.#columns([labels, values], [left, left + labelWidth]);
    this.space();
  }

  table(titles: readonly string[], rows: readonly (readonly string[])[]): void {
    const headLines = 2;
    if (this.#linesLeft() < headLines + 2) this.#nextPage();
    const whole = Math.floor((bottom - page.margin) / leading) - headLines;
    const layout = layOut(
      titles,
      rows,
      { left, width: right - left, gap, linesOnFirst: this.#linesLeft() - headLines, linesOnOthers: whole },
      this.#setting.breaker,
    );
    for (const [index, columns] of layout.pages.entries()) {
      if (index > 0) this.#nextPage();
      this.#tableHead(titles, layout.edges);
      this.#columns(columns, layout.edges);
    }
    this.space();
  }

  space(): void {
    this.#top += leading;
  }

  /** The document's first page is there already. */
  draw(doc: PdfDocument): void {
    for (const [index, draws] of this.#pages.entries()) {
      if (index > 0) doc.addPage();
      for (const draw of draws) draw(doc);
      const place = `Page ${index + 1} of ${this.#pages.length}`;
      doc.drawText(place, right, page.height - page.margin, { align: 'right' });
    }
  }

  #tableHead(titles: readonly string[], edges: readonly number[]): void {
    const baseline = this.#top + leading;
    this.#add((doc) => {
      for (const [column, title] of titles.entries())
        doc.drawText(title, edges[column] ?? left, baseline, { weight: 'bold' });
      doc.drawRule(left, right, baseline + leading * 0.4);
    });
    this.#top += 2 * leading;
  }

  #lines(lines: readonly Line[], edge: number): void {
    this.#columns([lines], [edge]);
  }

  /** All columns have the same number of lines; they go on on the next page. */
  #columns(columns: readonly (readonly Line[])[], edges: readonly number[]): void {
    const count = columns[0]?.length ?? 0;
    for (let from = 0; from < count; ) {
      if (this.#linesLeft() < 1) this.#nextPage();
      const to = Math.min(count, from + this.#linesLeft());
      const top = this.#top;
      const shown = columns.map((lines) => lines.slice(from, to));
      this.#add((doc) => {
        for (const [column, lines] of shown.entries()) doc.drawLines(lines, edges[column] ?? left, top);
      });
      this.#top += (to - from) * leading;
      from = to;
    }
  }

  #linesLeft(): number {
    return Math.floor((bottom - this.#top) / leading);
  }

  #nextPage(): void {
    this.#pages.push([]);
    this.#top = page.margin;
  }

  #add(draw: Draw): void {
    this.#pages.at(-1)?.push(draw);
  }
}

interface Setting {
  readonly breaker: LineBreaker;
  readonly typesetter: Typesetter;
}

/**
 * Breaks a long text into lines. Unlike the line breaker it measures word by word and keeps only words: the rows of a
 * report are all different, and there may be a hundred thousand.
 */
function paragraph(text: string, width: number, { breaker, typesetter }: Setting): Line[] {
  const lines: Line[] = [];
  let line = '';
  let lineWidth = 0;
  const end = () => {
    if (line !== '') lines.push(typesetter.set(line.trimEnd()));
    line = '';
    lineWidth = 0;
  };
  for (const word of text.split(/(?<=[\s\-/@.,:])/u)) {
    const wordWidth = breaker.widthOf(word);
    if (lineWidth + wordWidth > width) end();
    if (wordWidth > width) {
      lines.push(...breaker.lines(word, width));
      continue;
    }
    line += word;
    lineWidth += wordWidth;
  }
  end();
  return lines;
}
