// Timesheets: the people in them, rows of people by days with sums, and one person's sheet.

import type { Query } from '../../../src/shared/contract/calls.ts';
import { employeeFields, textsOfEmployee } from '../../../src/shared/contract/employees.ts';
import { identifying } from '../../../src/shared/contract/fields.ts';
import { textMatcher } from '../../../src/shared/contract/searchText.ts';
import type { DaySummary, ExpectedTime, PersonSheet, TimesheetRow } from '../../../src/shared/contract/timesheets.ts';
import { type ExceptionKind, waitsForAnswer } from '../../../src/shared/contract/workday.ts';
import { knownEnds } from '../../../src/shared/day/expectedDay.ts';
import type { DayException, WorkedDay } from '../../../src/shared/day/types.ts';
import { figuresOf, spansOf, totalsOf } from '../../../src/shared/day/workedDays.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { inBatches } from '../../platform/concurrency/limits.ts';
import { type Db, type Queries, quotedNames, type Sql, sql } from '../../platform/db/db.ts';
import type { PageRequest } from '../../platform/records/parameters.ts';
import { findPage } from '../../platform/records/search/findPage.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import type { Clock, Clocks, CompaniesMoment } from '../../platform/time/clock.ts';
import { daysOfBalance, type Expectations, expectedTimeOf, loadExpectations } from '../expected/expectations.ts';
import { instantsOf, type Moment } from '../settings/clocks.ts';
import { closedMonthsIn } from '../workday/closedMonthChanges.ts';
import {
  type Days,
  dayRulesOf,
  daysWithin,
  loadHistories,
  peopleAtOnce,
  type StoredEvent,
  timeShownBy,
} from '../workday/loadDays.ts';
import { erasedAmong, type NamedPerson, peopleById } from '../workday/people.ts';
import { correctionsOfPeople, noCorrections, sentenceOf, showEvents } from '../workday/shownEvents.ts';

type Day = WorkedDay<StoredEvent> & { readonly figures: ReturnType<typeof figuresOf> };

export async function loadTimesheetRows(
  queries: Queries,
  people: readonly NamedPerson[],
  period: Days,
  moment: CompaniesMoment,
): Promise<TimesheetRow[]> {
  const expectations = await loadExpectations(queries, people, period, moment.clocks);
  return inBatches(people, peopleAtOnce, (some) => rowsOfSome(queries, some, { period, expectations, moment }));
}

interface RowsRequest {
  readonly period: Days;
  readonly expectations: Expectations | undefined;
  readonly moment: CompaniesMoment;
}

async function rowsOfSome(queries: Queries, people: readonly NamedPerson[], request: RowsRequest) {
  const ids = people.map(({ id }) => id);
  const answerTo = await findAnswers(queries, ids);
  const erased = await erasedAmong(queries, ids);
  const waits = ({ kind, event }: DayException) => waitsForAnswer(kind) && answerTo(event.id, kind) === undefined;
  const loaded = await loadWithBalance(queries, people, request);
  return people.map((person) => {
    const { days, expected_time } = loaded(person);
    return {
      employee: person.employee,
      company: person.company,
      timezone: request.moment.clocks.of(person.companyId).zone,
      ...totalsOf(days),
      exceptions: erased.has(person.id) ? 0 : days.flatMap((day) => day.exceptions.filter(waits)).length,
      days: days.map((day) => summaryOf(day, answerTo)),
      ...(expected_time && { expected_time }),
    };
  });
}

