// The months in which to look for a page of attendance first. PostgreSQL plans a page for every month that it may come from,
// and with years of data the planning takes longer than reading the page.

import { monthAfter } from '../db/postgres/months/monthlyTables.ts';
import type { Filters } from './attendanceFilters.ts';

/**
 * The filters, limited to the month of the instant from which the page goes back, and to the given number of months before
 * it. Undefined if they are limited to these already.
 */
export function nearMonths(filters: Filters, instant: string, monthsBefore: number): Filters | undefined {
  const { from = '', until = instant } = filters;
  const newest = until < instant ? until : instant;
  const near = `${monthAfter(newest.slice(0, 7), -monthsBefore)}-01 00:00:00`;
  return from < near ? { ...filters, from: near } : undefined;
}
