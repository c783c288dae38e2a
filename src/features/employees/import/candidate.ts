// Reads what one row of a file says: the company and the values of an employee. A blank cell says nothing.

import type { CsvRow } from '../../../platform/csv/readCsv.ts';
import { unguarded } from '../../../platform/csv/writeCsv.ts';
import type { CompanyChoice } from '../../../platform/lists/useCompanies.ts';
import { employeeFields, withoutInvisible } from '../../../shared/contract/employees.ts';
import { folded } from '../../../shared/contract/searchText.ts';
import { type Columns, type Field, type ValueField, valueFields } from './columns.ts';

export type Values = { readonly [F in ValueField]?: string };

export interface Problem {
  /** Undefined if the row as a whole is wrong. */
  field?: Field;
  message: string;
}

export interface Candidate {
  row: CsvRow;
  company: CompanyChoice | undefined;
  values: Values;
  problems: readonly Problem[];
}

export interface Source {
  columns: Columns;
  /** How many cells a row may have. */
  width: number;
  companies: CompanyFinder;
  /** The company for rows that name none. */
  company: CompanyChoice | undefined;
  /** Order of day and month in 3/4/2026, if the file tells. */
  dateOrder?: DateOrder | undefined;
}

export function candidateOf(row: CsvRow, { columns, width, companies, company, dateOrder }: Source): Candidate {
  const cell = (field: Field) => cellOf(row, columns[field]);
  const values: { [F in ValueField]?: string } = {};
  for (const field of valueFields) {
    const text =
      field === 'name' ? nameOf(cell) : employeeFields[field].identifies ? withoutInvisible(cell(field)) : cell(field);
    const value = employeeFields[field].isDay ? dateOf(text, dateOrder) : text;
    if (value !== '' && value !== noEnd) values[field] = value;
  }

  const problems: Problem[] = [];
  const excess = row.cells.slice(width).filter((text) => text.trim() !== '').length;
  if (excess > 0) problems.push({ message: `The row has more cells than there are columns (${width})` });

  const named = cell('company');
  const match = named === '' ? (company ?? 'Company is required') : companies.find(named);
  if (typeof match === 'string') problems.push({ field: 'company', message: match });
  return { row, company: typeof match === 'string' ? undefined : match, values, problems };
}

/** Joins lines with a space: a form would join them without one. */
function cellOf({ cells }: CsvRow, column: number | undefined): string {
  if (column === undefined) return '';
  const lines = unwrapped(cells[column] ?? '').split(/[\r\n]+/);
  return lines
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

/** Unwraps ="0042", which programs write so that a spreadsheet shows 0042 instead of 42. */
function unwrapped(cell: string): string {
  const [, quoted] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? [];
  return quoted?.replaceAll('""', '"') ?? unguarded(cell);
}

// Dates, as spreadsheets and databases of many countries write them: 2026-12-31, 31.12.2026, and 31/12/2026 or
// 12/31/2026, where the file tells which number is the day; each may be followed by a midnight.

const midnight = String.raw`(?:[ T](?:00?:00(?::00(?:\.0+)?)?|12:00(?::00)? ?AM))?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${midnight}$`);
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${midnight}$`);

type DateOrder = 'dayFirst' | 'monthFirst';

/**
 * Finds the order of day and month: a file writes all its dates alike, and a number over 12 is a day. Read all rows
 * before asking for the result.
 */
export function dateOrderReader(columns: Columns) {
  const ofDays = valueFields.flatMap((field) => (employeeFields[field].isDay ? (columns[field] ?? []) : []));
  const orders = new Set<DateOrder>();
  return {
    read(row: CsvRow) {
      for (const column of ofDays) {
        const [, one, sign, other] = yearLast.exec(cellOf(row, column)) ?? [];
        if (sign === '.') continue;
        if (Number(one) > 12) orders.add('dayFirst');
        if (Number(other) > 12) orders.add('monthFirst');
      }
    },
    /** Undefined if no date tells, or if two disagree. */
    result(): DateOrder | undefined {
      const [order, ...others] = orders;
      return others.length === 0 ? order : undefined;
    },
  };
}

/** SAP and others write the last possible day where a date is unknown. */
const noEnd = '9999-12-31';

/** Returns what it cannot read unchanged: it will be refused. */
function dateOf(text: string, dateOrder: DateOrder | undefined): string {
  const dayIn = (year: string, month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [, firstYear, month, day] = yearFirst.exec(text) ?? [];
  if (firstYear) return dayIn(firstYear, month, day);
  const [, one, sign, other, lastYear] = yearLast.exec(text) ?? [];
  const order = sign === '.' ? 'dayFirst' : dateOrder;
  if (!lastYear || !order) return text;
  return order === 'dayFirst' ? dayIn(lastYear, other, one) : dayIn(lastYear, one, other);
}

/**
 * Joins the parts: in "Vorname;Name" and "Nombre;Apellidos", the column that usually has the whole name has only one.
 */
function nameOf(cell: (field: Field) => string): string {
  const [first, whole, last] = [cell('first_name'), cell('name'), cell('last_name')];
  if (first && whole && last) return whole;
  return [first, whole, last].filter((part) => part !== '').join(' ');
}

export interface CompanyFinder {
  /** Returns one company, or why there is none. */
  find(text: string): CompanyChoice | string;
  has(text: string): boolean;
}

const plain = (text: string) => folded(text).trim().replace(/\s+/g, ' ');

/** Finds the company that a cell names: by its identifier, its CRM ID or its name, ignoring case and accents. */
export function companyFinder(companies: readonly CompanyChoice[]): CompanyFinder {
  const byName = Map.groupBy(companies, ({ name }) => plain(name));
  const byIdentifier = new Map<string, CompanyChoice>();
  for (const company of companies) {
    for (const identifier of [company.unique_identifier, company.crm_company_id]) {
      if (identifier) byIdentifier.set(plain(identifier), company);
    }
  }

  function find(text: string): CompanyChoice | string {
    const wanted = plain(text);
    const identified = byIdentifier.get(wanted);
    if (identified) return identified;
    const [company, ...others] = byName.get(wanted) ?? [];
    if (!company) return `There is no company “${text}”`;
    if (others.length > 0) return `${others.length + 1} companies are named “${text}”. Use the identifier`;
    return company;
  }
  return { find, has: (text) => typeof find(text) !== 'string' };
}
