// Loads the facts that decide about corrections: the days of the people, their other corrections, their companies'
// rules.

import { type Queries, scalars, sql } from '../../platform/db/db.ts';
import { type CompaniesMoment, daysAfter, type WorkingDays } from '../../platform/time/clock.ts';
import { closedMonthsOf } from '../workday/closedMonths.ts';
import { findDayRules, usualDayRules } from '../workday/dayRules.ts';
import { type Days, loadHistories } from '../workday/loadDays.ts';
import { correctionsAbout, type StoredCorrection } from './correctionQueries.ts';
import { DaySimulation } from './daySimulation.ts';
import type { Target } from './targets.ts';

export interface Facts {
  readonly simulation: DaySimulation;
  /** Oldest first. */
  readonly corrections: readonly StoredCorrection[];
  calendarOf(companyId: number): WorkingDays;
  needsSecondPerson(companyId: number): boolean;
  /** Whether the data of an employee was erased. */
  isErased(employeeId: number): boolean;
  /** A day 'YYYY-MM-DD'. */
  isClosed(companyId: number, day: string): boolean;
}

export async function loadFacts(queries: Queries, targets: readonly Target[], moment: CompaniesMoment): Promise<Facts> {
  const { clocks } = moment;
  const companyIds = [...new Set(targets.map(({ companyId }) => companyId))];
  const rules = await findDayRules(queries, companyIds);
  const rulesOf = (companyId: number) => rules.get(companyId) ?? usualDayRules;
  const closed = await closedMonthsOf(queries, companyIds);

  const people = new Map(targets.flatMap(({ person }) => (person ? [[person.id, person] as const] : [])));
  const periods = new Map<number, Days>();
  for (const { person, companyId, occurredAt } of targets) {
    const day = clocks.of(companyId).dayOf(occurredAt);
    if (person) periods.set(person.id, widened(periods.get(person.id), day));
  }
  const periodOf = ({ id }: { id: number }) => periods.get(id) ?? { from: '', until: '' };
  const histories = await loadHistories(queries, [...people.values()], periodOf, moment);
  const all = [...periods.values()].reduce<Days | undefined>(joined, undefined) ?? { from: '', until: '' };
  const records = targets.flatMap(({ record }) => record?.id ?? []);
  const erased = new Set(
    await scalars(
      queries,
      sql`select person_id from erasures where kind = 'employees' and person_id in (${[...people.keys()]})`,
    ),
  );
  return {
    simulation: new DaySimulation(histories),
    corrections: await correctionsAbout(queries, [...people.keys()], all, records),
    calendarOf: (companyId) => clocks.of(companyId).workingDays,
    needsSecondPerson: (companyId) => rulesOf(companyId).needs_second_person,
    isErased: (employeeId) => erased.has(employeeId),
    isClosed: (companyId, day) => closed.get(companyId)?.includes(day.slice(0, 7)) ?? false,
  };
}

/** A correction may change the day before and the day after, and working days may begin after midnight. */
const widened = (period: Days | undefined, day: string): Days =>
  joined(period, { from: daysAfter(day, -2), until: daysAfter(day, 2) });

const joined = (one: Days | undefined, other: Days): Days => ({
  from: one && one.from < other.from ? one.from : other.from,
  until: one && one.until > other.until ? one.until : other.until,
});
