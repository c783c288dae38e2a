// What comes before the first row: a byte order mark, and a line in which Excel names the separator.

import { markLength } from './encoding.ts';
import { separators, type Separator } from './separators.ts';

const separatorLine = /^sep=([,;\t])\r?\n/;

interface Preamble {
  length: number;
  lines: number;
  separator: Separator | undefined;
}

export function preamble(bytes: Uint8Array): Preamble {
  const mark = markLength(bytes);
  const beginning = new TextDecoder().decode(bytes.subarray(mark, mark + 10));
  const [line = '', named] = separatorLine.exec(beginning) ?? [];
  return {
    length: mark + line.length,
    lines: line ? 1 : 0,
    separator: separators.find((separator) => separator === named),
  };
}
