// Finds differences between HR systems and people's days. They arise when somebody corrects a day, when an event comes
// late, or when a later passage came from a reader that gives no direction.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import { type Queries, rowsOf, sql } from '../../platform/db/db.ts';
import { type Clocks, daysAfter } from '../../platform/time/clock.ts';
import { widestPeriod } from '../settings/clocks.ts';
import type { Days } from '../workday/loadDays.ts';
import { planOfDay } from './plan/loadDay.ts';

interface ChangedDay {
  readonly company_id: number;
  readonly employee_id: number;
  readonly day: string;
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
  const period = widestPeriod({ from: first, until: last }, clocks);
  const overtaken = await overtakenDays(queries, employeeIds, period, clocks);
  // Skips companies that sent nothing around that time.
  const wasSent = sql`exists (select 1 from hr_deliveries where hr_deliveries.company_id = corrections.company_id
    and hr_deliveries.day >= ${daysAfter(first, -daysAround)} and hr_deliveries.day <= ${daysAfter(last, daysAround)})`;
  // A pair may begin on the day before.
  const starts = days.map((day) => ({
    day,
    start: widestPeriod({ from: daysAfter(day, -1), until: day }, clocks).from,
  }));
  const cameLate = sql`exists (select 1 from attendance as late where late.employee_id = sent.employee_id
    and late.occurred_at >= rows.start and late.occurred_at < sent.occurred_at and late.created_at > accepted_at)`;
  const correctedOrLate = await queries.all<ChangedDay>(
    sql`select company_id, employee_id, day from corrections
      where employee_id in (${employeeIds}) and day in (${days}) and state in ('applied', 'undone') and ${wasSent}
      union select sent.company_id, sent.employee_id, hr_deliveries.day
      from attendance as sent
        join hr_deliveries on attendance_id = sent.id and state = 'accepted' and pair_start_id is not null
        join ${rowsOf({ day: 'text', start: 'timestamp(0)' }, starts)} on rows.day = hr_deliveries.day
      where sent.employee_id in (${employeeIds})
        and sent.occurred_at >= ${period.from} and sent.occurred_at < ${period.until} and ${cameLate}`,
  );
  const changed = [...correctedOrLate, ...overtaken.filter(({ day }) => days.includes(day))];
  return differencesOn(queries, changed, clocks, now);
}

/** Finds the differences of these days, whether something has changed them or not. */
export async function differencesOn(
  queries: Queries,
  days: readonly ChangedDay[],
  clocks: Clocks,
  now: Date,
): Promise<HrDifferences> {
  const sentences = new Map<string, string>();
  for (const ofDay of Map.groupBy(days, ({ company_id, day }) => `${company_id} ${day}`).values()) {
    const [{ company_id, day } = { company_id: 0, day: '' }] = ofDay;
    const employees = [...new Set(ofDay.map(({ employee_id }) => employee_id))];
    const plan = await planOfDay(queries, company_id, day, { clock: clocks.of(company_id), now }, employees);
    for (const { differences } of plan) {
      const id = differences[0]?.delivered.employee?.id;
      const texts = differences.map(({ sentence }) => `${sentence}.`);
      if (id !== undefined) sentences.set(`${id} ${day}`, texts.join(' '));
    }
  }
  return { of: (employeeId, day) => sentences.get(`${employeeId} ${day}`) ?? '' };
}

interface SentRecord extends Omit<ChangedDay, 'day'> {
  event_type: EventType;
  occurred_at: string;
  is_given: boolean;
}

/** Finds days of people with guessed directions that have an event after the check-out in the HR system. */
async function overtakenDays(
  queries: Queries,
  employeeIds: readonly number[],
  { from, until }: Days,
  clocks: Clocks,
): Promise<ChangedDay[]> {
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
