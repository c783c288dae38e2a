// The rows of timesheets: people by days, with their sums.

import type { DaySummary, TimesheetRow } from '../../../src/shared/contract/timesheets.ts';
import { waitsForAnswer } from '../../../src/shared/contract/workday.ts';
import { figuresOf, totalsOf } from '../../../src/shared/day/figures.ts';
import type { DayException, WorkedDay } from '../../../src/shared/day/types.ts';
import type { Queries } from '../../platform/db/db.ts';
import { inBatches } from '../../platform/concurrency/inBatches.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { type Answers, findAnswers } from '../workday/answers.ts';
import { type Days, loadDays, peopleAtOnce } from '../workday/loadDays.ts';
import { type StoredEvent, timeIn } from '../workday/storedEvents.ts';
import type { NamedPerson } from '../workday/people.ts';

type Day = WorkedDay<StoredEvent>;

export const loadTimesheetRows = (
  queries: Queries,
  people: readonly NamedPerson[],
  period: Days,
  businessTime: BusinessTime,
  now: Date,
): Promise<TimesheetRow[]> =>
  inBatches(people, peopleAtOnce, (some) => rowsOfSome(queries, some, period, businessTime, now));

async function rowsOfSome(
  queries: Queries,
  people: readonly NamedPerson[],
  period: Days,
  businessTime: BusinessTime,
  now: Date,
): Promise<TimesheetRow[]> {
  const answers = await findAnswers(
    queries,
    people.map(({ id }) => id),
  );
  const daysOf = await loadDays(queries, people, period, businessTime, now);
  return people.map(({ id, employee, company }) => {
    const days = daysOf.get(id) ?? [];
    return {
      employee,
      company,
      ...totalsOf(days),
      exceptions: days.reduce((sum, day) => sum + day.exceptions.filter(isWaiting(answers)).length, 0),
      days: days.map((day) => summaryOf(day, businessTime, answers)),
    };
  });
}

/** With each kind of exception once, but for those that somebody answered. */
function summaryOf(day: Day, businessTime: BusinessTime, { answerTo }: Answers): DaySummary {
  const unanswered = day.exceptions.filter(({ event, kind }) => answerTo(event.id, kind) === undefined);
  return { ...figuresOf(day, timeIn(businessTime)), exceptions: [...new Set(unanswered.map(({ kind }) => kind))] };
}

const isWaiting =
  ({ answerTo }: Answers) =>
  ({ kind, event }: DayException) =>
    waitsForAnswer(kind) && answerTo(event.id, kind) === undefined;
