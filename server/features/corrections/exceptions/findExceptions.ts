// The exceptions in the days of all people that a caller sees. They are computed along with the days, so that a
// correction or a new event shows at once.

import type { EventType } from '../../../../src/shared/contract/queries.ts';
import { longestShiftHours } from '../../../../src/shared/day/pairEvents.ts';
import type { DayException, WorkedDay } from '../../../../src/shared/day/types.ts';
import { companyScope } from '../../../platform/access/caller.ts';
import { inBatches } from '../../../platform/concurrency/limits.ts';
import { join, type Queries, type Sql, sql } from '../../../platform/db/db.ts';
import { type Clock, type CompaniesMoment, daysAfter, instantOf } from '../../../platform/time/clock.ts';
import { isUnknownCode } from '../../employees/codes.ts';
import { instantsOf, type Moment, widestPeriod } from '../../settings/clocks.ts';
import { type Days, loadDays, peopleAtOnce, type StoredEvent } from '../../workday/loadDays.ts';
import { type NamedPerson, peopleWhere } from '../../workday/people.ts';
import type { RecordOfDay, ShownException } from '../../workday/shownEvents.ts';

/** Finds the exceptions of these people, as far as the caller sees them. */
export async function exceptionsOfPeople(
  queries: Queries,
  ids: readonly number[],
  request: ExceptionsRequest,
): Promise<FoundException[]> {
  const people = await peopleWhere(queries, sql`employees.id in (${ids}) and ${withEvents(request)}`);
  return inBatches(people, peopleAtOnce, (some) => exceptionsOf(queries, some, request));
}

async function exceptionsOf(
  queries: Queries,
  people: readonly NamedPerson[],
  request: ExceptionsRequest,
): Promise<FoundException[]> {
  const daysOf = await loadDays(queries, people, request.period, request);
  return people.flatMap((person) =>
    (daysOf.get(person.id) ?? []).flatMap((worked) =>
      [...worked.exceptions, ...longShiftsOf(worked)].map((exception) => ({
        ...exception,
        day: worked.day,
        company: person.company,
        person,
        employeeCode: person.employee.employee_id,
      })),
    ),
  );
}

/** Adds long shifts that somebody has answered: their day has no open question, but the inbox keeps the answer. */
const longShiftsOf = ({ pairs }: WorkedDay<StoredEvent>): DayException<StoredEvent>[] =>
  pairs
    .filter((pair) => pair.in.isLongShift && pair.minutes > longestShiftHours * 60)
    .map((pair) => ({ kind: 'open_too_long', event: pair.in, other: pair.out }));

function withEvents({ caller, companyId, period, clocks }: ExceptionsRequest): Sql {
  const { from, until } = instantsOf(period, clocks, sql`employees.company_id`);
  const conditions = [
    companyScope(caller, sql`employees.company_id`, companyId),
    sql`companies.deleted_at is null`,
    // The exceptions of an erased person cannot be answered.
    sql`employees.id not in (select person_id from erasures where kind = 'employees')`,
    sql`exists (select 1 from attendance where attendance.employee_id = employees.id
      and occurred_at >= ${from} and occurred_at < ${until})`,
  ];
  return join(conditions, ' and ');
}

const nameOf = ({ person, employeeCode }: FoundException) => person?.employee.name ?? employeeCode;

/** Orders by day, newest first, then by company and person. The order is stable, because the list is read by pages. */
export function inOrder<E extends FoundException>(exceptions: readonly E[]): E[] {
  const { compare } = new Intl.Collator('en');
  return [...exceptions].sort(
    (one, other) =>
      (one.day < other.day ? 1 : one.day > other.day ? -1 : 0) ||
      compare(one.company.name, other.company.name) ||
      compare(nameOf(one), nameOf(other)) ||
      (one.event.occurredAt < other.event.occurredAt ? -1 : one.event.occurredAt > other.event.occurredAt ? 1 : 0) ||
      one.event.id - other.event.id,
  );
}

interface Row {
  id: number;
  company_id: number;
  company_name: string;
  employee_code: string;
  access_controller_id: number;
  event_type: EventType;
  occurred_at: string;
  set_aside_by: number | null;
}

/**
 * Finds events with an ID that no employee has, by time. Each is an exception, since without a person there is no day
 * to compute.
 */
export async function exceptionsOfUnknown(
  queries: Queries,
  { caller, companyId, period, clocks }: ExceptionsRequest,
): Promise<FoundException[]> {
  const { from, until } = widestPeriod(period, clocks, companyId);
  const rows = await queries.all<Row>(
    sql`select attendance.id, attendance.company_id, companies.name as company_name, employee_code,
        access_controller_id, event_type, occurred_at, set_aside_by
      from attendance join companies on companies.id = attendance.company_id
      where ${isUnknownCode} and occurred_at >= ${from} and occurred_at < ${until}
        and ${companyScope(caller, sql`+attendance.company_id`, companyId)} and companies.deleted_at is null
      order by occurred_at, attendance.id`,
  );
  return rows.flatMap((row) => {
    const day = clocks.of(row.company_id).workingDays.dayOf(row.occurred_at);
    return day >= period.from && day <= period.until ? foundOf(row, day) : [];
  });
}

