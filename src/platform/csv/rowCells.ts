// The cells of one row. Text after a closing quote belongs to the cell, and a quote inside an unquoted cell is a quote.

import type { Separator } from './separators.ts';

export function cellsOf(row: string, separator: Separator): string[] {
  if (!row.includes('"')) return row.split(separator);
  const cells: string[] = [];
  let at = 0;
  do {
    const cell = cellAt(row, at, separator);
    cells.push(cell.text);
    at = cell.end + 1;
  } while (at <= row.length);
  return cells;
}

function cellAt(row: string, start: number, separator: Separator): { text: string; end: number } {
  const { text, end: closed } = row[start] === '"' ? quotedAt(row, start + 1) : { text: '', end: start };
  const next = row.indexOf(separator, closed);
  const end = next === -1 ? row.length : next;
  return { text: text + row.slice(closed, end), end };
}

/** From after the opening quote to after the closing one; two quotes are one. */
function quotedAt(row: string, start: number): { text: string; end: number } {
  let text = '';
  let from = start;
  for (;;) {
    const quote = row.indexOf('"', from);
    if (quote === -1) return { text: text + row.slice(from), end: row.length };
    text += row.slice(from, quote);
    if (row[quote + 1] !== '"') return { text, end: quote + 1 };
    text += '"';
    from = quote + 2;
  }
}
