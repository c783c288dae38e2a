// Pages of a list: the rows that a request asks for, and the answer around them.

import type { Page } from '../../../src/shared/contract/decode.ts';
import { invalid } from './domainErrors.ts';

interface PageSizes {
  readonly usual: number;
  readonly most: number;
}

/** Twelve cards fill the last row of a grid with one, two or three columns. */
const sizesOfCards: PageSizes = { usual: 12, most: 100 };
/** For tables. */
export const sizesOfRows: PageSizes = { usual: 50, most: 200 };
const maxPage = 1_000_000_000;

export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly offset: number;
}

export function pageRequestOf(
  query: { page?: number; per_page?: number },
  { usual, most }: PageSizes = sizesOfCards,
): PageRequest {
  const { page = 1, per_page = usual } = query;
  if (page < 1 || page > maxPage) throw invalid({ page: 'This must be a page number' });
  if (per_page < 1) throw invalid({ per_page: 'This must be at least 1' });
  const size = Math.min(per_page, most);
  return { page, size, offset: (page - 1) * size };
}

export function pageOf<T>(data: T[], total: number, { page, size }: PageRequest): Page<T> {
  return { data, total, current_page: page, per_page: size, last_page: Math.max(1, Math.ceil(total / size)) };
}
