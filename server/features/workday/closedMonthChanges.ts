// Notes changes to a closed month: late events, an erasure, or the retention rules. The month's sheets mention them,
// and the audit has the days.

import type { ClosedMonthOfSheet } from '../../../src/shared/contract/timesheets.ts';
import type { ClosedMonthChange } from '../../../src/shared/contract/workday.ts';
import { auditAtEnd } from '../../platform/audit/auditLog.ts';
import { type Queries, type Sql, scalars, sql } from '../../platform/db/db.ts';
import { type Clock, type Clocks, instantOf } from '../../platform/time/clock.ts';
import { clockOf } from '../settings/clocks.ts';
import { type ChangedDay, closedDaysChangedBy } from './closedDays.ts';
import { closedCalendar, daysOfMonths } from './closedMonths.ts';
import { type Days, daySummary, loadDays, type StoredEvent } from './loadDays.ts';

/** Called after events' records were stored, in the same transaction. */
export async function noteLateEvents(
  queries: Queries,
  companyId: number,
  added: readonly Pick<StoredEvent, 'id' | 'occurredAt'>[],
  now: Date,
) {
  const days = await closedDaysChangedBy(queries, companyId, added, now);
  if (days.length === 0) return;
  const clock = await clockOf(queries, companyId);
  const ids = new Set(added.map(({ id }) => id));
  for (const [month, ofMonth] of Map.groupBy(days, ({ day }) => day.slice(0, 7))) {
    const events = ofMonth.flatMap(({ after }) => after?.events ?? []).filter(({ id }) => ids.has(id)).length;
    const [subjectId] = await note(queries, monthsOf(companyId, [month]), { kind: 'late_events', total: events }, now);
    auditAtEnd(queries, { caller: null, requestId: '', now }, 'closed_months.late_events', 'closed_months', {
      subjectId,
      before: { days: ofMonth.map((day) => auditedDay(day, day.before, clock)) },
      after: { month, events, days: ofMonth.map((day) => auditedDay(day, day.after, clock)) },
    });
  }
}

const auditedDay = ({ employeeId, day }: ChangedDay, as: ChangedDay['after'], clock: Clock) => ({
  employee_id: employeeId,
  day,
  ...daySummary(as, clock),
});

/** Called before somebody is erased. Returns their days in closed months, which will lose their name. */
export async function noteErasure(
  queries: Queries,
  { id, companyId }: { readonly id: number; readonly companyId: number },
  now: Date,
): Promise<string[]> {
  const calendar = await closedCalendar(queries, companyId);
  if (!calendar) return [];
  const person = { id, companyId, employedFrom: null, employedUntil: null };
  const period = daysOfMonths(calendar.months);
  const worked = (await loadDays(queries, [person], period, { clocks: calendar.clocks, now })).get(id) ?? [];
  const days = worked.map(({ day }) => day).filter(calendar.isClosed);
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  if (months.length > 0) await note(queries, monthsOf(companyId, months), { kind: 'erasure', total: 1 }, now);
  return days;
}

/** Called when records from before the day are removed, except for companies under a legal hold. */
export async function noteRetention(queries: Queries, before: string, held: Sql, now: Date): Promise<void> {
  const isOld = sql`month <= ${before.slice(0, 7)} and company_id not in (${held})`;
  await note(queries, isOld, { kind: 'retention', total: 1 }, now);
}

const monthsOf = (companyId: number, months: readonly string[]) =>
  sql`company_id = ${companyId} and month in (${months})`;

/** Returns the ids of the months. */
const note = (queries: Queries, months: Sql, { kind, total }: Pick<ClosedMonthChange, 'kind' | 'total'>, now: Date) =>
  scalars(
    queries,
    sql`insert into closed_month_changes (closed_month_id, kind, total, first_at)
      select id, ${kind}, ${total}, ${instantOf(now)} from closed_months where reopened_at is null and ${months}
      on conflict (closed_month_id, kind) do update set total = closed_month_changes.total + excluded.total
      returning closed_month_id`,
  );

/** Reads the noted changes, by the id of the closed month. */
export async function changesOfMonths(
  queries: Queries,
  ids: readonly number[],
  clocks: Clocks,
): Promise<(id: number) => ClosedMonthChange[]> {
  const rows = await queries.all<{
    closed_month_id: number;
    company_id: number;
    kind: string;
    total: number;
    first_at: string;
  }>(
    sql`select closed_month_id, company_id, kind, total, first_at
      from closed_month_changes join closed_months on closed_months.id = closed_month_id
      where closed_month_id in (${ids}) order by first_at, kind`,
  );
  const ofMonth = Map.groupBy(rows, ({ closed_month_id }) => closed_month_id);
  return (id) =>
    (ofMonth.get(id) ?? []).map(({ company_id, kind, total, first_at }) => ({
      kind,
      total,
      since: clocks.of(company_id).wallClock(first_at),
    }));
}

/** Finds these companies' closed months in a period, oldest first. */
export async function closedMonthsIn(
  queries: Queries,
  companies: readonly ClosedMonthOfSheet['company'][],
  { from, until }: Days,
  clocks: Clocks,
): Promise<ClosedMonthOfSheet[]> {
  const byId = new Map(companies.map((company) => [company.id, company]));
  const rows = await queries.all<{ id: number; company_id: number; month: string; closed_at: string }>(
    sql`select id, company_id, month, closed_at from closed_months
      where company_id in (${[...byId.keys()]}) and reopened_at is null
        and month >= ${from.slice(0, 7)} and month <= ${until.slice(0, 7)}
      order by month, company_id`,
  );
  const ids = rows.map(({ id }) => id);
  const changesOf = await changesOfMonths(queries, ids, clocks);
  return rows.flatMap(({ id, company_id, month, closed_at }) => {
    const company = byId.get(company_id);
    return company
      ? [{ company, month, closed_at: clocks.of(company_id).wallClock(closed_at), changes: changesOf(id) }]
      : [];
  });
}
