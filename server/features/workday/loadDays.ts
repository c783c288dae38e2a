// Loads the events of people, and computes their working days.

import type { DayRules, WorkedDay } from '../../../src/shared/day/types.ts';
import { reachHours, workedDays } from '../../../src/shared/day/workedDays.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../../platform/time/instants.ts';
import { findDayRules, usualDayRules } from './dayRuleQueries.ts';
import { loadEvents, type StoredEvent } from './storedEvents.ts';
import { createWorkingDays, type WorkingDays } from './workingDays.ts';

export interface Person {
  readonly id: number;
  readonly companyId: number;
  readonly employedFrom: string | null;
  readonly employedUntil: string | null;
}

/** Days, both included. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** What the days of a person are computed from. */
export interface History {
  readonly events: readonly StoredEvent[];
  readonly rules: DayRules;
  readonly calendar: WorkingDays;
}

/** Of so many people, days are computed at once: other requests wait a few hundredths of a second for them. */
export const peopleAtOnce = 100;

/** The days with events, by the id of the employee. */
export async function loadDays(
  queries: Queries,
  people: readonly Person[],
  period: Days,
  businessTime: BusinessTime,
  now: Date,
): Promise<Map<number, WorkedDay<StoredEvent>[]>> {
  const histories = await loadHistories(queries, people, () => period, businessTime, now);
  return new Map([...histories].map(([id, { events, rules }]) => [id, daysWithin(period, events, rules)]));
}

export const daysWithin = (
  { from, until }: Days,
  events: readonly StoredEvent[],
  rules: DayRules,
): WorkedDay<StoredEvent>[] => workedDays(events, rules).filter(({ day }) => day >= from && day <= until);

/** With all events that the days of each person's period need, by the id of the employee. */
export async function loadHistories<P extends Person>(
  queries: Queries,
  people: readonly P[],
  periodOf: (person: P) => Days,
  businessTime: BusinessTime,
  now: Date,
): Promise<Map<number, History>> {
  const rules = await findDayRules(queries, [...new Set(people.map(({ companyId }) => companyId))]);
  const rulesOf = (companyId: number) => rules.get(companyId) ?? usualDayRules;
  const calendars = new Map<string, WorkingDays>();
  function calendarOf(companyId: number): WorkingDays {
    const { starts_at } = rulesOf(companyId);
    const calendar = calendars.get(starts_at) ?? createWorkingDays(businessTime, starts_at);
    calendars.set(starts_at, calendar);
    return calendar;
  }

  const eventsOf = await loadEvents(
    queries,
    people.map((person) => {
      const { from, until } = periodOf(person);
      return {
        person: person.id,
        earliest: shifted(businessTime.startOf(from), -reachHours),
        // A working day may begin as late as noon.
        latest: shifted(businessTime.endOf(until), 12 + reachHours),
      };
    }),
  );
  return new Map(
    people.map(({ id, companyId, employedFrom, employedUntil }) => {
      const calendar = calendarOf(companyId);
      const history = {
        events: eventsOf(id, calendar),
        calendar,
        rules: {
          repeatSeconds: rulesOf(companyId).repeat_seconds,
          hours: rulesOf(companyId).hours,
          now: now.getTime(),
          today: calendar.dayOf(instantOf(now)),
          ...(employedFrom && { employedFrom }),
          ...(employedUntil && { employedUntil }),
        },
      };
      return [id, history];
    }),
  );
}

const shifted = (instant: string, hours: number) => instantOf(plusMinutes(dateOf(instant), hours * 60));
