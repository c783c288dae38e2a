// Breaks texts into lines.

import type { Line, Run, Typesetter } from './text/typesetter.ts';

export interface LineBreaker {
  widthOf(text: string): number;
  lines(text: string, width: number): readonly Line[];
}

/** Widths and lines are kept: most cells of a column repeat. */
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
    // Between words; within a word only where it is wider than the column.
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
