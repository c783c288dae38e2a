// Closed months, whose days stay as they are until somebody reopens the month. Anything that could change such a day
// first checks here or in closedDays.ts.

import { closedInWords } from '../../../src/shared/words/closedMonths.ts';
import { lastDayOf } from '../../../src/shared/words/months.ts';
import { type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { invalid } from '../../platform/domainErrors.ts';
import { type Clock, type Clocks, daysAfter, instantOf, type WorkingDays } from '../../platform/time/clock.ts';
import { currentClocks } from '../settings/clocks.ts';

export function assertMonth(month: string): void {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw invalid({ month: 'Please enter a month such as 2026-10' });
}

/** Refuses text that is no month, and a month with a working day still to end. */
export function assertMonthEnded(month: string, { workingDays }: Clock, now: Date): void {
  assertMonth(month);
  if (month >= workingDays.dayOf(instantOf(now)).slice(0, 7)) throw invalid({ month: 'This month is not over yet' });
}

/** Finds closed months 'YYYY-MM' by company, oldest first. */
export async function closedMonthsOf(queries: Queries, companyIds: readonly number[]) {
  const rows = await closedWhere(queries, sql`company_id in (${companyIds})`);
  const ofCompany = Map.groupBy(rows, ({ company_id }) => company_id);
  return new Map([...ofCompany].map(([id, closed]) => [id, closed.map(({ month }) => month)]));
}

const closedWhere = (queries: Queries, condition: Sql) =>
  queries.all<{ company_id: number; month: string }>(
    sql`select company_id, month from closed_months where ${condition} and reopened_at is null order by month`,
  );

/** Says why a change is refused. */
export function closedMonthsRefusal(months: readonly string[]): string {
  const [whose, which] = new Set(months).size === 1 ? ['its', 'it'] : ['their', 'them'];
  return `${closedInWords(months)}, and this would change ${whose} days. Reopen ${which} first`;
}

/** Says why rules for all days of these companies must not change; empty if nothing is closed. */
export async function closedMonthBlocker(queries: Queries, companies: Sql): Promise<string> {
  const closed = await closedWhere(queries, sql`company_id in (select id from companies where ${companies})`);
  return closed.length === 0 ? '' : closedMonthsRefusal(closed.map(({ month }) => month));
}

/** Refuses a change of these days, at these fields, while one of their months is closed. */
export async function assertNotClosed(
  queries: Queries,
  companyId: number,
  { from, until }: { readonly from: string; readonly until: string },
  fields: readonly string[],
): Promise<void> {
  const months = (await closedMonthsOf(queries, [companyId])).get(companyId) ?? [];
  const closed = months.filter((month) => month >= from.slice(0, 7) && month <= until.slice(0, 7));
  if (closed.length > 0) throw invalid(Object.fromEntries(fields.map((field) => [field, closedMonthsRefusal(closed)])));
}

/** Says why the installation's time zone must not change; companies with their own zone do not depend on it. */
export const zoneBlocker = (queries: Queries): Promise<string> =>
  closedMonthBlocker(
    queries,
    sql`deleted_at is null and id not in (select company_id from day_rules where timezone <> '')`,
  );

/** The days from the first of the oldest month to the last of the newest. */
export const daysOfMonths = (months: readonly string[]): { from: string; until: string } => ({
  from: `${months[0] ?? ''}-01`,
  until: lastDayOf(months.at(-1) ?? ''),
});

/** The calendar of a company that has closed months. */
export interface ClosedCalendar {
  readonly clocks: Clocks;
  readonly workingDays: WorkingDays;
  readonly months: readonly string[];
  isClosed(day: string): boolean;
  /** Whether an event of that working day may decide about a day of a closed month. */
  isNear(day: string): boolean;
}

/** A shift has at most 24 hours, and a day may have 23. */
const reachDays = [-2, -1, 0, 1, 2];

/** Returns undefined if no month is closed that an event from `since` on could reach. */
export async function closedCalendar(
  queries: Queries,
  companyId: number,
  since = '',
): Promise<ClosedCalendar | undefined> {
  const months = (await closedMonthsOf(queries, [companyId])).get(companyId) ?? [];
  const last = months.at(-1);
  if (last === undefined || since.slice(0, 10) > daysAfter(lastDayOf(last), reachDays.length)) return undefined;
  const clocks = await currentClocks(queries);
  const closed = new Set(months);
  const isClosed = (day: string) => closed.has(day.slice(0, 7));
  return {
    clocks,
    workingDays: clocks.of(companyId).workingDays,
    months,
    isClosed,
    isNear: (day) => reachDays.some((days) => isClosed(daysAfter(day, days))),
  };
}
