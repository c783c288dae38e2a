// A list as an Excel file.

import { textSheet, writeWorkbook } from '../xlsx/workbook.ts';
import type { ListRows } from './listFile.ts';

export interface ListSheet {
  title: string;
  author: string;
  rows: ListRows;
}

export const listWorkbook = ({ title, author, rows }: ListSheet): Promise<Blob> =>
  writeWorkbook([textSheet(title, rows)], { author });
