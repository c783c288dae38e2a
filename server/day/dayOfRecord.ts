// The working day that a record belongs to. A check-out belongs to the day of its check-in.

import { one, type Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { daysAfter, type BusinessTime } from '../time/businessTime.ts';
import { workingDaysOf } from './dayRuleQueries.ts';
import { loadDays } from './loadDays.ts';

interface PlacedRecord {
  id: number;
  company_id: number;
  employee_id: number | null;
  employee_code: string;
  occurred_at: string;
}

/** With the newest correction of that day, 0 without one. */
export async function dayOfRecord(
  queries: Queries,
  recordId: number,
  businessTime: BusinessTime,
  now: Date,
): Promise<{ day: string; last_correction_id: number }> {
  const record = await one<PlacedRecord>(
    queries,
    sql`select id, company_id, employee_id, employee_code, occurred_at from attendance where id = ${recordId}`,
  );
  const day = await workingDayOf(queries, record, businessTime, now);
  const person =
    record.employee_id === null
      ? sql`employee_id is null and employee_code = ${record.employee_code}`
      : sql`employee_id = ${record.employee_id}`;
  const { last_correction_id } = await one<{ last_correction_id: number }>(
    queries,
    sql`select coalesce(max(id), 0) as last_correction_id from corrections
      where company_id = ${record.company_id} and day = ${day} and ${person}`,
  );
  return { day, last_correction_id };
}

async function workingDayOf(
  queries: Queries,
  { id, company_id, employee_id, occurred_at }: PlacedRecord,
  businessTime: BusinessTime,
  now: Date,
): Promise<string> {
  const day = (await workingDaysOf(queries, company_id, businessTime)).dayOf(occurred_at);
  if (employee_id === null) return day;
  const person = { id: employee_id, companyId: company_id, employedFrom: null, employedUntil: null };
  const days = await loadDays(queries, [person], { from: daysAfter(day, -1), until: day }, businessTime, now);
  return days.get(employee_id)?.find(({ events }) => events.some((event) => event.id === id))?.day ?? day;
}
