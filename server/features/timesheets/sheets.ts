// Timesheets: rows of people by days, with their sums, and the sheet of one person.

import type { DaySummary, ExpectedTime, PersonSheet, TimesheetRow } from '../../../src/shared/contract/timesheets.ts';
import { type ExceptionKind, waitsForAnswer } from '../../../src/shared/contract/workday.ts';
import type { DayException, WorkedDay } from '../../../src/shared/day/types.ts';
import { figuresOf, spansOf, totalsOf } from '../../../src/shared/day/workedDays.ts';
import { inBatches } from '../../platform/concurrency/limits.ts';
import { type Queries, scalars, sql } from '../../platform/db/db.ts';
import type { Clock, CompaniesMoment } from '../../platform/time/clock.ts';
import { daysOfBalance, type Expectations, expectedTimeOf, loadExpectations } from '../expected/expectations.ts';
import type { Moment } from '../settings/clocks.ts';
import { closedMonthsIn } from '../workday/closedMonthChanges.ts';
import { correctionsOfPeople, noCorrections } from '../workday/dayOfRecord.ts';
import { dayRulesOf } from '../workday/dayRules.ts';
import {
  type Days,
  daysWithin,
  loadHistories,
  peopleAtOnce,
  type StoredEvent,
  timeShownBy,
} from '../workday/loadDays.ts';
import type { NamedPerson } from '../workday/people.ts';
import { sentenceOf, showEvents } from '../workday/shownEvents.ts';

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
  // The exceptions of an erased person cannot be answered.
  const erased = new Set(
    await scalars(queries, sql`select person_id from erasures where kind = 'employees' and person_id in (${ids})`),
  );
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

/** Loads days from the one on which a balance was carried on, and keeps those of the period. */
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
        figuresOn: new Map(worked.map(({ day, figures }) => [day, figures])),
        period,
        today: history?.rules.today ?? period.from,
        isExplained,
      }),
    };
  };
}

/** Names each kind of exception once, but for those that somebody answered. */
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

/** Adds days without an event for which somebody requested one: who corrects next must have seen that. */
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
