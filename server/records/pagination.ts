// Pages of a list: which rows a request asks for, and the paginator that answers it.

import type { Page } from '../../src/contract/decode.ts';
import { invalid } from '../platform/domainErrors.ts';

/** Fills whole rows of a grid of one, two or three columns. */
const usualPageSize = 12;
const largestPageSize = 100;
const lastConceivablePage = 1_000_000_000;

export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly offset: number;
}

export function pageRequestOf(query: { page?: number; per_page?: number }): PageRequest {
  const { page = 1, per_page: wanted = usualPageSize } = query;
  if (page < 1 || page > lastConceivablePage) throw invalid({ page: 'This must be the number of a page' });
  if (wanted < 1) throw invalid({ per_page: 'This must be at least 1' });
  const size = Math.min(wanted, largestPageSize);
  return { page, size, offset: (page - 1) * size };
}

export function pageOf<T>(data: T[], total: number, { page, size }: PageRequest): Page<T> {
  return { data, total, current_page: page, per_page: size, last_page: Math.max(1, Math.ceil(total / size)) };
}
