// A list as an Excel file.

import { packedWorkbook } from '../xlsx/packedSheet.ts';
import { textSheet } from '../xlsx/textSheet.ts';
import type { ListRows } from './listFile.ts';

export interface ListSheet {
  title: string;
  author: string;
  rows: ListRows;
}

export const listWorkbook = ({ title, author, rows }: ListSheet): Promise<Blob> =>
  packedWorkbook([textSheet(title, rows)], { author });