const foundOf = (row: Row, day: string): FoundException => ({
  kind: row.set_aside_by === null ? 'unknown_person' : 'set_aside',
  day,
  company: { id: row.company_id, name: row.company_name },
  employeeCode: row.employee_code,
  event: {
    id: row.id,
    occurredAt: row.occurred_at,
    eventType: row.event_type,
    controllerId: row.access_controller_id,
    isManual: false,
    isSetAside: row.set_aside_by !== null,
  },
});

/** An exception as computed, before its answer is known. */
export interface FoundException extends ShownException {
  readonly day: string;
  readonly company: NamedPerson['company'];
  /** Missing for an event that belongs to nobody. */
  readonly person?: NamedPerson;
  readonly employeeCode: string;
  readonly event: RecordOfDay;
}

export interface ExceptionsRequest extends Moment {
  /** Undefined for all companies. */
  readonly companyId?: number | undefined;
  readonly period: Days;
}

const usualDays = 28;
const minutesOfDay = 24 * 60;

type Day = WorkedDay<StoredEvent>;

/** 'YYYY-MM-DDTHH:MM'; empty if unknown. */
type UsualTime = (exception: FoundException) => string;

/**
 * Finds the usual time of a missing check-out or check-in: the median of the person's other days, within the gap in
 * which it must have been. Computed on the wall clock, in minutes since the midnight before the working day.
 */
export async function findUsualTimes(
  queries: Queries,
  found: readonly FoundException[],
  moment: CompaniesMoment,
): Promise<UsualTime> {
  const { clocks, now } = moment;
  const missing = found.filter(({ kind }) => kind === 'no_check_out' || kind === 'no_check_in');
  const people = new Map(missing.flatMap(({ person }) => (person ? [[person.id, person]] : [])));
  const todays = missing.map(({ company }) => clocks.of(company.id).dayOf(instantOf(now)));
  const today = todays.sort().at(-1) ?? '';
  if (today === '') return () => '';
  const firstDay = missing.reduce((first, { day }) => (day < first ? day : first), daysAfter(today, 1 - usualDays));
  // Begins a day earlier, because the last event of that day may begin a gap.
  const period = { from: daysAfter(firstDay, -1), until: today };
  const daysOf = await loadDays(queries, [...people.values()], period, moment);

  return (exception) => {
    const days = exception.person && daysOf.get(exception.person.id);
    const minute = days && usualMinute(exception, days, clocks.of(exception.company.id));
    return minute === undefined ? '' : clockOn(exception.day, minute);
  };
}

function usualMinute({ kind, day, event }: FoundException, days: readonly Day[], clock: Clock) {
  const minuteOn = (of: string, at: Pick<StoredEvent, 'occurredAt'>) =>
    minutesSince(of, clock.wallClock(at.occurredAt));
  const isCheckOut = kind === 'no_check_out';
  const at = minuteOn(day, event);
  const others = days.flatMap(countedEvents).map((other) => minuteOn(day, other));
  const longest = longestShiftHours * 60;
  const gap = isCheckOut
    ? { after: at, before: Math.min(at + longest, ...others.filter((minute) => minute > at)) }
    : { after: Math.max(at - longest, ...others.filter((minute) => minute < at)), before: at };
  // The gap tells which check-out is missing: in the morning the one for lunch, in the evening the last one.
  return median(
    days.flatMap((each) => {
      const minutes = each.pairs
        .map((pair) => minuteOn(each.day, isCheckOut ? pair.out : pair.in))
        .filter((minute) => minute > gap.after && minute < gap.before);
      return minutes.at(isCheckOut ? -1 : 0) ?? [];
    }),
  );
}

function countedEvents({ events, exceptions }: Day): StoredEvent[] {
  const repeated = new Set(exceptions.flatMap(({ kind, event }) => (kind === 'repeated' ? [event] : [])));
  return events.filter((event) => !event.isSetAside && !repeated.has(event));
}

function minutesSince(day: string, clock: string): number {
  const days = (Date.parse(clock.slice(0, 10)) - Date.parse(day)) / (minutesOfDay * 60_000);
  return days * minutesOfDay + Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
}

function clockOn(day: string, minutes: number): string {
  const days = Math.floor(minutes / minutesOfDay);
  const two = (value: number) => String(value).padStart(2, '0');
  const minute = minutes - days * minutesOfDay;
  return `${daysAfter(day, days)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)];
