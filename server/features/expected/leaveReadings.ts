// Leave read from HR systems, and how far it is known: by month, so that a closed month keeps its days and what was
// known of them.

import type { Leave } from '../../../src/shared/contract/expectedTime.ts';
import { lastDayOf } from '../../../src/shared/words/months.ts';
import { type Queries, rowsOf, sql } from '../../platform/db/db.ts';
import { daysAfter } from '../../platform/time/clock.ts';
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

async function openMonths(queries: Queries, companyId: number, months: readonly string[]): Promise<string[]> {
  const closed = new Set((await closedMonthsOf(queries, [companyId])).get(companyId));
  return months.filter((month) => !closed.has(month));
}

/** Replaces what was read before for the open ones of these months. Requires the company's lock. */
export async function replaceLeave(
  queries: Queries,
  companyId: number,
  months: readonly string[],
  leaves: readonly StoredLeave[],
): Promise<{ added: number; removed: number }> {
  const open = await openMonths(queries, companyId, months);
  const stored = await queries.all<StoredLeave & { id: number }>(
    sql`select id, employee_id, first_day, last_day, is_half, minutes, source_id from leaves
      where company_id = ${companyId} and source_id <> '' and substr(first_day, 1, 7) in (${open})`,
    ['is_half'],
  );
  const rows = leavesByMonth(leaves, open);
  const [before, after] = [new Set(stored.map(textOf)), new Set(rows.map(textOf))];
  const removed = stored.filter((row) => !after.has(textOf(row))).map(({ id }) => id);
  const added = rows.filter((row) => !before.has(textOf(row)));
  const days = { first_day: 'text', last_day: 'text', is_half: 'boolean', minutes: 'integer' } as const;
  await queries.run(sql`delete from leaves where id in (${removed})`);
  await queries.run(
    sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half, minutes, source_id)
      select ${companyId}, employee_id, first_day, last_day, is_half, minutes, source_id
      from ${rowsOf({ employee_id: 'bigint', ...days, source_id: 'text' }, added)} where true`,
  );
  return { added: added.length, removed: removed.length };
}

const textOf = ({ employee_id, first_day, last_day, is_half, minutes, source_id }: StoredLeave): string =>
  JSON.stringify([employee_id, source_id, first_day, last_day, is_half, minutes]);

/** Cuts leave at the ends of months, and joins equal days that follow each other. */
function leavesByMonth(leaves: readonly StoredLeave[], months: readonly string[]): StoredLeave[] {
  const rows: StoredLeave[] = [];
  const inOrder = leaves.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  for (const leave of inOrder) {
    for (const month of months) {
      const first_day = leave.first_day > `${month}-01` ? leave.first_day : `${month}-01`;
      const last_day = leave.last_day < lastDayOf(month) ? leave.last_day : lastDayOf(month);
      if (first_day > last_day) continue;
      const before = rows.at(-1);
      const longer = before && { ...leave, first_day: before.first_day, last_day: before.last_day };
      const isNext = before && first_day === daysAfter(before.last_day, 1) && first_day !== `${month}-01`;
      if (isNext && longer && textOf(longer) === textOf(before)) rows.splice(-1, 1, { ...before, last_day });
      else rows.push({ ...leave, first_day, last_day });
    }
  }
  return rows;
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
