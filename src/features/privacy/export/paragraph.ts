// Breaks a long text into lines. Unlike the line breaker it measures word by word and keeps only words: the rows of a
// report are all different, and there may be a hundred thousand.

import type { LineBreaker } from '../../../platform/export/pdf/lines.ts';
import type { Line, Typesetter } from '../../../platform/export/pdf/text/typesetter.ts';

export interface Setting {
  readonly breaker: LineBreaker;
  readonly typesetter: Typesetter;
}

export function paragraph(text: string, width: number, { breaker, typesetter }: Setting): Line[] {
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
