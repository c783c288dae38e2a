// Finds which column of a file is which field: by the names in the first row, or by what the cells look like.

import { folded } from '../../../shared/contract/searchText.ts';
import { type Columns, type Field, fieldNames, fields } from './fields.ts';

const plain = (header: string) => folded(header).replace(/[^\p{L}\p{N}]/gu, '');

export function matchColumns(headers: readonly string[], wanted = fields): Columns {
  const names = headers.map(plain);
  const columns: { [F in Field]?: number } = {};
  for (const field of wanted) {
    const spelling = fieldNames[field].spellings.split(' ').find((each) => names.includes(each));
    if (spelling !== undefined) columns[field] = names.indexOf(spelling);
  }
  return columns;
}

/** Tells whether the first row has names of columns: one that is known, and nothing that only a person has. */
export const hasHeader = (first: readonly string[]): boolean =>
  Object.keys(matchColumns(first)).length > 0 && !first.some((cell) => /@|^\d+$/.test(cell.trim()));

const sampled = 50;

/** Guesses the columns of a file without column names, by what most of their cells look like. */
export function guessColumns(rows: readonly (readonly string[])[], isCompany: (text: string) => boolean): Columns {
  const sample = rows.slice(0, sampled);
  const columns: { [F in Field]?: number } = {};
  const taken = new Set<number>();
  const width = Math.max(0, ...sample.map((cells) => cells.length));

  function claim(field: Field, looksRight: (text: string) => boolean) {
    for (let column = 0; column < width; column += 1) {
      if (taken.has(column)) continue;
      const texts = sample.map((cells) => cells[column]?.trim() ?? '').filter((text) => text !== '');
      if (texts.length === 0 || texts.filter(looksRight).length < texts.length * 0.8) continue;
      taken.add(column);
      columns[field] = column;
      return;
    }
  }

  claim('email', (text) => /^[^\s@]+@[^\s@]+$/.test(text));
  claim('company', isCompany);
  claim('phone', (text) => /^(?:\+|00?\d)[\d\s()/.-]{6,}$/.test(text) && /[\s()/+-]/.test(text));
  claim('employee_id', (text) => /^\S*\d\S*$/.test(text));
  claim('name', (text) => /^\p{L}.*\s\S/u.test(text));
  return columns;
}
