// Which column is which field in a file without column names, by what most of its cells look like.

import type { Columns, Field } from './fields.ts';

const sampled = 50;

export function guessColumns(rows: readonly (readonly string[])[], isCompany: (text: string) => boolean): Columns {
  const sample = rows.slice(0, sampled);
  const found: { [F in Field]?: number } = {};
  const taken = new Set<number>();
  const width = Math.max(0, ...sample.map((cells) => cells.length));

  function claim(field: Field, looksRight: (text: string) => boolean) {
    for (let column = 0; column < width; column += 1) {
      if (taken.has(column)) continue;
      const texts = sample.map((cells) => cells[column]?.trim() ?? '').filter((text) => text !== '');
      if (texts.length === 0 || texts.filter(looksRight).length < texts.length * 0.8) continue;
      taken.add(column);
      found[field] = column;
      return;
    }
  }

  claim('email', (text) => /^[^\s@]+@[^\s@]+$/.test(text));
  claim('company', isCompany);
  claim('phone', (text) => /^(?:\+|00?\d)[\d\s()/.-]{6,}$/.test(text) && /[\s()/+-]/.test(text));
  claim('employee_id', (text) => /^\S*\d\S*$/.test(text));
  claim('name', (text) => /^\p{L}.*\s\S/u.test(text));
  return found;
}
