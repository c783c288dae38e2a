// What decides about corrections: the days of the people, their other corrections, and their companies' rules.

import type { Queries } from '../db/db.ts';
import { findDayRules, usualDayRules } from '../day/dayRuleQueries.ts';
import { type Days, loadHistories } from '../day/loadDays.ts';
import { createWorkingDays, type WorkingDays } from '../day/workingDays.ts';
import { type BusinessTime, daysAfter } from '../time/businessTime.ts';
import { currentlyClosed } from './closedMonthQueries.ts';
import type { Matter } from './matters.ts';
import { correctionsAbout, type StoredCorrection } from './stored.ts';
import { TriedDays } from './triedDays.ts';

export interface World {
  readonly tried: TriedDays;
  /** Oldest first. */
  readonly corrections: readonly StoredCorrection[];
  calendarOf(companyId: number): WorkingDays;
  needsSecondPerson(companyId: number): boolean;
  /** A day 'YYYY-MM-DD'. */
  isClosed(companyId: number, day: string): boolean;
}

export async function loadWorld(
  queries: Queries,
  matters: readonly Matter[],
  businessTime: BusinessTime,
  now: Date,
): Promise<World> {
  const companyIds = [...new Set(matters.map(({ companyId }) => companyId))];
  const rules = await findDayRules(queries, companyIds);
  const rulesOf = (companyId: number) => rules.get(companyId) ?? usualDayRules;
  const closed = await currentlyClosed(queries, companyIds);

  const people = new Map(matters.flatMap(({ person }) => (person ? [[person.id, person] as const] : [])));
  const periods = new Map<number, Days>();
  for (const { person, occurredAt } of matters) {
    if (person) periods.set(person.id, widened(periods.get(person.id), businessTime.dayOf(occurredAt)));
  }
  const periodOf = ({ id }: { id: number }) => periods.get(id) ?? { from: '', until: '' };
  const histories = await loadHistories(queries, [...people.values()], periodOf, businessTime, now);
  const all = [...periods.values()].reduce<Days | undefined>(joined, undefined) ?? { from: '', until: '' };
  const records = matters.flatMap(({ record }) => record?.id ?? []);
  return {
    tried: new TriedDays(histories),
    corrections: await correctionsAbout(queries, [...people.keys()], all, records),
    calendarOf: (companyId) => createWorkingDays(businessTime, rulesOf(companyId).starts_at),
    needsSecondPerson: (companyId) => rulesOf(companyId).needs_second_person,
    isClosed: (companyId, day) => closed.has(`${companyId} ${day.slice(0, 7)}`),
  };
}

/** A correction may change the day before and the day after, and working days may begin after midnight. */
const widened = (period: Days | undefined, day: string): Days =>
  joined(period, { from: daysAfter(day, -2), until: daysAfter(day, 2) });

const joined = (one: Days | undefined, other: Days): Days => ({
  from: one && one.from < other.from ? one.from : other.from,
  until: one && one.until > other.until ? one.until : other.until,
});
