// One person's sheet: each day with its events, pairs, breaks and exceptions.

import type { PersonSheet, SheetDay } from '../../../src/shared/contract/timesheets.ts';
import { figuresOf, spansOf, totalsOf } from '../../../src/shared/day/figures.ts';
import type { WorkedDay } from '../../../src/shared/day/types.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { type Answers, findAnswers } from '../workday/answers.ts';
import { closedMonthsIn } from '../workday/closedMonthChanges.ts';
import { type CorrectionsOfDay, correctionsOfPeople, noCorrections } from '../workday/correctionsOfDays.ts';
import { dayRulesOf } from '../workday/dayRuleQueries.ts';
import { type Days, loadDays } from '../workday/loadDays.ts';
import { type StoredEvent, timeIn } from '../workday/storedEvents.ts';
import { showEvents } from '../workday/shownEvents.ts';
import type { NamedPerson } from '../workday/people.ts';
import { sentenceOf } from '../workday/sentenceOf.ts';

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
