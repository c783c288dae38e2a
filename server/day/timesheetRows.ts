// The rows of timesheets: people by days, with their sums.

import { type DaySummary, openKinds, type ExceptionKind, type TimesheetRow } from '../../src/contract/entities/day.ts';
import type { DayException, WorkedDay } from '../../src/day/types.ts';
import type { Queries } from '../db/db.ts';
import { inBatches } from '../platform/inBatches.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import { type Answers, findAnswers } from './answers.ts';
import { type Days, loadDays, peopleAtOnce } from './loadDays.ts';
import type { StoredEvent } from './storedEvents.ts';
import type { NamedPerson } from './people.ts';

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

export const totalsOf = (days: readonly Day[]) => ({
  worked_minutes: days.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0),
  break_minutes: days.reduce((sum, { breakMinutes }) => sum + breakMinutes, 0),
  days_present: days.filter(({ firstIn, lastOut }) => firstIn ?? lastOut).length,
});

export function figuresOf(day: Day, businessTime: BusinessTime) {
  const shown = (event: StoredEvent | undefined) => (event ? businessTime.wallClock(event.occurredAt) : '');
  return {
    day: day.day,
    first_in: shown(day.firstIn),
    last_out: shown(day.lastOut),
    worked_minutes: day.workedMinutes,
    break_minutes: day.breakMinutes,
    is_open: day.open !== undefined,
  };
}

/** With each kind of exception once, but for those that somebody answered. */
function summaryOf(day: Day, businessTime: BusinessTime, { answerTo }: Answers): DaySummary {
  const unanswered = day.exceptions.filter(({ event, kind }) => answerTo(event.id, kind) === undefined);
  return { ...figuresOf(day, businessTime), exceptions: [...new Set(unanswered.map(({ kind }) => kind))] };
}

const openKindsSet: ReadonlySet<ExceptionKind> = new Set(openKinds);

const isWaiting =
  ({ answerTo }: Answers) =>
  ({ kind, event }: DayException) =>
    openKindsSet.has(kind) && answerTo(event.id, kind) === undefined;
