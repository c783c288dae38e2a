// The tables of a document, as rows of cells.

import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of all tables under a heading, up to the next one. */
export function rowsUnder(file: string, heading: string): string[][] {
  const section = readFileSync(path.join(root, file), 'utf8')
    .split(/^#+ /m)
    .find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${file} has no heading "${heading}"`);
  const lines = section.split('\n');
  const isRow = (line: string, index: number) =>
    line.startsWith('|') && !line.startsWith('| ---') && !lines[index + 1]?.startsWith('| ---');
  return lines.filter(isRow).map(cellsOf);
}

/** What stands between backticks. */
export const inCode = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
