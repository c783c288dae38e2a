import { groupDigits } from './plural.ts';

/** Range of the records on a page: '51–100 of 194'. Servers choose how many are on a page. */
export function pageRange(page: number, lastPage: number, count: number, total: number): string {
  // The last page may be shorter, so that it is counted from the end.
  const first = page < lastPage ? (page - 1) * count + 1 : total - count + 1;
  const last = first + count - 1;
  return `${groupDigits(first)}${last > first ? `–${groupDigits(last)}` : ''} of ${groupDigits(total)}`;
}
