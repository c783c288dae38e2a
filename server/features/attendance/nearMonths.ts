// The months in which to look for a page of attendance first. PostgreSQL plans a page for every month that it may come from,
// and with years of data the planning takes longer than reading the page.

import type { Caller } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import { monthAfter } from '../../platform/db/postgres/months/monthlyTables.ts';
import type { Filters } from './attendanceFilters.ts';
import { isCounted, totalsByMonth } from './attendanceTotals.ts';

interface Wanted {
  readonly caller: Caller;
  readonly filters: Filters;
  /** The page goes back from this instant. */
  readonly instant: string;
  readonly skip: number;
  readonly limit: number;
}

/** Where more rows are skipped, the page may be in any month. */
const mostSkipped = 2_000;

/** Reads the page in the months that are likely to have it, or in all that the filters leave. */
export async function lookNear<Found>(
  queries: Queries,
  wanted: Wanted,
  read: (filters: Filters) => Promise<Found[]>,
): Promise<Found[]> {
  const { filters, skip } = wanted;
  if (queries.dialect === 'sqlite' || skip > mostSkipped) return read(filters);
  // Few records may have a state, and these may be anywhere.
  return filters.hr_state !== undefined && isCounted(filters)
    ? lookByCounts(queries, wanted, read)
    : lookByGuess(wanted, read);
}

/** In two months, then in a year if they are likely to fill the page, and in all if these do not. */
async function lookByGuess<Found>(
  { filters, instant, limit }: Wanted,
  read: (filters: Filters) => Promise<Found[]>,
): Promise<Found[]> {
  const newest = newestMonth(filters, instant);
  const twoMonths = since(monthAfter(newest, -1), filters);
  if (!twoMonths) return read(filters);
  const found = await read(twoMonths);
  if (found.length === limit) return found;
  const year = found.length * 6 >= limit ? since(monthAfter(newest, -11), filters) : undefined;
  const foundInYear = year && (await read(year));
  return foundInYear?.length === limit ? foundInYear : read(filters);
}

/** In the months before the newest one that have enough records together, and in that one, of which only a part may count. */
async function lookByCounts<Found>(
  queries: Queries,
  { caller, filters, instant, skip, limit }: Wanted,
  read: (filters: Filters) => Promise<Found[]>,
): Promise<Found[]> {
  const newest = newestMonth(filters, instant);
  const older = (await totalsByMonth(queries, caller, filters)).filter(({ month }) => month < newest);
  let sum = 0;
  const enough = older.find(({ total }) => {
    sum += total;
    return sum >= skip + limit;
  });
  const near = since((enough ?? older.at(-1))?.month ?? newest, filters);
  if (!near) return read(filters);
  const found = await read(near);
  // Some may have got another state since they were counted.
  return !enough || found.length === limit ? found : read(filters);
}

const newestMonth = ({ until }: Filters, instant: string): string =>
  (until !== undefined && until < instant ? until : instant).slice(0, 7);

/** Undefined if the filters leave no other months. */
function since(month: string, filters: Filters): Filters | undefined {
  const from = `${month}-01 00:00:00`;
  return filters.from === undefined || filters.from < from ? { ...filters, from } : undefined;
}