/** Loads days from the one on which a balance was carried, and keeps those of the period. */
export async function loadWithBalance(
  queries: Queries,
  people: readonly NamedPerson[],
  { period, expectations, moment }: RowsRequest,
  isExplained = false,
): Promise<(person: NamedPerson) => { days: Day[]; expected_time: ExpectedTime | undefined }> {
  const spanOf = (person: NamedPerson) => daysOfBalance(expectations, person, period);
  const histories = await loadHistories(queries, people, spanOf, moment);
  return (person) => {
    const history = histories.get(person.id);
    const timeOf = timeShownBy(moment.clocks.of(person.companyId));
    const worked = (history ? daysWithin(spanOf(person), history.events, history.rules) : []).map((day) => ({
      ...day,
      figures: figuresOf(day, timeOf),
    }));
    return {
      days: worked.filter(({ day }) => day >= period.from),
      expected_time: expectedTimeOf(expectations, {
        person,
        figuresOn: new Map(worked.map((day) => [day.day, { ...day.figures, ...knownEnds(day) }])),
        period,
        today: history?.rules.today ?? period.from,
        isExplained,
      }),
    };
  };
}

/** Names each kind of exception once, except where somebody has answered it. */
function summaryOf(day: Day, answerTo: AnswerTo): DaySummary {
  const unanswered = day.exceptions.filter(({ event, kind }) => answerTo(event.id, kind) === undefined);
  return { ...day.figures, exceptions: [...new Set(unanswered.map(({ kind }) => kind))] };
}

/** Loads one person's sheet: each day with its events, pairs, breaks and exceptions. */
export async function loadPersonSheet(
  queries: Queries,
  person: NamedPerson,
  period: Days,
  moment: Moment,
): Promise<PersonSheet> {
  const { caller, clocks } = moment;
  const clock = clocks.of(person.companyId);
  const expectations = await loadExpectations(queries, [person], period, clocks);
  const loaded = await loadWithBalance(queries, [person], { period, expectations, moment }, true);
  const { days: worked, expected_time } = loaded(person);
  const rows = await correctionsOfPeople(queries, [person.id], period);
  const corrections = new Map(rows.map(({ employee_id: _, day, ...seen }) => [day, seen]));
  const days = withCorrectedDays(worked, [...corrections.keys()]);
  const answerTo = await findAnswers(queries, [person.id]);
  const events = days.flatMap((day) => day.events);
  const shownEvent = await showEvents(queries, caller, events, clocks);
  return {
    employee: person.employee,
    company: person.company,
    time_zone: clock.zone,
    day_starts_at: (await dayRulesOf(queries, person.companyId)).starts_at,
    ...totalsOf(days),
    days: days.map((day) => ({
      ...sheetDayOf(day, person, clock, answerTo),
      events: day.events.map(shownEvent),
      ...(corrections.get(day.day) ?? noCorrections),
    })),
    ...(expected_time && { expected_time }),
    closed_months: await closedMonthsIn(queries, [person.company], period, clocks),
  };
}

/** Adds days without an event for which somebody requested one, so that the next person to correct them sees that. */
function withCorrectedDays(worked: readonly Day[], corrected: readonly string[]): Day[] {
  const workedDays = new Set(worked.map(({ day }) => day));
  const others = corrected.filter((day) => !workedDays.has(day)).map(emptyDay);
  return [...worked, ...others].sort((one, other) => (one.day < other.day ? -1 : 1));
}

const emptyDay = (day: string): Day => ({
  day,
  figures: { day, first_in: '', last_out: '', worked_minutes: 0, break_minutes: 0, is_open: false },
  events: [],
  firstIn: undefined,
  lastOut: undefined,
  pairs: [],
  breaks: [],
  workedMinutes: 0,
  breakMinutes: 0,
  open: undefined,
  exceptions: [],
});

function sheetDayOf(day: Day, { employee }: NamedPerson, clock: Clock, answerTo: AnswerTo) {
  const timeOf = timeShownBy(clock);
  return {
    ...day.figures,
    ...spansOf(day, timeOf),
    exceptions: day.exceptions.map((exception) => ({
      kind: exception.kind,
      record_id: exception.event.id,
      sentence: sentenceOf(exception, employee.employee_id, clock),
      answered_by: answerTo(exception.event.id, exception.kind) ?? null,
    })),
    hr_difference: '',
  };
}

