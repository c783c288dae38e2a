// Finds the days of closed months that a write would change, or has changed, by computing days before and after it. A
// shift may begin in a closed month and end after it, so the month of an event is not enough.

import type { GuessRule } from '../../../src/shared/contract/devices.ts';
import type { EventType } from '../../../src/shared/contract/queries.ts';
import type { WorkedDay } from '../../../src/shared/day/types.ts';
import { daysIn } from '../../../src/shared/words/periods.ts';
import { type Queries, scalar, sql } from '../../platform/db/db.ts';
import { daysAfter, timeOf } from '../../platform/time/clock.ts';
import { type ClosedCalendar, closedCalendar, daysOfMonths } from './closedMonths.ts';
import {
  comparableText,
  type Days,
  daysWithin,
  type Employment,
  eventAt,
  type History,
  isEmployedOn,
  loadHistories,
  type Person,
  type StoredEvent,
} from './loadDays.ts';

type Day = WorkedDay<StoredEvent>;

interface RecordFields {
  /** Null if the record belongs to nobody. */
  readonly employeeId: number | null;
  readonly eventType: EventType;
  readonly occurredAt: string;
  /** The rule that guessed the direction; missing if the device gave it. */
  readonly guessedBy?: StoredEvent['guessedBy'];
}

/** A change that a write is about to make to an attendance record. */
export type RecordChange =
  | { readonly step: 'add'; readonly to: RecordFields }
  | { readonly step: 'change'; readonly id: number; readonly to: Partial<RecordFields> }
  | { readonly step: 'remove'; readonly id: number };

/**
 * Returns the changes that must not be made, each with the closed month in which it would change a day. They are tried
 * by time, each after the ones that can be made.
 */
export async function closedMonthsChangedBy<C extends RecordChange>(
  queries: Queries,
  companyId: number,
  changes: readonly C[],
  now: Date,
): Promise<ReadonlyMap<C, string>> {
  const calendar = changes.length > 0 && (await closedCalendar(queries, companyId));
  if (!calendar) return new Map();
  const stored = await recordsById(
    queries,
    changes.flatMap((change) => (change.step === 'add' ? [] : change.id)),
    calendar,
  );
  const refused = new Map<C, string>();
  const near: Simulated<C>[] = [];
  for (const change of changes) {
    const simulated = simulate(change, stored, calendar, now);
    const days = eventsOf(simulated).map(({ day }) => day);
    const closed = days.find(calendar.isClosed);
    if (closed !== undefined) refused.set(change, closed.slice(0, 7));
    else if (days.some(calendar.isNear)) near.push(simulated);
  }
  const people = near.flatMap(peopleOf);
  const histories = await historiesOf(queries, companyId, people, near.flatMap(eventsOf), calendar, now);
  for (const simulated of near.toSorted((one, other) => firstAt(one) - firstAt(other))) {
    const day = applyTo(histories, simulated, calendar);
    if (day !== undefined) refused.set(simulated.change, day.slice(0, 7));
  }
  return refused;
}

interface Owned {
  readonly employeeId: number | null;
  readonly event: StoredEvent;
}

interface Simulated<C> {
  readonly change: C;
  readonly before: Owned | undefined;
  readonly after: Owned | undefined;
}

const eventsOf = ({ before, after }: Simulated<unknown>): StoredEvent[] =>
  [before, after].flatMap((record) => record?.event ?? []);
const peopleOf = ({ before, after }: Simulated<unknown>): number[] =>
  [before, after].flatMap((record) => record?.employeeId ?? []);
const firstAt = (simulated: Simulated<unknown>): number => Math.min(...eventsOf(simulated).map(({ at }) => at));

function simulate<C extends RecordChange>(
  change: C,
  stored: ReadonlyMap<number, Owned>,
  { workingDays }: ClosedCalendar,
  now: Date,
): Simulated<C> {
  const moved = (event: Partial<StoredEvent>, { eventType, occurredAt, guessedBy }: Omit<RecordFields, 'employeeId'>) =>
    eventAt(
      { id: 0, controllerId: 0, arrivedAt: now.getTime(), ...event, eventType, occurredAt, guessedBy },
      workingDays,
    );
  if (change.step === 'add')
    return { change, before: undefined, after: { employeeId: change.to.employeeId, event: moved({}, change.to) } };
  const before = stored.get(change.id);
  if (!before || change.step === 'remove') return { change, before, after: undefined };
  const { employeeId, ...to } = { employeeId: before.employeeId, ...before.event, ...change.to };
  return { change, before, after: { employeeId, event: moved(before.event, to) } };
}

/** Makes the change in memory, unless it changes a closed day: then returns that day. */
function applyTo(histories: Map<number, History>, simulated: Simulated<unknown>, calendar: ClosedCalendar) {
  const { before, after } = simulated;
  const next = new Map<number, History>();
  for (const id of new Set(peopleOf(simulated))) {
    const history = histories.get(id);
    if (!history) continue;
    const events = [
      ...history.events.filter((event) => event.id !== before?.event.id),
      ...(after?.employeeId === id ? [after.event] : []),
    ];
    const changed = { ...history, events };
    const around = aroundOf(eventsOf(simulated));
    const closed = changedDays(history, changed, around).find(({ day }) => calendar.isClosed(day));
    if (closed) return closed.day;
    next.set(id, changed);
  }
  for (const [id, history] of next) histories.set(id, history);
  return undefined;
}

/** A day of a closed month that is no longer the same. */
export interface ChangedDay {
  readonly employeeId: number;
  readonly day: string;
  readonly before: Day | undefined;
  readonly after: Day | undefined;
}

