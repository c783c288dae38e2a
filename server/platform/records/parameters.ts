// Parameters of list calls: pages, days and ids.

import { invalidDay, periodRules } from '../../../src/shared/contract/checks.ts';
import type { Page } from '../../../src/shared/contract/decode.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { limitTo, type Queries, type Sql, scalar, sql } from '../db/db.ts';
import { invalid } from '../domainErrors.ts';
import { daysAfter, isDay } from '../time/clock.ts';
import { assertValid } from './endpoint.ts';

interface PageSizes {
  readonly usual: number;
  readonly most: number;
}

/** Twelve cards fill the last row of a grid with one, two or three columns. */
const sizesOfCards: PageSizes = { usual: 12, most: 100 };
/** Pages of tables. */
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

/** Reads a page of stored rows. `rows`, as they follow `from`, are counted; `load` reads those within a limit. */
export async function readPage<T>(
  queries: Queries,
  request: PageRequest,
  rows: Sql,
  load: (limit: Sql) => Promise<T[]>,
): Promise<Page<T>> {
  const [total, data] = await Promise.all([
    scalar(queries, sql`select count(*) from ${rows}`),
    load(limitTo(request.size, request.offset)),
  ]);
  return pageOf(data, total, request);
}

/** The first and last day, where a call names them. */
export interface PeriodQuery {
  start_date?: string;
  end_date?: string;
}

export function assertPeriod(period: PeriodQuery): void {
  const { start_date: start, end_date: end } = period;
  assertValid({
    ...(start !== undefined && !isDay(start) && { start_date: invalidDay }),
    ...(end !== undefined && !isDay(end) && { end_date: invalidDay }),
    ...validate(periodRules, period),
  });
}

/** The last days, including today, unless the call names others. */
export function recentDays(
  asked: PeriodQuery,
  { usual, most }: { readonly usual: number; readonly most: number },
  today: string,
): { from: string; until: string } {
  assertPeriod(asked);
  const until = asked.end_date ?? today;
  const from = asked.start_date ?? daysAfter(until, 1 - usual);
  if (until > daysAfter(from, most - 1)) throw invalid({ start_date: `Please select at most ${most} days` });
  return { from, until };
}

/** Ids in a query, separated by commas. */
export function idsIn(field: string, list: string, most: number): number[] {
  const ids = list.split(',');
  if (ids.length > most || !ids.every((id) => /^\d{1,15}$/.test(id)))
    throw invalid({ [field]: `These must be at most ${most} ids, separated by commas` });
  return ids.map(Number);
}
