// Simulates corrections, one after another, on the days of people as they are: what each would change is known before
// anything is stored, and each is checked on what those before it leave.

import type { CorrectedDay } from '../../../src/shared/contract/corrections.ts';
import type { WorkedDay } from '../../../src/shared/day/types.ts';
import { type Clocks, dateOf, daysAfter } from '../../platform/time/clock.ts';
import { essenceOf } from '../workday/closedDays.ts';
import { type Days, daySummary, daysWithin, type History, type StoredEvent } from '../workday/loadDays.ts';
import type { NamedPerson } from '../workday/people.ts';
import { eventsAfter } from './applyCorrections.ts';
import type { Target } from './targets.ts';

type Day = WorkedDay<StoredEvent>;

interface Change {
  /** The day that the correction belongs to. */
  readonly day: string;
  /** All days that would no longer be the same; the neighbour's too, if a night shift ends there. */
  readonly changed: readonly string[];
}

export interface DayChange {
  readonly target: Target;
  readonly day: string;
  readonly before: Day | undefined;
  readonly after: Day | undefined;
}

export class DaySimulation {
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

  /** Makes a correction in memory. `ownDay` is the day of an event without an employee. */
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
    const changed = [...days].filter((each) => essenceOf(find(before, each)) !== essenceOf(find(after, each)));
    return this.#note(target, { day, changed: [...new Set([day, ...changed])].sort() });
  }

  /** Returns all days that were changed since the beginning. */
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

/** Looks at the events within four days only, which decide about these days: a person may have a year of others. */
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

/** Sums up the changed days, before and after. */
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
