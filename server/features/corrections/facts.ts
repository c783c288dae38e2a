// Loads the facts that decide about corrections: the people's days, on which they are simulated, other corrections, and
// the companies' rules.

import type { CorrectedDay } from '../../../src/shared/contract/corrections.ts';
import type { WorkedDay } from '../../../src/shared/day/types.ts';
import { type Queries, scalars, sql } from '../../platform/db/db.ts';
import { type Clocks, type CompaniesMoment, dateOf, daysAfter, type WorkingDays } from '../../platform/time/clock.ts';
import { closedMonthsOf } from '../workday/closedMonths.ts';
import {
  comparableText,
  type Days,
  daySummary,
  daysWithin,
  defaultDayRules,
  findDayRules,
  type History,
  loadHistories,
  type StoredEvent,
} from '../workday/loadDays.ts';
import { erasedAmong, type NamedPerson } from '../workday/people.ts';
import { eventsAfter } from './applyCorrections.ts';
import { correctionsAbout, type StoredCorrection } from './correctionQueries.ts';
import type { Target } from './targets.ts';

export interface Facts {
  readonly simulation: DaySimulation;
  /** Oldest first. */
  readonly corrections: readonly StoredCorrection[];
  calendarOf(companyId: number): WorkingDays;
  needsSecondPerson(companyId: number): boolean;
  /** Whether the data of an employee was erased. */
  isErased(employeeId: number): boolean;
  isDeleted(companyId: number): boolean;
  /** A day 'YYYY-MM-DD'. */
  isClosed(companyId: number, day: string): boolean;
}

export async function loadFacts(queries: Queries, targets: readonly Target[], moment: CompaniesMoment): Promise<Facts> {
  const { clocks } = moment;
  const companyIds = [...new Set(targets.map(({ companyId }) => companyId))];
  const rules = await findDayRules(queries, companyIds);
  const rulesOf = (companyId: number) => rules.get(companyId) ?? defaultDayRules;
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
  const erased = await erasedAmong(queries, [...people.keys()]);
  const areDeleted = sql`select id from companies where id in (${companyIds}) and deleted_at is not null`;
  const deleted = new Set(await scalars(queries, areDeleted));
  return {
    simulation: new DaySimulation(histories),
    corrections: await correctionsAbout(queries, [...people.keys()], all, records),
    calendarOf: (companyId) => clocks.of(companyId).workingDays,
    needsSecondPerson: (companyId) => rulesOf(companyId).needs_second_person,
    isErased: (employeeId) => erased.has(employeeId),
    isDeleted: (companyId) => deleted.has(companyId),
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

type Day = WorkedDay<StoredEvent>;

interface Change {
  /** The day that the correction belongs to. */
  readonly day: string;
  /** All days that would no longer be the same, including a neighbor if a night shift ends there. */
  readonly changed: readonly string[];
}

export interface DayChange {
  readonly target: Target;
  readonly day: string;
  readonly before: Day | undefined;
  readonly after: Day | undefined;
}

/**
 * Simulates corrections one after another on people's days, so that it is known before storing what each would change,
 * and each is checked on the days as the ones before it leave them.
 */
class DaySimulation {
  readonly #histories: ReadonlyMap<number, History>;
  readonly #current: Map<number, readonly StoredEvent[]>;
  readonly #changes = new Map<string, Pick<DayChange, 'target' | 'day'>>();
  #added = 0;

  constructor(histories: ReadonlyMap<number, History>) {
    this.#histories = histories;
    this.#current = new Map([...histories].map(([id, { events }]) => [id, events]));
  }

  eventsOf(person: NamedPerson | undefined): readonly StoredEvent[] {
    return (person && this.#current.get(person.id)) ?? [];
  }

  /** The days that a correction may change. */
  around(target: Target): Day[] {
    const history = this.#historyOf(target);
    return history ? daysAround(target, history, this.eventsOf(target.person)) : [];
  }

  /** Applies a correction in memory. `ownDay` is the day of an event without an employee. */
  apply(target: Target, ownDay: string): Change {
    const history = this.#historyOf(target);
    if (!history || !target.person) return this.#note(target, { day: ownDay, changed: [ownDay] });
    const before = this.around(target);
    const addedId = --this.#added;
    const events = eventsAfter(target, { ...history, events: this.eventsOf(target.person) }, addedId);
    this.#current.set(target.person.id, events);
    const after = this.around(target);
    const eventId = target.record?.id ?? addedId;
    const day = dayWith(eventId, target.record ? before : after) ?? ownDay;
    const days = new Set([...before, ...after].map((each) => each.day));
    const changed = [...days].filter(
      (each) => comparableText(find(before, each)) !== comparableText(find(after, each)),
    );
    return this.#note(target, { day, changed: [...new Set([day, ...changed])].sort() });
  }

  /** Returns all days changed so far. */
  changes(): DayChange[] {
    return [...this.#changes.values()].map(({ target, day }) => {
      const history = this.#historyOf(target);
      const on = (events: readonly StoredEvent[]) => history && find(daysAround(target, history, events), day);
      return { target, day, before: on(history?.events ?? []), after: on(this.eventsOf(target.person)) };
    });
  }

  #historyOf({ person }: Target): History | undefined {
    return person && this.#histories.get(person.id);
  }

  #note(target: Target, change: Change): Change {
    const who = target.person?.id ?? `${target.companyId} ${target.employeeCode}`;
    for (const day of change.changed) this.#changes.set(`${who} ${day}`, { target, day });
    return change;
  }
}

/** Looks only at events within four days, which decide about these days: a person may have a year of others. */
function daysAround({ occurredAt }: Target, { calendar, rules }: History, events: readonly StoredEvent[]): Day[] {
  const at = dateOf(occurredAt).getTime();
  const reach = 4 * 24 * 60 * 60_000;
  const near = events.filter((event) => Math.abs(event.at - at) <= reach);
  return daysWithin(neighbours(calendar.dayOf(occurredAt)), near, rules);
}

const neighbours = (day: string): Days => ({ from: daysAfter(day, -1), until: daysAfter(day, 1) });

const find = (days: readonly Day[], day: string) => days.find((each) => each.day === day);

const dayWith = (eventId: number, days: readonly Day[]) =>
  days.find(({ events }) => events.some(({ id }) => id === eventId))?.day;

/** Sums up changed days, before and after. */
export const changedDays = (changes: readonly DayChange[], clocks: Clocks): Omit<CorrectedDay, 'hr'>[] =>
  changes.map(({ target: { person, companyId }, day, before, after }) => ({
    employee: person?.employee ?? null,
    day,
    before: daySummary(before, clocks.of(companyId)),
    after: daySummary(after, clocks.of(companyId)),
  }));

/** Splits the changed days into the two sides of an audit entry. */
export function auditedDays(changes: readonly DayChange[], clocks: Clocks) {
  const days = changedDays(changes, clocks);
  return {
    before: days.map(({ after: _, ...day }) => day),
    after: days.map(({ before: _, ...day }) => day),
  };
}
