// What one row of a file says: the company and the values of an employee. A blank cell says nothing.

import type { Company } from '../../../shared/contract/entities/companies.ts';
import { unguarded } from '../../../platform/csv/writeCsv.ts';
import type { CsvRow } from '../../../platform/csv/readCsv.ts';
import type { CompanyFinder } from './companyFinder.ts';
import { isDate, valueFields, type Columns, type Field, type ValueField } from './fields.ts';

export type Values = { readonly [F in ValueField]?: string };

export interface Problem {
  /** Undefined if the row as a whole is wrong. */
  field?: Field;
  message: string;
}

export interface Candidate {
  row: CsvRow;
  company: Company | undefined;
  values: Values;
  problems: readonly Problem[];
}

export interface Source {
  columns: Columns;
  /** How many cells a row may have. */
  width: number;
  companies: CompanyFinder;
  /** For rows that name no company. */
  company: Company | undefined;
}

export function candidateOf(row: CsvRow, { columns, width, companies, company }: Source): Candidate {
  const cell = (field: Field) => {
    const column = columns[field];
    return column === undefined ? '' : unguarded(row.cells[column] ?? '').trim();
  };
  const values: { [F in ValueField]?: string } = {};
  for (const field of valueFields) {
    const text = field === 'name' ? nameOf(cell) : cell(field);
    if (text !== '') values[field] = isDate(field) ? dateOf(text) : text;
  }

  const problems: Problem[] = [];
  const excess = row.cells.slice(width).filter((text) => text.trim() !== '').length;
  if (excess > 0) problems.push({ message: `The row has more cells than there are columns (${width})` });

  const named = cell('company');
  const found = named === '' ? (company ?? 'Company is required') : companies.find(named);
  if (typeof found === 'string') problems.push({ field: 'company', message: found });
  return { row, company: typeof found === 'string' ? undefined : found, values, problems };
}

/** Spreadsheets of many countries write 31.12.2026. */
function dateOf(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/** "Vorname;Name" and "Nombre;Apellidos" have a part of the name in the column that usually has all of it. */
function nameOf(cell: (field: Field) => string): string {
  const [first, whole, last] = [cell('first_name'), cell('name'), cell('last_name')];
  if (first && whole && last) return whole;
  return [first, whole, last].filter((part) => part !== '').join(' ');
}
