// Loads people's events and their companies' day rules, and computes their working days.

import type { GuessRule } from '../../../src/shared/contract/devices.ts';
import type { EventType } from '../../../src/shared/contract/queries.ts';
import {
  type CompanyDayRules,
  type WorkingTimeLimits,
  workingTimeLimits,
} from '../../../src/shared/contract/timesheets.ts';
import { isOfWorkingTime } from '../../../src/shared/contract/workday.ts';
import type { DayEvent, DayRules, WorkedDay } from '../../../src/shared/day/types.ts';
import { figuresOf, marginHours, workedDays } from '../../../src/shared/day/workedDays.ts';
import { checkedDaysBefore } from '../../../src/shared/day/workingTime.ts';
import { type Queries, rowsOf, scalars, sql } from '../../platform/db/db.ts';
import {
  type Clock,
  type CompaniesMoment,
  dateOf,
  instantOf,
  plusMinutes,
  timeOf,
  type WorkingDays,
  type ZoneTime,
} from '../../platform/time/clock.ts';

export interface Person {
  readonly id: number;
  readonly companyId: number;
  readonly employedFrom: string | null;
  readonly employedUntil: string | null;
}

export type Employment = Pick<Person, 'employedFrom' | 'employedUntil'>;

export const isEmployedOn = ({ employedFrom, employedUntil }: Employment, day: string): boolean =>
  day >= (employedFrom ?? day) && day <= (employedUntil ?? day);

/** Days, both included. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** What a person's days are computed from. */
export interface History {
  readonly events: readonly StoredEvent[];
  readonly rules: DayRules;
  readonly calendar: WorkingDays;
}

/** Batch size: computing the days of more people at once would block other requests for more than about 30 ms. */
export const peopleAtOnce = 100;

/** Loads the days that have events, by employee id. */
export async function loadDays(queries: Queries, people: readonly Person[], period: Days, moment: CompaniesMoment) {
  const histories = await loadHistories(queries, people, () => period, moment);
  return new Map([...histories].map(([id, { events, rules }]) => [id, daysWithin(period, events, rules)]));
}

export const daysWithin = (
  { from, until }: Days,
  events: readonly StoredEvent[],
  rules: DayRules,
): WorkedDay<StoredEvent>[] => workedDays(events, rules).filter(({ day }) => day >= from && day <= until);

