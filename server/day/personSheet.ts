// One person's sheet: each day with its events, pairs, breaks and exceptions.

import type { PersonSheet, SheetDay } from '../../src/contract/entities/day.ts';
import { figuresOf, spansOf, totalsOf } from '../../src/day/figures.ts';
import type { WorkedDay } from '../../src/day/types.ts';
import type { Caller } from '../access/caller.ts';
import type { Queries } from '../db/db.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import { type Answers, findAnswers } from './answers.ts';
import { closedMonthsIn } from './closedMonthChanges.ts';
import { type CorrectionsOfDay, correctionsOfPeople, noCorrections } from './correctionsOfDays.ts';
import { dayRulesOf } from './dayRuleQueries.ts';
import { type Days, loadDays } from './loadDays.ts';
import { type StoredEvent, timeIn } from './storedEvents.ts';
import { showEvents } from './shownEvents.ts';
import type { NamedPerson } from './people.ts';
import { sentenceOf } from './sentenceOf.ts';

type Day = WorkedDay<StoredEvent>;

export async function loadPersonSheet(
  queries: Queries,
  caller: Caller,
  person: NamedPerson,
  period: Days,
  businessTime: BusinessTime,
  now: Date,
): Promise<PersonSheet> {
  const worked = (await loadDays(queries, [person], period, businessTime, now)).get(person.id) ?? [];
  const rows = await correctionsOfPeople(queries, [person.id], period);
  const corrections = new Map(
    rows.map(({ day, last_correction_id, approvals }) => [day, { last_correction_id, approvals }]),
  );
  const days = withCorrectedDays(worked, [...corrections.keys()]);
  const answers = await findAnswers(queries, [person.id]);
  const shownEvent = await showEvents(
    queries,
    caller,
    days.flatMap(({ events }) => events),
    businessTime,
  );
  return {
    employee: person.employee,
    company: person.company,
    time_zone: businessTime.zone,
    day_starts_at: (await dayRulesOf(queries, person.companyId)).starts_at,
    ...totalsOf(days),
    days: days.map((day) => ({
      ...sheetDayOf(day, person, businessTime, answers),
      events: day.events.map(shownEvent),
      ...(corrections.get(day.day) ?? noCorrections),
    })),
    closed_months: await closedMonthsIn(queries, [person.company], period, businessTime),
  };
}

/** With days that have no event, but somebody asked for one: who corrects next must have seen that. */
function withCorrectedDays(worked: readonly Day[], corrected: readonly string[]): Day[] {
  const known = new Set(worked.map(({ day }) => day));
  const others = corrected.filter((day) => !known.has(day)).map(emptyDay);
  return [...worked, ...others].sort((one, other) => (one.day < other.day ? -1 : 1));
}

const emptyDay = (day: string): Day => ({
  day,
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

function sheetDayOf(
  day: Day,
  { employee }: NamedPerson,
  businessTime: BusinessTime,
  { answerTo }: Answers,
): Omit<SheetDay, 'events' | keyof CorrectionsOfDay> {
  const timeOf = timeIn(businessTime);
  return {
    ...figuresOf(day, timeOf),
    ...spansOf(day, timeOf),
    exceptions: day.exceptions.map((exception) => ({
      kind: exception.kind,
      record_id: exception.event.id,
      sentence: sentenceOf(exception, employee.employee_id, businessTime),
      answered_by: answerTo(exception.event.id, exception.kind) ?? null,
    })),
    hr_difference: '',
  };
}
