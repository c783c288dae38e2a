// A list as an Excel file.

import type { Fact } from '../proof/about.ts';
import { textSheet, writeWorkbook } from '../xlsx/workbook.ts';
import type { ListRows } from './listFile.ts';

export interface ListSheet {
  title: string;
  author: string;
  rows: ListRows;
  /** Facts for a sheet about the export. */
  facts?: readonly Fact[] | undefined;
}

export function listWorkbook({ title, author, rows, facts }: ListSheet): Promise<Blob> {
  const shown = rows.map((cells) => cells.map(inCell));
  return writeWorkbook([textSheet(title, shown)], { author, facts });
}

/** Excel allows 32,767 characters in a cell, and reports a file with more as damaged. */
const longest = 32_000;
const inCell = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}… (too long for Excel: the other format has all of it)` : text;