/** Loads all events that the days of each person's period need, by employee id. */
export async function loadHistories<P extends Person>(
  queries: Queries,
  people: readonly P[],
  periodOf: (person: P) => Days,
  { clocks, now }: CompaniesMoment,
): Promise<Map<number, History>> {
  const rules = await findDayRules(queries, [...new Set(people.map(({ companyId }) => companyId))]);
  const rulesOf = (companyId: number) => rules.get(companyId) ?? defaultDayRules;
  const eventsOf = await loadEvents(
    queries,
    people.map((person) => {
      const { from, until } = periodOf(person);
      const { workingDays } = clocks.of(person.companyId);
      const { working_time } = rulesOf(person.companyId);
      const daysBefore = working_time ? checkedDaysBefore(working_time) : 0;
      return {
        person: person.id,
        earliest: shifted(workingDays.startOf(from), -marginHours - 24 * daysBefore),
        latest: shifted(workingDays.endOf(until), marginHours),
      };
    }),
  );
  return new Map(
    people.map(({ id, companyId, employedFrom, employedUntil }) => {
      const calendar = clocks.of(companyId).workingDays;
      const history = {
        events: eventsOf(id, calendar),
        calendar,
        rules: {
          repeatSeconds: rulesOf(companyId).repeat_seconds,
          hours: rulesOf(companyId).hours,
          limits: rulesOf(companyId).working_time,
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

/** An attendance record, as a day sees it. */
export interface StoredEvent extends DayEvent {
  readonly occurredAt: string;
  readonly eventType: EventType;
  readonly controllerId: number;
}

/** The wall clock of an event. */
export const timeShownBy =
  ({ wallClock }: ZoneTime) =>
  ({ occurredAt }: { readonly occurredAt: string }): string =>
    wallClock(occurredAt);

interface EventsRequest {
  readonly person: number;
  readonly earliest: string;
  /** Excluded. */
  readonly latest: string;
}

/**
 * Reads the events that days are computed from. A row per event would take most of the time of a timesheet, so each
 * person's events come as one text.
 */
async function loadEvents(queries: Queries, requests: readonly EventsRequest[]) {
  const people = rowsOf({ person: 'bigint', earliest: 'timestamp(0)', latest: 'timestamp(0)' }, requests);
  const rows = await queries.all<{ person: number; events: string | null }>(
    sql`select person, (
        select string_agg(cast(occurred_at as text) || cast(created_at as text)
          || case event_type when 'check-in' then 'i' else 'o' end
          || case when added_by is null then ' ' else 'm' end
          || case when set_aside_by is null then ' ' else 's' end
          || case guessed_by when '' then ' ' when 'first_last' then 'f' else 'a' end
          || cast(id as text) || ':' || cast(access_controller_id as text), ',')
        from attendance where employee_id = person and occurred_at >= earliest and occurred_at < latest
      ) as events
      from ${people}`,
  );
  const texts = new Map(rows.map(({ person, events }) => [person, events]));
  const ids = requests.map(({ person }) => person);
  const longShifts = await longShiftsOf(queries, ids);
  return (person: number, calendar: WorkingDays): StoredEvent[] => {
    const text = texts.get(person);
    return text ? text.split(',').map((event) => parseEvent(event, calendar, longShifts)) : [];
  };
}

/** Makes an event that is read by itself. */
export const eventAt = (
  { occurredAt, eventType, ...event }: Omit<StoredEvent, 'at' | 'day' | 'direction'>,
  calendar: WorkingDays,
): StoredEvent => ({
  ...event,
  at: timeOf(occurredAt),
  day: calendar.dayOf(occurredAt),
  direction: eventType === 'check-in' ? 'in' : 'out',
  occurredAt,
  eventType,
});

/** Where the parts of an event begin in its text. Its marks are one character each. */
const offsets = { createdAt: 19, eventType: 38, manual: 39, setAside: 40, guess: 41, id: 42 };

/** Reads '2026-11-20 08:00:002026-11-20 08:00:07i  a4711:12', which ends with the ids of record and controller. */
function parseEvent(text: string, calendar: WorkingDays, longShifts: ReadonlySet<number>): StoredEvent {
  const occurredAt = text.slice(0, offsets.createdAt);
  const isIn = text[offsets.eventType] === 'i';
  const colon = text.indexOf(':', offsets.id);
  const id = Number(text.slice(offsets.id, colon));
  return {
    id,
    at: timeOf(occurredAt),
    day: calendar.dayOf(occurredAt),
    direction: isIn ? 'in' : 'out',
    arrivedAt: timeOf(text.slice(offsets.createdAt, offsets.eventType)),
    isManual: text[offsets.manual] === 'm',
    isSetAside: text[offsets.setAside] === 's',
    guessedBy: guessRules[text[offsets.guess] ?? ''] ?? '',
    isLongShift: longShifts.has(id),
    occurredAt,
    eventType: isIn ? 'check-in' : 'check-out',
    controllerId: Number(text.slice(colon + 1)),
  };
}

const guessRules: Readonly<Record<string, GuessRule>> = { a: 'alternating', f: 'first_last' };

/** Finds the check-ins of long shifts that somebody has confirmed. */
async function longShiftsOf(queries: Queries, employeeIds: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set(
    await scalars(
      queries,
      sql`select attendance_id from corrections
        where employee_id in (${employeeIds}) and kind = 'as_is' and exception = 'open_too_long' and state = 'applied'`,
    ),
  );
}

/** Sums up a working day for the audit and for previews. */
export function daySummary(day: WorkedDay<StoredEvent> | undefined, clock: Clock) {
  if (!day) return { first_in: '', last_out: '', worked_minutes: 0 };
  const { first_in, last_out, worked_minutes } = figuresOf(day, timeShownBy(clock));
  return { first_in, last_out, worked_minutes };
}

/** Everything that a sheet shows of a day, as text. Leaves out checks of working time, which are made again. */
export function comparableText(day: WorkedDay<StoredEvent> | undefined): string {
  if (!day) return '';
  return JSON.stringify([
    day.events.map((event) => [event.id, event.at, event.direction, event.isManual, event.isSetAside]),
    [day.firstIn, day.lastOut, day.open].map((event) => event?.id),
    [...day.pairs, ...day.breaks].map((span) => [span.in.id, span.out.id, span.minutes]),
    day.exceptions.filter(({ kind }) => !isOfWorkingTime(kind)).map(({ kind, event }) => [kind, event.id]),
  ]);
}

export const defaultDayRules: CompanyDayRules = {
  starts_at: '00:00',
  repeat_seconds: 60,
  hours: 'pairs',
  timezone: '',
  needs_second_person: false,
  leave_known_from: '',
};

type Row = Omit<CompanyDayRules, 'working_time'> & { company_id: number; working_time: string };

/** Finds the rules of the companies that have their own. */
export async function findDayRules(
  queries: Queries,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, CompanyDayRules>> {
  const rows = await queries.all<Row>(
    sql`select company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person, leave_known_from, working_time
      from day_rules
      where company_id in (${companyIds})`,
    ['needs_second_person'],
  );
  return new Map(
    rows.map(({ company_id, working_time, ...rules }) => [
      company_id,
      working_time ? { ...rules, working_time: workingTimeLimits(JSON.parse(working_time)) } : rules,
    ]),
  );
}

export async function dayRulesOf(queries: Queries, companyId: number): Promise<CompanyDayRules> {
  return (await findDayRules(queries, [companyId])).get(companyId) ?? defaultDayRules;
}

export async function saveDayRules(queries: Queries, companyId: number, rules: CompanyDayRules): Promise<void> {
  const { starts_at, repeat_seconds, hours, timezone, needs_second_person, leave_known_from, working_time } = rules;
  const limits = working_time && checksAnything(working_time) ? JSON.stringify(working_time) : '';
  await queries.run(
    sql`insert into day_rules
        (company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person, leave_known_from, working_time)
      values
        (${companyId}, ${starts_at}, ${repeat_seconds}, ${hours}, ${timezone}, ${needs_second_person},
          ${leave_known_from}, ${limits})
      on conflict (company_id) do update set starts_at = excluded.starts_at,
        repeat_seconds = excluded.repeat_seconds, hours = excluded.hours, timezone = excluded.timezone,
        needs_second_person = excluded.needs_second_person, leave_known_from = excluded.leave_known_from,
        working_time = excluded.working_time`,
  );
}

const checksAnything = ({ rest_minutes, longest_day_minutes, breaks, days_in_row }: WorkingTimeLimits): boolean =>
  rest_minutes + longest_day_minutes + breaks.length + days_in_row > 0;