/** Finds the correction that answered an exception with "it is as it is". */
type AnswerTo = (recordId: number, kind: ExceptionKind) => number | undefined;

async function findAnswers(queries: Queries, employeeIds: readonly number[]): Promise<AnswerTo> {
  const rows = await queries.all<{ id: number; attendance_id: number; exception: string }>(
    sql`select id, attendance_id, exception from corrections
      where employee_id in (${employeeIds}) and kind = 'as_is' and state = 'applied'`,
  );
  const ids = new Map(rows.map((row) => [keyOf(row.attendance_id, row.exception), row.id]));
  return (recordId, kind) => ids.get(keyOf(recordId, kind));
}

const keyOf = (recordId: number, kind: string) => `${recordId} ${kind}`;

interface PeopleRequest {
  readonly caller: Caller;
  readonly filters: Pick<Query<'GET /timesheets'>, 'company_id' | 'department' | 'q'>;
  readonly period: Days;
  readonly clocks: Clocks;
}

const kind = searchedKinds.employees;

export async function findPeople(db: Db, request: PeopleRequest, page: PageRequest) {
  const { q } = request.filters;
  const listed = await findPage(db, kind, q === undefined ? {} : { q }, employeeSelection(request), page);
  const left = await findLeft(db, request);
  const leftOnPage = left.slice(
    Math.max(0, page.offset - listed.total),
    Math.max(0, page.offset + page.size - listed.total),
  );
  const ids = [...listed.ids, ...leftOnPage];
  const people = new Map((await peopleById(db, request.caller, ids)).map((person) => [person.id, person]));
  return { people: ids.flatMap((id) => people.get(id) ?? []), total: listed.total + left.length };
}

const everybody = { page: 1, offset: 0, size: 100_000 };

export const findEverybody = async (db: Db, request: PeopleRequest): Promise<NamedPerson[]> =>
  (await findPeople(db, request, everybody)).people;

function employeeSelection(request: PeopleRequest) {
  const { caller, filters, period } = request;
  const { company_id } = filters;
  const isEmployed = sql`(employees.is_active = true
    and coalesce(employees.employed_from, '') <= ${period.until}
    and coalesce(employees.employed_until, '9999') >= ${period.from})`;
  return {
    scope: (_: Sql, companyId: Sql) => companyScope(caller, companyId, company_id),
    isInOrder: company_id !== undefined || can(caller, 'companies.all'),
    filter: sql`${inDepartment(request)} and (${isEmployed} or ${hasEvents(request)})`,
  };
}

/** Finds deleted employees with events in the period. Their words are no longer stored, so they are searched here. */
async function findLeft(queries: Queries, request: PeopleRequest): Promise<number[]> {
  const { caller, filters } = request;
  const rows = await queries.all<Parameters<typeof textsOfEmployee>[0] & { id: number }>(
    sql`select id, ${quotedNames(identifying(employeeFields))} from employees
      where deleted_at is not null and ${companyScope(caller, sql`employees.company_id`, filters.company_id)}
        and ${inDepartment(request)} and ${hasEvents(request)} ${byName(kind)}`,
  );
  const matches = textMatcher(filters.q ?? '');
  return rows.filter((row) => matches(textsOfEmployee(row))).map(({ id }) => id);
}

const inDepartment = ({ filters: { department } }: PeopleRequest): Sql =>
  department === undefined ? sql`true` : sql`employees.department = ${department}`;

/** Looks up each person separately: being scalar, the subquery does not make the database read everybody's events. */
function hasEvents({ period, clocks }: PeopleRequest): Sql {
  const { from, until } = instantsOf(period, clocks, sql`employees.company_id`);
  return sql`(select 1 from attendance where attendance.employee_id = employees.id
    and occurred_at >= ${from} and occurred_at < ${until} limit 1) = 1`;
}
