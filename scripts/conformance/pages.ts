// Reads lists page by page.

import type { Page } from '../../src/shared/contract/decode.ts';
import { isObject, type Result } from './client.ts';

interface Paging {
  page: number;
  per_page?: number;
}
export interface Identified {
  id: number;
}
export type ReadPage<T extends Identified = Identified> = (paging: Paging) => Promise<Result<Page<T>>>;

export interface WholeList<T extends Identified> {
  pages: readonly Page<T>[];
  rows: readonly T[];
  /** As stated by the last page. */
  total: number;
  /** Whether the list came as a bare array, without pages. */
  isBare: boolean;
  /** Whether a paginator came without its `last_page`. */
  lacksLastPage: boolean;
  /** Whether there were more pages than `maxPages`. */
  isCut: boolean;
}

type Failure = Extract<Result<never>, { ok: false }>;

const attempts = 3;

/** Reads again if the total changed meanwhile, because records arrived. Returns the failure of a page, if any. */
export async function readWhole<T extends Identified>(
  read: ReadPage<T>,
  maxPages: number,
  perPage?: number,
): Promise<WholeList<T> | Failure> {
  for (let attempt = 1; ; attempt += 1) {
    const pages: Page<T>[] = [];
    let isBare = false;
    let lacksLastPage = false;
    let lastPage = 1;
    for (let page = 1; page <= Math.min(lastPage, maxPages); page += 1) {
      const result = await read({ page, ...(perPage && { per_page: perPage }) });
      if (!result.ok) return result;
      isBare = !isObject(result.raw);
      lacksLastPage = isObject(result.raw) && !hasLastPage(result.raw);
      lastPage = result.data.last_page;
      pages.push(result.data);
    }
    const totals = new Set(pages.map(({ total }) => total));
    if (totals.size > 1 && attempt < attempts) continue;
    return {
      pages,
      rows: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.total ?? 0,
      isBare,
      lacksLastPage,
      isCut: lastPage > maxPages,
    };
  }
}

const hasLastPage = (paginator: Record<string, unknown>) =>
  'last_page' in (isObject(paginator.meta) ? { ...paginator, ...paginator.meta } : paginator);

export const idsOf = (rows: readonly Identified[]) => rows.map(({ id }) => id);
