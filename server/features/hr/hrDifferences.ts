// Finds differences between HR systems and people's days: somebody corrected the day, or a later passage came from a
// reader that gives no direction.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { type Clocks, daysAfter } from '../../platform/time/clock.ts';
import { widestOf } from '../settings/clocks.ts';
import { planOfDay } from './plan/loadDay.ts';
import type { EmployeePlan } from './plan/planDay.ts';

interface ChangedDay {
  company_id: number;
  employee_id: number;
  day: string;
}

interface HrDifferences {
  /** Sentence; empty if there is no difference. */
  of(employeeId: number, day: string): string;
}

/** Margin: records were sent by their working day, and the rules for it may have changed since. */
const daysAround = 3;

/** Leaves out days that nothing can have changed, because each takes a plan. */
export async function findHrDifferences(
  queries: Queries,
  employeeIds: readonly number[],
  days: readonly string[],
  clocks: Clocks,
  now: Date,
): Promise<HrDifferences> {
  const [first, ...later] = days.toSorted();
  if (first === undefined) return { of: () => '' };
  const last = later.at(-1) ?? first;
  const overtaken = await overtakenDays(queries, employeeIds, { first, last }, clocks);
  const corrected = await correctedDays(queries, employeeIds, days, { first, last });
  const sentences = new Map<string, string>();
  const changed = [...corrected, ...overtaken.filter(({ day }) => days.includes(day))];
  for (const ofDay of Map.groupBy(changed, ({ company_id, day }) => `${company_id} ${day}`).values()) {
    const [{ company_id, day } = { company_id: 0, day: '' }] = ofDay;
    const employees = [...new Set(ofDay.map(({ employee_id }) => employee_id))];
    const plan = await planOfDay(queries, company_id, day, { clock: clocks.of(company_id), now }, employees);
    for (const [id, sentence] of describeDifferences(plan)) sentences.set(`${id} ${day}`, sentence);
  }
  return { of: (employeeId, day) => sentences.get(`${employeeId} ${day}`) ?? '' };
}

interface Period {
  readonly first: string;
  readonly last: string;
}

/** Skips companies that sent nothing around that time. */
function correctedDays(
  queries: Queries,
  employeeIds: readonly number[],
  days: readonly string[],
  { first, last }: Period,
): Promise<ChangedDay[]> {
  const wasSent = sql`exists (select 1 from hr_deliveries where hr_deliveries.company_id = corrections.company_id
    and hr_deliveries.day >= ${daysAfter(first, -daysAround)} and hr_deliveries.day <= ${daysAfter(last, daysAround)})`;
  return queries.all<ChangedDay>(
    sql`select distinct company_id, employee_id, day from corrections
      where employee_id in (${employeeIds}) and day in (${days}) and state in ('applied', 'undone') and ${wasSent}`,
  );
}

interface SentRecord {
  company_id: number;
  employee_id: number;
  event_type: EventType;
  occurred_at: string;
  is_given: boolean;
}

/** Days of people with guessed directions that have an event after the check-out in the HR system. */
async function overtakenDays(
  queries: Queries,
  employeeIds: readonly number[],
  { first, last }: Period,
  clocks: Clocks,
): Promise<ChangedDay[]> {
  const { from, until } = widestOf({ from: first, until: last }, clocks);
  const guessed = sql`(select employee_id from attendance where employee_id in (${employeeIds})
    and occurred_at >= ${from} and occurred_at < ${until} and guessed_by <> '')`;
  const records = await queries.all<SentRecord>(
    sql`select company_id, employee_id, event_type, occurred_at, hr_state in ('sent', 'waiting') as is_given
      from attendance where employee_id in ${guessed} and occurred_at >= ${from} and occurred_at < ${until}
        and set_aside_by is null
      order by occurred_at, id`,
    ['is_given'],
  );
  const placed = records.map((record) => ({
    ...record,
    day: clocks.of(record.company_id).workingDays.dayOf(record.occurred_at),
  }));
  return [...Map.groupBy(placed, ({ employee_id, day }) => `${employee_id} ${day}`).values()].flatMap((ofDay) => {
    const end = ofDay.findLastIndex(({ event_type, is_given }) => event_type === 'check-out' && is_given);
    return end < 0 ? [] : ofDay.slice(end + 1, end + 2);
  });
}

/** Texts by employee id. */
export function describeDifferences(plan: readonly EmployeePlan[]): Map<number, string> {
  return new Map(
    plan.flatMap(({ differences }) => {
      const id = differences[0]?.delivered.employee?.id;
      const texts = differences.map(({ sentence }) => `${sentence}.`);
      return id === undefined ? [] : [[id, texts.join(' ')]];
    }),
  );
}
