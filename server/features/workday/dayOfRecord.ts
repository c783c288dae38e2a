// The working day that a record belongs to. A check-out belongs to the day of its check-in.

import { one, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { daysAfter, type BusinessTime } from '../../platform/time/businessTime.ts';
import { type CorrectionsOfDay, correctionsOfNobody, correctionsOfPeople, noCorrections } from './correctionsOfDays.ts';
import { workingDaysOf } from './dayRuleQueries.ts';
import { loadDays } from './loadDays.ts';

interface PlacedRecord {
  id: number;
  company_id: number;
  employee_id: number | null;
  occurred_at: string;
}

/** With what there is to see of the day's corrections. */
export async function dayOfRecord(
  queries: Queries,
  recordId: number,
  businessTime: BusinessTime,
  now: Date,
): Promise<{ day: string } & CorrectionsOfDay> {
  const record = await one<PlacedRecord>(
    queries,
    sql`select id, company_id, employee_id, occurred_at from attendance where id = ${recordId}`,
  );
  const day = await workingDayOf(queries, record, businessTime, now);
  const [seen = noCorrections] =
    record.employee_id === null
      ? await correctionsOfNobody(queries, [record.id])
      : await correctionsOfPeople(queries, [record.employee_id], { from: day, until: day });
  return { day, last_correction_id: seen.last_correction_id, approvals: seen.approvals };
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
