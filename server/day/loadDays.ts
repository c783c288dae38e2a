// Loads the events of people, and computes their working days.

import type { EventType } from '../../src/contract/entities/attendance.ts';
import type { DayEvent, DayRules, WorkedDay } from '../../src/day/types.ts';
import { reachHours, workedDays } from '../../src/day/workedDays.ts';
import type { Queries } from '../db/db.ts';
import { rowsOf, sql } from '../db/sql.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import { dateOf, instantOf, plusMinutes } from '../time/instants.ts';
import { findDayRules, usualDayRules } from './dayRuleQueries.ts';
import { createWorkingDays, type WorkingDays } from './workingDays.ts';

/** An attendance record, as a day sees it. */
export interface StoredEvent extends DayEvent {
  readonly occurredAt: string;
  readonly eventType: EventType;
  readonly controllerId: number;
}

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
  const ids = people.map(({ id }) => id);
  const rules = await findDayRules(queries, [...new Set(people.map(({ companyId }) => companyId))]);
  const rulesOf = (companyId: number) => rules.get(companyId) ?? usualDayRules;
  const calendars = new Map<string, WorkingDays>();
  function calendarOf(companyId: number): WorkingDays {
    const { starts_at } = rulesOf(companyId);
    const calendar = calendars.get(starts_at) ?? createWorkingDays(businessTime, starts_at);
    calendars.set(starts_at, calendar);
    return calendar;
  }

  const rows = await loadRows(
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
  const longShifts = await longShiftsOf(queries, ids);
  const rowsOfPeople = Map.groupBy(rows, ({ employee_id }) => employee_id);
  return new Map(
    people.map(({ id, companyId, employedFrom, employedUntil }) => {
      const calendar = calendarOf(companyId);
      const events = (rowsOfPeople.get(id) ?? []).map((row) => eventOf(row, calendar, longShifts));
      const history = {
        events,
        calendar,
        rules: {
          repeatSeconds: rulesOf(companyId).repeat_seconds,
          now: now.getTime(),
          ...(employedFrom && { employedFrom }),
          ...(employedUntil && { employedUntil }),
        },
      };
      return [id, history];
    }),
  );
}

interface Row {
  id: number;
  employee_id: number;
  access_controller_id: number;
  event_type: EventType;
  occurred_at: string;
  created_at: string;
  added_by: number | null;
  set_aside_by: number | null;
}

interface Wanted {
  readonly person: number;
  readonly earliest: string;
  /** Excluded. */
  readonly latest: string;
}

const loadRows = (queries: Queries, wanted: readonly Wanted[]): Promise<Row[]> =>
  queries.all<Row>(
    sql`select id, employee_id, access_controller_id, event_type, occurred_at, created_at, added_by, set_aside_by
      from ${rowsOf({ person: 'bigint', earliest: 'timestamp(0)', latest: 'timestamp(0)' }, wanted)}
      cross join attendance
      where employee_id = person and occurred_at >= earliest and occurred_at < latest`,
  );

/** The check-ins of long shifts that are as they are. */
async function longShiftsOf(queries: Queries, employeeIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await queries.all<{ attendance_id: number }>(
    sql`select attendance_id from corrections
      where employee_id in (${employeeIds}) and kind = 'as_is' and exception = 'open_too_long' and state = 'applied'`,
  );
  return new Set(rows.map((row) => row.attendance_id));
}

function eventOf(row: Row, calendar: WorkingDays, longShifts: ReadonlySet<number>): StoredEvent {
  return {
    id: row.id,
    at: dateOf(row.occurred_at).getTime(),
    day: calendar.dayOf(row.occurred_at),
    direction: row.event_type === 'check-in' ? 'in' : 'out',
    arrivedAt: dateOf(row.created_at).getTime(),
    isManual: row.added_by !== null,
    isSetAside: row.set_aside_by !== null,
    isLongShift: longShifts.has(row.id),
    occurredAt: row.occurred_at,
    eventType: row.event_type,
    controllerId: row.access_controller_id,
  };
}

const shifted = (instant: string, hours: number) => instantOf(plusMinutes(dateOf(instant), hours * 60));
