// A person's report as a PDF: whom it is about, what there is, then every section with its rows.

import { PdfDocument } from '../../../platform/export/pdf/document.ts';
import type { FontFiles } from '../../../platform/export/pdf/fonts.ts';
import { createLineBreaker, type LineBreaker, layOut } from '../../../platform/export/pdf/layout.ts';
import {
  createTypesetter,
  type Line,
  textLeading as leading,
  noLine,
  type Typesetter,
} from '../../../platform/export/pdf/text/typesetter.ts';
import type { ReportRow, ReportValue } from '../../../shared/contract/privacy.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import { formatDay, formatTime } from '../../../shared/words/time.ts';
import { kindName } from '../words.ts';
import type { ReadSection, ReportFile } from './reportFile.ts';

export async function reportPdf(file: ReportFile, fonts: FontFiles) {
  const typesetter = await createTypesetter(textsOf(file), fonts);
  const doc = new PdfDocument({ title: 'Personal Data', author: file.readBy }, typesetter);
  const breaker = createLineBreaker(typesetter, (run) => doc.measure(run));
  const flow = new PageFlow({ breaker, typesetter });
  addSummary(flow, file);
  for (const section of file.sections) if (section.content.length > 0) addSection(flow, section);
  flow.draw(doc);
  return { blob: new Blob([doc.output()], { type: 'application/pdf' }), missing: typesetter.missing };
}

function* textsOf({ person, sections, readBy }: ReportFile): Iterable<string> {
  yield person.name;
  yield person.number;
  yield person.company;
  yield readBy;
  for (const { content } of sections)
    for (const row of content) for (const value of Object.values(row)) if (typeof value === 'string') yield value;
}

function addSummary(flow: PageFlow, { person, sections, readBy, readOn }: ReportFile): void {
  flow.heading('Personal Data', 16);
  flow.facts([
    [kindName(person.kind), person.name],
    ...(person.number ? ([['Employee ID', person.number]] as const) : []),
    ...(person.company ? ([['Company', person.company]] as const) : []),
    ['Downloaded by', readBy],
    ['Downloaded on', readOn],
    ['Times', person.company ? 'By the clock of the company' : 'By the clock of the installation'],
  ]);
  flow.table(
    ['Section', 'Rows', 'From', 'To', 'What it holds'],
    sections.map(({ title, content, first, last, about }) => [
      title,
      groupDigits(content.length),
      formatDay(first),
      formatDay(last),
      about,
    ]),
  );
}

function addSection(flow: PageFlow, { title, content }: ReadSection): void {
  flow.heading(`${title} (${plural(content.length, 'row')})`, 12);
  const layout = shownRows(content);
  switch (layout.shape) {
    case 'facts':
      return flow.facts(layout.facts);
    case 'texts':
      return flow.texts(layout.texts);
    case 'table':
      return flow.table(layout.titles, layout.rows);
  }
}

type Shown =
  /** One row: its fields below one another. */
  | { readonly shape: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly shape: 'table'; readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly shape: 'texts'; readonly texts: readonly string[] };

/** More columns do not fit side by side. */
const mostColumns = 10;
/** Longer values would break into many short lines. */
const longText = 60;

/** Chooses how the rows of a section are printed: as a table if they are narrow enough, otherwise each row as text. */
export function shownRows(rows: readonly ReportRow[]): Shown {
  const [first, ...others] = rows;
  if (first && others.length === 0) return { shape: 'facts', facts: factsOf(first) };
  const fields = usedFields(rows);
  if (fields.length > mostColumns || rows.some(isWide)) return { shape: 'texts', texts: rows.map(inOneText) };
  return {
    shape: 'table',
    titles: fields.map(inWords),
    rows: rows.map((row) => fields.map((field) => shownValue(row[field]))),
  };
}

/** Leaves out fields that are empty in all rows. */
function usedFields(rows: readonly ReportRow[]): string[] {
  const fields = new Set<string>();
  for (const row of rows) for (const [field, value] of Object.entries(row)) if (shownValue(value)) fields.add(field);
  return [...fields];
}

const isWide = (row: ReportRow) =>
  Object.values(row).some((value) => typeof value === 'string' && value.length > longText);

const factsOf = (row: ReportRow) =>
  Object.entries(row).map(([field, value]): [string, string] => [inWords(field), shownValue(value)]);

const inOneText = (row: ReportRow): string =>
  factsOf(row)
    .filter(([, value]) => value !== '')
    .map((fact) => fact.join(': '))
    .join('  ·  ');

function shownValue(value: ReportValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return value.length > 'YYYY-MM-DD'.length ? formatTime(value) : value;
}

// Lays out a report on pages, from top to bottom. Nothing is drawn before the number of pages is known.

// A4 landscape, in points.

const page = { width: 841.89, height: 595.28, margin: 34 };
const left = page.margin;
const right = page.width - page.margin;
const bottom = page.height - page.margin - 14;
const labelWidth = 130;
const gap = 10;

type Draw = (doc: PdfDocument) => void;

class PageFlow {
  readonly #setting: Setting;
  readonly #pages: Draw[][] = [[]];
  #top = page.margin;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  heading(text: string, size: number): void {
    // Keep a title with the lines below it, not alone at the end of a page.
    if (this.#linesLeft() < 6) this.#nextPage();
    const baseline = this.#top + size;
    this.#add((doc) => doc.drawText(text, left, baseline, { weight: 'bold', size }));
    this.#top += size + leading * 0.7;
  }

  /** Starts each text on a new line, after an empty one if there are many. */
  texts(texts: readonly string[]): void {
    let lines: Line[] = [];
    const flush = () => {
      this.#columns([lines], [left]);
      lines = [];
    };
    for (const text of texts) {
      const broken = breakParagraph(text, right - left, this.#setting);
      if (lines.length + broken.length > this.#linesLeft()) flush();
      lines.push(...broken, noLine);
    }
    flush();
  }

  facts(facts: readonly (readonly [label: string, value: string])[]): void {
    const labels: Line[] = [];
    const values: Line[] = [];
    for (const [label, value] of facts) {
      const lines = breakParagraph(value, right - left - labelWidth, this.#setting);
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

  /** Adds no first page, since the document has one already. */
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

  /** Draws columns with the same number of lines, which may continue on the next page. */
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
 * Breaks a long text into lines. Unlike the line breaker it measures word by word and remembers only words: the rows of
 * a report are all different, and there may be a hundred thousand.
 */
function breakParagraph(text: string, width: number, { breaker, typesetter }: Setting): Line[] {
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
