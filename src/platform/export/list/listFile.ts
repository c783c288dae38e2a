// Content of an exported list, and its writers by format.

import { writeCsv } from '../../csv/writeCsv.ts';

/** 'exactCsv' does not guard texts that a spreadsheet would run as a formula. */
export type ListFormat = 'csv' | 'exactCsv' | 'excel';

export interface ListColumn<R> {
  title: string;
  text(record: R): string;
}

/** The first row has the titles. */
export type ListRows = readonly (readonly string[])[];

export const listRows = <R>(columns: readonly ListColumn<R>[], records: readonly R[]): ListRows => [
  columns.map(({ title }) => title),
  ...records.map((record) => columns.map(({ text }) => text(record))),
];

export const listCsv = (rows: ListRows, format: 'csv' | 'exactCsv'): Blob =>
  writeCsv(rows, { exact: format === 'exactCsv' });
