// Exports a complete list: all records that match the search and filters in the order shown, or none.

import listWorker from 'worker:./list.worker.ts';
import { today } from '../../../shared/words/days.ts';
import { ExportError } from '../errors.ts';
import type { Fact } from '../proof/about.ts';
import { type AskPageOfSize, withLargestPages } from '../read/readPages.ts';
import { readRecords } from '../read/readWhole.ts';
import { writeInWorker } from '../worker/startWorker.ts';
import type { ListReply } from './list.worker.ts';
import { type ListColumn, type ListFormat, type ListRows, listCsv, listRows } from './listFile.ts';
import type { ListSheet } from './listWorkbook.ts';

export interface ListExport<R> {
  format: ListFormat;
  /** Title of the sheet: 'Employees'. */
  title: string;
  /** Plural noun, for messages and for the file's name: 'employees'. */
  many: string;
  /** Day of the records, for the file's name. Defaults to today. */
  day?: string;
  columns: readonly ListColumn<R>[];
  /** Facts about all records, for a workbook. */
  facts?: readonly Fact[];
  /** Replaces the default of one row per record. */
  rows?(records: readonly R[]): Promise<ListRows>;
  ask: AskPageOfSize<R>;
  /** Picks and sorts the matching records where the server did not. */
  select?(records: readonly R[], signal: AbortSignal): Promise<readonly R[]>;
  author: string;
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export interface ExportedList {
  blob: Blob;
  name: string;
  rows: number;
  /** Reasons why the file may not match the list exactly; empty if it does. */
  notes: readonly string[];
}

export async function exportList<R extends { id: number }>(request: ListExport<R>): Promise<ExportedList> {
  const { format, title, many, day = today(), columns, facts, ask, select, author, signal, onProgress } = request;
  const source = { ask: withLargestPages(ask), many, leadIn: 'The file contains' };
  const { records: all, notes } = await readRecords(source, { signal, onProgress });
  const records = (await select?.(all, signal)) ?? all;
  if (records.length === 0) throw new ExportError('nothing', `No ${many} found to export`);

  const rows = (await request.rows?.(records)) ?? listRows(columns, records);
  const excel = async () =>
    (await writeInWorker<ListSheet, ListReply>(listWorker, { title, author, rows, facts }, signal)).blob;
  const blob = format === 'excel' ? await excel() : listCsv(rows, format);
  const name = `${many.replaceAll(' ', '-')}-${day}.${format === 'excel' ? 'xlsx' : 'csv'}`;
  return { blob, name, rows: records.length, notes };
}