/** Finds the closed days changed by records that have just been stored. */
export async function closedDaysChangedBy(
  queries: Queries,
  companyId: number,
  added: readonly Pick<StoredEvent, 'id' | 'occurredAt'>[],
  now: Date,
): Promise<ChangedDay[]> {
  const [earliest] = added.map(({ occurredAt }) => occurredAt).sort();
  const calendar = earliest === undefined ? undefined : await closedCalendar(queries, companyId, earliest);
  const near = added.filter(({ occurredAt }) => calendar?.isNear(calendar.workingDays.dayOf(occurredAt)));
  if (!calendar || near.length === 0) return [];
  const ids = new Set(near.map(({ id }) => id));
  const stored = await recordsById(queries, [...ids], calendar);
  const records = [...stored.values()].filter(({ employeeId }) => employeeId !== null);
  const people = records.flatMap(({ employeeId }) => employeeId ?? []);
  const events = records.map(({ event }) => event);
  const histories = await historiesOf(queries, companyId, people, events, calendar, now);
  return [...histories].flatMap(([employeeId, history]) => {
    const own = records.filter((record) => record.employeeId === employeeId).map(({ event }) => event);
    const before = { ...history, events: history.events.filter(({ id }) => !ids.has(id)) };
    return changedDays(before, history, aroundOf(own))
      .filter(({ day }) => calendar.isClosed(day))
      .map((changed) => ({ employeeId, ...changed }));
  });
}

/** Finds the closed months in which other dates of employment would change a day. */
export async function closedMonthsOfEmployment(
  queries: Queries,
  { id, companyId }: Pick<Person, 'id' | 'companyId'>,
  before: Employment,
  after: Employment,
  now: Date,
): Promise<string[]> {
  const calendar = await closedCalendar(queries, companyId);
  if (!calendar) return [];
  const period = daysOfMonths(calendar.months);
  const load = async (employment: Employment) => {
    const person = { id, companyId, ...employment };
    return loadHistories(queries, [person], () => period, { clocks: calendar.clocks, now });
  };
  const [one, other] = [(await load(before)).get(id), (await load(after)).get(id)];
  if (!one || !other) return [];
  const days = [
    ...changedDays(one, other, period).map(({ day }) => day),
    ...(await expectedDaysBetween(queries, companyId, before, after, calendar)),
  ];
  return [...new Set(days.filter(calendar.isClosed).map((day) => day.slice(0, 7)))];
}

/** Finds closed days on which a pattern expects something, and that only one of the two employments covers. */
async function expectedDaysBetween(
  queries: Queries,
  companyId: number,
  before: Employment,
  after: Employment,
  { months, isClosed }: ClosedCalendar,
): Promise<string[]> {
  const first = await scalar<string | null>(
    queries,
    sql`select min(valid_from) from week_patterns where company_id = ${companyId}`,
  );
  if (first === null) return [];
  const { from, until } = daysOfMonths(months);
  return daysIn({ start_date: from < first ? first : from, end_date: until }).filter(
    (day) => isClosed(day) && isEmployedOn(before, day) !== isEmployedOn(after, day),
  );
}

interface RecordRow {
  id: number;
  employeeId: number | null;
  eventType: EventType;
  occurredAt: string;
  createdAt: string;
  isManual: boolean;
  isSetAside: boolean;
  guessedBy: GuessRule | '';
}

async function recordsById(queries: Queries, ids: readonly number[], { workingDays }: ClosedCalendar) {
  const rows = await queries.all<RecordRow>(
    sql`select id, employee_id as "employeeId", event_type as "eventType", occurred_at as "occurredAt",
        created_at as "createdAt", guessed_by as "guessedBy", added_by is not null as "isManual",
        set_aside_by is not null as "isSetAside"
      from attendance where id in (${ids})`,
    ['isManual', 'isSetAside'],
  );
  return new Map(
    rows.map(({ employeeId, createdAt, ...row }) => {
      const event = { ...row, arrivedAt: timeOf(createdAt), controllerId: 0 };
      return [row.id, { employeeId, event: eventAt(event, workingDays) }];
    }),
  );
}

/** Leaves out the dates of employment, which are the same before and after. */
async function historiesOf(
  queries: Queries,
  companyId: number,
  people: readonly number[],
  events: readonly StoredEvent[],
  { clocks }: ClosedCalendar,
  now: Date,
): Promise<Map<number, History>> {
  if (people.length === 0) return new Map();
  const persons = [...new Set(people)].map((id) => ({ id, companyId, employedFrom: null, employedUntil: null }));
  return loadHistories(queries, persons, () => aroundOf(events), { clocks, now });
}

/** Covers all days that the events may affect, and the days that decide about those. */
function aroundOf(events: readonly StoredEvent[]): Days {
  const days = events.map(({ day }) => day).sort();
  return { from: daysAfter(days[0] ?? '', -4), until: daysAfter(days.at(-1) ?? '', 4) };
}

function changedDays(before: History, after: History, period: Days): Omit<ChangedDay, 'employeeId'>[] {
  const [was, is] = [before, after].map(({ events, rules }) => {
    const [from, until] = [daysAfter(period.from, -4), daysAfter(period.until, 4)];
    const near = events.filter(({ day }) => day >= from && day <= until);
    return new Map(daysWithin(period, near, rules).map((day) => [day.day, day]));
  });
  const days = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...days]
    .sort()
    .map((day) => ({ day, before: was?.get(day), after: is?.get(day) }))
    .filter((each) => comparableText(each.before) !== comparableText(each.after));
}
