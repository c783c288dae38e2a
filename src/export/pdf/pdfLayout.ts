// Where everything in a PDF goes: how wide the columns are, where a text breaks, which lines stand on which
// page.

import type { Run, Typesetter } from './text/typesetter.ts';

/** One line of one cell, as it is drawn. */
export type Line = readonly Run[];

export const noLine: Line = [];

export interface Layout {
  /** The left edges of the columns. */
  readonly edges: readonly number[];
  /** Per page and column the lines from top to bottom; every column of a page has as many. */
  readonly pages: readonly (readonly Line[])[][];
  /** How many lines of the last page are taken. */
  readonly taken: number;
}

interface Paper {
  readonly left: number;
  readonly width: number;
  readonly gap: number;
  readonly linesOnFirst: number;
  readonly linesOnOthers: number;
}

export type Measure = (run: Run) => number;

export function layOut(rows: readonly (readonly string[])[], paper: Paper, breaker: Breaker): Layout {
  const [titles = []] = rows;
  const room = paper.width - paper.gap * (titles.length - 1);
  const widths = fitWidths(
    titles.map((_, column) => breaker.widest(rows, column)),
    room,
  );
  let edge = paper.left;
  const edges = widths.map((width) => {
    const here = edge;
    edge += width + paper.gap;
    return here;
  });

  const pages: Line[][][] = [];
  let page: Line[][] = [];
  let left = 0;
  for (const cells of rows.slice(1)) {
    const broken = cells.map((cell, column) => breaker.lines(cell, widths[column] ?? 0));
    const height = Math.max(...broken.map((lines) => lines.length));
    if (height > left) {
      page = cells.map(() => []);
      left = pages.length === 0 ? paper.linesOnFirst : paper.linesOnOthers;
      pages.push(page);
    }
    for (const [column, lines] of broken.entries()) {
      for (let index = 0; index < height; index += 1) page[column]?.push(lines[index] ?? noLine);
    }
    left -= height;
  }
  return { edges, pages, taken: page[0]?.length ?? 0 };
}

/**
 * Every column as wide as its content where there is room; otherwise the widest give way, all to the same
 * width.
 */
function fitWidths(wanted: readonly number[], room: number): number[] {
  let widest = Math.max(...wanted);
  const sum = () => wanted.reduce((total, width) => total + Math.min(width, widest), 0);
  for (let columns = 1; sum() > room && columns <= wanted.length; columns += 1) {
    const kept = [...wanted].sort((one, other) => one - other).slice(0, wanted.length - columns);
    widest = (room - kept.reduce((total, width) => total + width, 0)) / columns;
    if ((kept.at(-1) ?? 0) <= widest) break;
  }
  const spare = Math.max(0, room - sum()) / wanted.length;
  return wanted.map((width) => Math.min(width, widest) + spare);
}

export interface Breaker {
  widest(rows: readonly (readonly string[])[], column: number): number;
  lines(text: string, width: number): readonly Line[];
}

export function createBreaker(typesetter: Typesetter, measure: Measure): Breaker {
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
    // Between words; within one only where it is wider than the column.
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
    widest: (rows, column) => rows.reduce((widest, cells) => Math.max(widest, widthOf(cells[column] ?? '')), 0),
    lines(text, width) {
      if (widthOf(text) <= width) return [typesetter.set(text)];
      const key = `${width} ${text}`;
      const before = broken.get(key);
      if (before) return before;
      const lines = breakText(text, width);
      broken.set(key, lines);
      return lines;
    },
  };
}
