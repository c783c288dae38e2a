import { groupDigits } from './plural.ts';

/** Returns the range of the records on a page: '51–100 of 194'. The server decides the size of pages. */
export function pageRange(page: number, lastPage: number, count: number, total: number): string {
  // The last page may be shorter, so it is counted from the end.
  const first = page < lastPage ? (page - 1) * count + 1 : total - count + 1;
  const last = first + count - 1;
  return `${groupDigits(first)}${last > first ? `–${groupDigits(last)}` : ''} of ${groupDigits(total)}`;
}
