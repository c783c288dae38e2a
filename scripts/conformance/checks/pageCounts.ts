// Checks the numbers of a paginator: last_page, total and per_page against the records on the pages.

import type { CallKey } from '../../../src/shared/contract/calls.ts';
import type { Group } from '../findings.ts';
import { idsOf, type Identified, type ReadPage, type WholeList } from '../pages.ts';

export interface List {
  key: CallKey;
  read: ReadPage;
  perPage?: number;
}

/** Without `last_page` the console shows the first page only, so nothing else is checked. */
export async function checkLastPage(group: Group, { key, read, perPage }: List, whole: WholeList<Identified>) {
  const { rows, total, isBare, lacksLastPage } = whole;
  const next = isBare && rows.length > 0 ? await read({ page: 2, ...(perPage && { per_page: perPage }) }) : undefined;
  const first = new Set(idsOf(rows));
  const more = next?.ok ? next.data.data.filter(({ id }) => !first.has(id)).length : 0;
  const isMissing = (lacksLastPage && total !== rows.length) || more > 0;
  const found = more > 0 ? `page=2 has ${more} more` : `total is ${total}`;
  group.expect(key, 'A list with pages has last_page', !isMissing, {
    field: 'last_page',
    detail: `last_page is missing: page 1 has ${rows.length} records, ${found}; send the number of pages beside the rows`,
    shown: 'The first page only, without Previous and Next, also in exports',
  });
  return !isMissing;
}

export function checkSum(
  group: Group,
  key: CallKey,
  { rows, total, pages, isCut }: WholeList<Identified>,
  maxPages: number,
  part: string,
  perPage: number | undefined,
): boolean {
  const claim = `The pages${part} add up to the total`;
  if (isCut) {
    group.skip(key, claim, `Only ${maxPages} pages were read; use --pages to read more`);
    return true;
  }
  const counted = `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`;
  const size = pages[0]?.data.length ?? 0;
  const isCapped = perPage !== undefined && size < perPage && size < total;
  const sums = `total is ${total}, last_page is ${pages.length}, and ${counted} had ${rows.length} records`;
  group.expect(key, claim, rows.length === total, {
    field: isCapped ? 'last_page' : 'total',
    detail: isCapped
      ? `Asked for per_page=${perPage}, page 1 has ${size} records, but ${sums}; compute last_page for pages of ${size}`
      : `${sums}; count with the same conditions as the rows`,
    shown:
      key === 'GET /attendance'
        ? 'An export that warns about the wrong total'
        : `A count of ${total}, but ${rows.length} records on all pages`,
  });
  return rows.length === total;
}

export function checkSize(
  group: Group,
  key: CallKey,
  { pages, total, isBare }: WholeList<Identified>,
  perPage: number,
): void {
  const claim = `per_page=${perPage} returns pages of ${perPage}`;
  const size = pages[0]?.data.length ?? 0;
  if (isBare || size === Math.min(perPage, total)) return group.check(key, claim);
  group.note(key, claim, {
    field: 'data',
    detail: `Page 1 has ${size} of ${total} records`,
    shown: `Slower exports: ${pages.length} requests instead of ${Math.ceil(total / perPage)}`,
  });
}
