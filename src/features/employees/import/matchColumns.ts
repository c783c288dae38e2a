// Which column is which field, by the names in the first row.

import { folded } from '../../../shared/contract/searchText.ts';
import { fieldNames, fields, type Columns, type Field } from './fields.ts';

const plain = (header: string) => folded(header).replace(/[^\p{L}\p{N}]/gu, '');

export function matchColumns(headers: readonly string[], wanted = fields): Columns {
  const names = headers.map(plain);
  const found: { [F in Field]?: number } = {};
  for (const field of wanted) {
    const spelling = fieldNames[field].spellings.split(' ').find((each) => names.includes(each));
    if (spelling !== undefined) found[field] = names.indexOf(spelling);
  }
  return found;
}

/** Whether the first row has names of columns: one that is known, and nothing that only a person has. */
export const hasHeader = (first: readonly string[]): boolean =>
  Object.keys(matchColumns(first)).length > 0 && !first.some((cell) => /@|^\d+$/.test(cell.trim()));
