// A list as an Excel file.

import writeWorkbook from 'write-excel-file/universal';
import { textSheet } from '../xlsx/textSheet.ts';
import { workbookDetails } from '../xlsx/workbookDetails.ts';
import type { ListRows } from './listFile.ts';

export interface ListSheet {
  title: string;
  author: string;
  rows: ListRows;
}

const font = { fontFamily: 'Calibri', fontSize: 11 };

export function listWorkbook({ title, author, rows }: ListSheet): Promise<Blob> {
  return writeWorkbook([textSheet(title, rows)], { ...font, features: [workbookDetails(title, author)] }).toBlob();
}
