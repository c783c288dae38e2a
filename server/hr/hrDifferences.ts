// What HR systems have of people's days and the days no longer say, because somebody corrected them.

import type { Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { type BusinessTime, daysAfter } from '../time/businessTime.ts';
import { findHrConfig } from './configQueries.ts';
import { loadHrDay } from './plan/loadDay.ts';
import { type EmployeePlan, planDay } from './plan/planDay.ts';

interface CorrectedDay {
  company_id: number;
  employee_id: number;
  day: string;
}

export interface HrDifferences {
  /** A sentence; empty if there is no difference. */
  of(employeeId: number, day: string): string;
}

/** What a company sent of a record is of the record's working day; the rules for that may have changed since. */
const daysAround = 3;

/**
 * Only a correction can make a day differ from what was sent, so other days are left out. So are the days of companies that
 * sent nothing around that time, because each day takes a plan.
 */
export async function findHrDifferences(
  queries: Queries,
  employeeIds: readonly number[],
  days: readonly string[],
  businessTime: BusinessTime,
  now: Date,
): Promise<HrDifferences> {
  const [first, ...later] = days.toSorted();
  if (first === undefined) return { of: () => '' };
  const last = later.at(-1) ?? first;
  const wasSent = sql`exists (select 1 from hr_deliveries where hr_deliveries.company_id = corrections.company_id
    and hr_deliveries.day >= ${daysAfter(first, -daysAround)} and hr_deliveries.day <= ${daysAfter(last, daysAround)})`;
  const corrected = await queries.all<CorrectedDay>(
    sql`select distinct company_id, employee_id, day from corrections
      where employee_id in (${employeeIds}) and day in (${days}) and state in ('applied', 'undone') and ${wasSent}`,
  );
  const sentences = new Map<string, string>();
  for (const ofDay of Map.groupBy(corrected, ({ company_id, day }) => `${company_id} ${day}`).values()) {
    const [{ company_id, day } = { company_id: 0, day: '' }] = ofDay;
    const employees = ofDay.map(({ employee_id }) => employee_id);
    const { rules } = await findHrConfig(queries, company_id);
    const plan = planDay(await loadHrDay(queries, company_id, day, businessTime, now, employees), rules);
    for (const [id, sentence] of describeDifferences(plan)) sentences.set(`${id} ${day}`, sentence);
  }
  return { of: (employeeId, day) => sentences.get(`${employeeId} ${day}`) ?? '' };
}

/** By the id of the employee. */
export function describeDifferences(plan: readonly EmployeePlan[]): Map<number, string> {
  return new Map(
    plan.flatMap(({ differences }) => {
      const id = differences[0]?.given.employee?.id;
      const texts = differences.map(({ sentence }) => `${sentence}.`);
      return id === undefined ? [] : [[id, texts.join(' ')]];
    }),
  );
}
