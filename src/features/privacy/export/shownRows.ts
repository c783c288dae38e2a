// How the rows of a section are shown on paper: as a table where they are narrow enough, else each row as a text.

import type { ReportRow, ReportValue } from '../../../shared/contract/privacy.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { fieldTitle } from './reportFile.ts';

export type Shown =
  /** One row: its fields below one another. */
  | { readonly shape: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly shape: 'table'; readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly shape: 'texts'; readonly texts: readonly string[] };

/** More do not fit beside one another. */
const mostColumns = 10;
/** A value that would be cut into many short lines. */
const longText = 60;

export function shownRows(rows: readonly ReportRow[]): Shown {
  const [first, ...others] = rows;
  if (first && others.length === 0) return { shape: 'facts', facts: factsOf(first) };
  const fields = usedFields(rows);
  if (fields.length > mostColumns || rows.some(isWide)) return { shape: 'texts', texts: rows.map(inOneText) };
  return {
    shape: 'table',
    titles: fields.map(fieldTitle),
    rows: rows.map((row) => fields.map((field) => inWords(row[field]))),
  };
}

/** Fields that are empty in all rows say nothing. */
function usedFields(rows: readonly ReportRow[]): string[] {
  const fields = new Set<string>();
  for (const row of rows) for (const [field, value] of Object.entries(row)) if (inWords(value)) fields.add(field);
  return [...fields];
}

const isWide = (row: ReportRow) =>
  Object.values(row).some((value) => typeof value === 'string' && value.length > longText);

const factsOf = (row: ReportRow) =>
  Object.entries(row).map(([field, value]): [string, string] => [fieldTitle(field), inWords(value)]);

const inOneText = (row: ReportRow): string =>
  factsOf(row)
    .filter(([, value]) => value !== '')
    .map((fact) => fact.join(': '))
    .join('  ·  ');

function inWords(value: ReportValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return value.length > 'YYYY-MM-DD'.length ? formatTime(value) : value;
}
