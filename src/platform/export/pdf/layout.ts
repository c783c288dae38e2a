// Breaks texts into lines, and lays out the table: column widths and the lines on each page.

import { type Line, noLine, type Run, type Typesetter } from './text/typesetter.ts';

export interface LineBreaker {
  widthOf(text: string): number;
  lines(text: string, width: number): readonly Line[];
}

/** Caches widths and lines, as most cells in a column repeat. */
export function createLineBreaker(typesetter: Typesetter, measure: (run: Run) => number): LineBreaker {
  const widths = new Map<string, number>();
  const broken = new Map<string, readonly Line[]>();

  function widthOf(text: string): number {
    let width = widths.get(text);
    if (width === undefined) {
      width = typesetter.set(text).reduce((sum, run) => sum + measure(run), 0);
      widths.set(text, width);
    }
    return width;
  }

  function breakText(text: string, width: number): Line[] {
    const lines: string[] = [];
    let line = '';
    // Breaks between words, and within a word only if it is wider than the column.
    for (const word of text.split(/(?<=[\s\-/@.])/u)) {
      if (widthOf((line + word).trimEnd()) <= width) {
        line += word;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const character of word) {
        if (line !== '' && widthOf(line + character) > width) {
          lines.push(line);
          line = '';
        }
        line += character;
      }
    }
    return [...lines, line].map((part) => typesetter.set(part.trimEnd()));
  }

  return {
    widthOf,
    lines(text, width) {
      if (widthOf(text) <= width) return [typesetter.set(text)];
      const key = `${width} ${text}`;
      const kept = broken.get(key);
      if (kept) return kept;
      const lines = breakText(text, width);
      broken.set(key, lines);
      return lines;
    },
  };
}

export interface Paper {
  readonly left: number;
  readonly width: number;
  /** Space between columns. */
  readonly gap: number;
  readonly linesOnFirst: number;
  readonly linesOnOthers: number;
}

export interface Layout {
  /** The left edges of the columns. */
  readonly edges: readonly number[];
  /** Lines from top to bottom, by page and column; all columns of a page have the same number. */
  readonly pages: readonly (readonly Line[])[][];
  readonly linesOnLast: number;
}

export function layOut(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  paper: Paper,
  breaker: LineBreaker,
): Layout {
  const room = paper.width - paper.gap * (titles.length - 1);
  const naturalWidths = titles.map((title, column) =>
    rows.reduce((widest, cells) => Math.max(widest, breaker.widthOf(cells[column] ?? '')), breaker.widthOf(title)),
  );
  const widths = fitWidths(naturalWidths, room);
  let edge = paper.left;
  const edges = widths.map((width) => {
    const left = edge;
    edge += width + paper.gap;
    return left;
  });

  const pages: Line[][][] = [];
  let page: Line[][] = [];
  let linesLeft = 0;
  function startPage() {
    page = titles.map(() => []);
    linesLeft = pages.length === 0 ? paper.linesOnFirst : paper.linesOnOthers;
    pages.push(page);
  }
  for (const cells of rows) {
    const broken = cells.map((cell, column) => breaker.lines(cell, widths[column] ?? 0));
    const height = Math.max(...broken.map((lines) => lines.length));
    if (height > linesLeft) startPage();
    for (let index = 0; index < height; index += 1) {
      // A row that is taller than a page continues on the next.
      if (linesLeft === 0) startPage();
      for (const [column, lines] of broken.entries()) page[column]?.push(lines[index] ?? noLine);
      linesLeft -= 1;
    }
  }
  return { edges, pages, linesOnLast: page[0]?.length ?? 0 };
}

/** Gives each column the width it needs if there is room; otherwise the widest ones shrink to a common width. */
function fitWidths(naturalWidths: readonly number[], room: number): number[] {
  let widest = Math.max(...naturalWidths);
  const sum = () => naturalWidths.reduce((total, width) => total + Math.min(width, widest), 0);
  for (let columns = 1; sum() > room && columns <= naturalWidths.length; columns += 1) {
    const kept = [...naturalWidths].sort((one, other) => one - other).slice(0, naturalWidths.length - columns);
    widest = (room - kept.reduce((total, width) => total + width, 0)) / columns;
    if ((kept.at(-1) ?? 0) <= widest) break;
  }
  const spare = Math.max(0, room - sum()) / naturalWidths.length;
  return naturalWidths.map((width) => Math.min(width, widest) + spare);
}
