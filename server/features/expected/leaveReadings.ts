// Leave that was read from HR systems, and how far it is known: by month, so that a closed one keeps its days and what
// was known of them. Whoever reads the days of a month learns from the newest reading at or before it.

import { lastDayOf } from '../../../src/shared/words/months.ts';
import type { Queries } from '../../platform/db/db.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { daysAfter } from '../../platform/time/clock.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { closedMonthsOf } from '../workday/closedMonths.ts';

/** Leave of one employee; each of its days is off as much as the others. */
export interface ReadLeave {
  readonly employeeId: number;
  /** Id of the leave in the HR system. */
  readonly id: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly isHalf: boolean;
  /** 0 unless the HR system counts hours. */
  readonly minutes: number;
}

interface Reading {
  /** Name of the HR system. */
  readonly source: string;
  /** All of them from the first to the last, 'YYYY-MM'. */
  readonly months: readonly string[];
  readonly leaves: readonly ReadLeave[];
  /** Last day of which all leave was read; empty if none. */
  readonly knownUntil: string;
  /** Employees whose leave was not read. */
  readonly unmatched: readonly number[];
}

/** Replaces what was read before for months that are not closed. Requires the company's lock. */
export async function storeReading(
  queries: Queries,
  companyId: number,
  { source, months, leaves, knownUntil, unmatched }: Reading,
  now: Date,
): Promise<{ added: number; removed: number }> {
  const open = await openMonths(queries, companyId, months);
  const stored = await queries.all<LeaveRow & { id: number }>(
    sql`select id, employee_id, first_day, last_day, is_half, minutes, source_id from leaves
      where company_id = ${companyId} and source_id <> '' and substr(first_day, 1, 7) in (${open})`,
    ['is_half'],
  );
  const before = new Set(stored.map(textOf));
  const rows = leavesByMonth(leaves, open);
  const after = new Set(rows.map(textOf));
  const removed = stored.filter((row) => !after.has(textOf(row))).map(({ id }) => id);
  const added = rows.filter((row) => !before.has(textOf(row)));
  if (removed.length > 0) await queries.run(sql`delete from leaves where id in (${removed})`);
  const days = { first_day: 'text', last_day: 'text', is_half: 'boolean', minutes: 'integer' } as const;
  await queries.run(
    sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half, minutes, source_id)
      select ${companyId}, employee_id, first_day, last_day, is_half, minutes, source_id
      from ${rowsOf({ employee_id: 'bigint', ...days, source_id: 'text' }, added)} where true`,
  );
  await noteReading(queries, companyId, open, { source, readAt: instantOf(now), knownUntil, unmatched });
  return { added: added.length, removed: removed.length };
}

/** From now on leave is known by readings only, of which there is none yet. Requires the company's lock. */
export async function expectReadings(
  queries: Queries,
  companyId: number,
  source: string,
  months: readonly string[],
): Promise<void> {
  const open = await openMonths(queries, companyId, months);
  await noteReading(queries, companyId, open, { source, readAt: null, knownUntil: '', unmatched: [] });
}

/** What was read stays; from now on, Day Rules alone say from when leave is known. Requires the company's lock. */
export async function endReadings(queries: Queries, companyId: number): Promise<void> {
  const closed = (await closedMonthsOf(queries, [companyId])).get(companyId) ?? [];
  const isOpen = closed.length > 0 ? sql`month not in (${closed})` : sql`true`;
  await queries.run(sql`update leave_readings set known_until = null where company_id = ${companyId} and ${isOpen}`);
}

async function openMonths(queries: Queries, companyId: number, months: readonly string[]): Promise<string[]> {
  const closed = new Set((await closedMonthsOf(queries, [companyId])).get(companyId));
  return months.filter((month) => !closed.has(month));
}

interface ReadingNote extends Pick<Reading, 'source' | 'knownUntil' | 'unmatched'> {
  readonly readAt: string | null;
}

async function noteReading(
  queries: Queries,
  companyId: number,
  months: readonly string[],
  { source, readAt, knownUntil, unmatched }: ReadingNote,
): Promise<void> {
  for (const month of months)
    await queries.run(
      sql`insert into leave_readings (company_id, month, source, read_at, known_until, unmatched)
        values (${companyId}, ${month}, ${source}, ${readAt}, ${knownUntil}, ${JSON.stringify(unmatched)})
        on conflict (company_id, month) do update set source = excluded.source, read_at = excluded.read_at,
          known_until = excluded.known_until, unmatched = excluded.unmatched`,
    );
}

interface LeaveRow {
  employee_id: number;
  first_day: string;
  last_day: string;
  is_half: boolean;
  minutes: number;
  source_id: string;
}

const textOf = ({ employee_id, first_day, last_day, is_half, minutes, source_id }: LeaveRow): string =>
  JSON.stringify([employee_id, first_day, last_day, is_half, minutes, source_id]);

/** Cuts leave at the ends of months, and joins equal days that follow each other. */
function leavesByMonth(leaves: readonly ReadLeave[], months: readonly string[]): LeaveRow[] {
  const orderOf = ({ employeeId, id, firstDay }: ReadLeave) => `${employeeId} ${id} ${firstDay}`;
  const rows: LeaveRow[] = [];
  for (const leave of leaves.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))) {
    for (const month of months) {
      const first_day = leave.firstDay > `${month}-01` ? leave.firstDay : `${month}-01`;
      const last_day = leave.lastDay < lastDayOf(month) ? leave.lastDay : lastDayOf(month);
      if (first_day > last_day) continue;
      const { employeeId: employee_id, id: source_id, isHalf: is_half, minutes } = leave;
      const row = { employee_id, first_day, last_day, is_half, minutes, source_id };
      const before = rows.at(-1);
      const isNext = before && daysAfter(before.last_day, 1) === first_day && first_day.slice(8) !== '01';
      if (isNext && textOf({ ...row, first_day: before.first_day, last_day: before.last_day }) === textOf(before))
        before.last_day = last_day;
      else rows.push(row);
    }
  }
  return rows;
}

export interface LeaveKnowledge {
  /** Name of the HR system. */
  readonly source: string;
  readonly readAt: string | null;
  /** Undefined where leave is not read. */
  isRead(employeeId: number, day: string): boolean | undefined;
}

interface ReadingRow {
  company_id: number;
  month: string;
  source: string;
  read_at: string | null;
  known_until: string | null;
  unmatched: string;
}

/** Finds what is known of the leave of a company in a month. */
export async function findReadings(
  queries: Queries,
  companies: readonly number[],
): Promise<(companyId: number, month: string) => LeaveKnowledge | undefined> {
  const rows = await queries.all<ReadingRow>(
    sql`select company_id, month, source, read_at, known_until, unmatched from leave_readings
      where company_id in (${companies}) order by month desc`,
  );
  const ofCompany = Map.groupBy(
    rows.map(({ company_id, month, source, read_at, known_until, unmatched }) => {
      const missing = new Set<number>(JSON.parse(unmatched));
      const isRead = (employeeId: number, day: string) =>
        known_until === null ? undefined : day <= known_until && !missing.has(employeeId);
      return { company_id, month, source, readAt: read_at, isRead };
    }),
    ({ company_id }) => company_id,
  );
  return (companyId, month) => ofCompany.get(companyId)?.find((reading) => reading.month <= month);
}
