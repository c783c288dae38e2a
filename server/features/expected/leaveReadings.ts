// How far the leave of HR systems is known: by month, so that a closed month keeps what was known of its days.

import type { Leave } from '../../../src/shared/contract/expectedTime.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { closedMonthsOf } from '../workday/closedMonths.ts';

/** Leave that takes the same amount off each of its days. */
export interface StoredLeave extends Pick<Leave, 'first_day' | 'last_day' | 'is_half'> {
  readonly employee_id: number;
  /** 0 unless the HR system counts hours. */
  readonly minutes: number;
  /** Its id in the HR system; empty if it was entered by hand. */
  readonly source_id: string;
}

interface Reading {
  /** Name of the HR system. */
  readonly source: string;
  readonly readAt: string | null;
  /** Last day up to which all leave was read; empty if none was, null once leave is no longer read. */
  readonly knownUntil: string | null;
  /** Employees whose leave was not read. */
  readonly unmatched: readonly number[];
}

/** Stores how far leave is known for the open ones of these months. Requires the company's lock. */
export async function noteReading(
  queries: Queries,
  companyId: number,
  months: readonly string[],
  { source, readAt, knownUntil, unmatched }: Reading,
): Promise<void> {
  for (const month of await openMonths(queries, companyId, months))
    await queries.run(
      sql`insert into leave_readings (company_id, month, source, read_at, known_until, unmatched)
        values (${companyId}, ${month}, ${source}, ${readAt}, ${knownUntil}, ${JSON.stringify(unmatched)})
        on conflict (company_id, month) do update set source = excluded.source, read_at = excluded.read_at,
          known_until = excluded.known_until, unmatched = excluded.unmatched`,
    );
}

/** Keeps what was read; from now on, only Day Rules say from when leave is known. Requires the company's lock. */
export async function endReadings(queries: Queries, companyId: number): Promise<void> {
  await queries.run(
    sql`update leave_readings set known_until = null where company_id = ${companyId} and month not in (
      select month from closed_months where company_id = ${companyId} and reopened_at is null)`,
  );
}

export async function openMonths(queries: Queries, companyId: number, months: readonly string[]): Promise<string[]> {
  const closed = new Set((await closedMonthsOf(queries, [companyId])).get(companyId));
  return months.filter((month) => !closed.has(month));
}

/** Finds what is known of companies' leave in each month, from the newest reading at or before it. */
export async function findReadings(queries: Queries, companies: readonly number[]) {
  const rows = await queries.all<{
    company_id: number;
    month: string;
    source: string;
    read_at: string | null;
    known_until: string | null;
    unmatched: string;
  }>(
    sql`select company_id, month, source, read_at, known_until, unmatched from leave_readings
      where company_id in (${companies}) order by month desc`,
  );
  const readings = rows.map(({ company_id, month, source, read_at, known_until, unmatched }) => {
    const missing = new Set<number>(JSON.parse(unmatched));
    const isMatched = (employeeId: number) => !missing.has(employeeId);
    /** Undefined if leave is no longer read; empty if none of the person's was. */
    const knownUntil = (employeeId: number) =>
      known_until && !isMatched(employeeId) ? '' : (known_until ?? undefined);
    return { company_id, month, source, readAt: read_at, isMatched, knownUntil };
  });
  const ofCompany = Map.groupBy(readings, ({ company_id }) => company_id);
  return (companyId: number, month: string) => ofCompany.get(companyId)?.find((reading) => reading.month <= month);
}
