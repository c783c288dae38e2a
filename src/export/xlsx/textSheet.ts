// A sheet of text cells only, so that numbers keep their zeros and nothing is a formula: a row of titles that stays, and
// columns as wide as their texts.

import type { PackedSheet } from './packedSheet.ts';
import { widest } from './rowHeight.ts';

const narrowest = 10;

export const textSheet = (title: string, rows: readonly (readonly string[])[]): PackedSheet => ({
  title,
  rows,
  widths: (rows[0] ?? []).map((_, column) => widthOf(rows.map((cells) => cells[column] ?? ''))),
});

const widthOf = (cells: readonly string[]): number =>
  cells.reduce((width, cell) => Math.min(widest, Math.max(width, cell.length + 2)), narrowest);
