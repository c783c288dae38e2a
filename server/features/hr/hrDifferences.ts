// Finds differences between HR systems and people's days. They arise when somebody corrects a day, or is about to, or
// when a later passage came from a reader that gives no direction.

import type { EventType } from '../../../src/shared/contract/queries.ts';
import { type Queries, sql } from '../../platform/db/db.ts';
import { type Clocks, type CompanyMoment, daysAfter } from '../../platform/time/clock.ts';
import { widestPeriod } from '../settings/clocks.ts';
import type { Days, StoredEvent } from '../workday/loadDays.ts';
import type { NamedPerson } from '../workday/people.ts';
import { findHrConfig } from './configQueries.ts';
import { loadHrDay, planOfDay } from './plan/loadDay.ts';
import { type EmployeePlan, planDay } from './plan/planDay.ts';
import { type HrDay, type HrRecord, neverQueued } from './plan/types.ts';

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
  const overtaken = await overtakenDays(queries, employeeIds, { from: first, until: last }, clocks);
  // Skips companies that sent nothing around that time.
  const wasSent = sql`exists (select 1 from hr_deliveries where hr_deliveries.company_id = corrections.company_id
    and hr_deliveries.day >= ${daysAfter(first, -daysAround)} and hr_deliveries.day <= ${daysAfter(last, daysAround)})`;
  const corrected = await queries.all<ChangedDay>(
    sql`select distinct company_id, employee_id, day from corrections
      where employee_id in (${employeeIds}) and day in (${days}) and state in ('applied', 'undone') and ${wasSent}`,
  );
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

interface SentRecord {
  company_id: number;
  employee_id: number;
  event_type: EventType;
  occurred_at: string;
  is_given: boolean;
}

/** Finds days of people with guessed directions that have an event after the check-out in the HR system. */
async function overtakenDays(
  queries: Queries,
  employeeIds: readonly number[],
  period: Days,
  clocks: Clocks,
): Promise<ChangedDay[]> {
  const { from, until } = widestPeriod(period, clocks);
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
function describeDifferences(plan: readonly EmployeePlan[]): Map<number, string> {
  return new Map(
    plan.flatMap(({ differences }) => {
      const id = differences[0]?.delivered.employee?.id;
      const texts = differences.map(({ sentence }) => `${sentence}.`);
      return id === undefined ? [] : [[id, texts.join(' ')]];
    }),
  );
}

interface SimulatedPerson {
  readonly person: NamedPerson;
  /** As they would be after a correction. */
  readonly events: readonly StoredEvent[];
}

/** Returns what would differ after corrections that are not made yet, by employee id. `end` is the end of the day. */
export async function predictDifferences(
  queries: Queries,
  { companyId, day, end }: { companyId: number; day: string; end: string },
  simulated: readonly SimulatedPerson[],
  { clock, now }: CompanyMoment,
): Promise<Map<number, string>> {
  const { rules } = await findHrConfig(queries, companyId);
  const ids = simulated.map(({ person }) => person.id);
  const stored = await loadHrDay(queries, companyId, day, clock, now, ids);
  const simulatedDay = simulated.reduce((hrDay, each) => corrected(hrDay, each, end), stored);
  return describeDifferences(planDay(simulatedDay, rules));
}

function corrected(day: HrDay, { person, events }: SimulatedPerson, end: string): HrDay {
  const simulated = new Map(events.map((event) => [event.id, event]));
  const changed = (record: HrRecord): HrRecord => {
    const { isSetAside = false, isLongShift = false } = simulated.get(record.id) ?? record;
    // The correction takes it out of the queue.
    const isWithdrawn =
      record.isUnsent && (isSetAside || (record.guessedBy !== '' && record.event_type === 'check-out'));
    return { ...record, ...(isWithdrawn && neverQueued), isSetAside, isLongShift };
  };
  const ofDay = new Set([...day.recordsBefore, ...day.records].map(({ id }) => id));
  const added = events.filter(({ id, isManual, occurredAt }) => isManual && !ofDay.has(id) && occurredAt < end);
  const isOfDay = ({ occurred_at }: HrRecord) => occurred_at >= day.start;
  const alike = day.records.find(({ employee }) => employee?.id === person.id);
  const records = added.map((event) => recordOf(event, person, alike));
  return {
    ...day,
    records: [...day.records.map(changed), ...records.filter(isOfDay)],
    recordsBefore: [...day.recordsBefore.map(changed), ...records.filter((record) => !isOfDay(record))],
  };
}

/** `alike` is a record of the same person, if the day has one. */
const recordOf = (event: StoredEvent, { id, employee }: NamedPerson, alike: HrRecord | undefined): HrRecord => ({
  id: event.id,
  employee: {
    id,
    employeeNumber: employee.employee_id,
    name: employee.name,
    personId: alike?.employee?.personId ?? '',
  },
  employee_code: employee.employee_id,
  event_type: event.eventType,
  occurred_at: event.occurredAt,
  ...neverQueued,
  isManual: true,
  isSetAside: event.isSetAside ?? false,
  isLongShift: event.isLongShift ?? false,
  isErased: false,
  guessedBy: event.guessedBy ?? '',
});
