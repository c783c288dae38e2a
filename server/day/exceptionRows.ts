// Exceptions as the inbox shows them.

import type { ListedException } from '../../src/contract/entities/day.ts';
import type { Caller } from '../access/caller.ts';
import type { Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import type { Answered } from './exceptionAnswers.ts';
import { sentenceOf } from './sentenceOf.ts';
import { showEvents } from './shownEvents.ts';
import { findUsualTimes } from './usualTimes.ts';

interface Context {
  readonly caller: Caller;
  readonly businessTime: BusinessTime;
  readonly now: Date;
}

export async function exceptionRows(
  queries: Queries,
  exceptions: readonly Answered[],
  { caller, businessTime, now }: Context,
): Promise<ListedException[]> {
  const shownEvent = await showEvents(
    queries,
    caller,
    exceptions.flatMap(({ event, others = [] }) => [event, ...others]),
    businessTime,
  );
  const newest = await newestCorrections(queries, exceptions);
  const usualTime = await findUsualTimes(queries, exceptions, businessTime, now);
  return exceptions.map((exception) => {
    const { kind, day, company, person, employeeCode, event, others = [], answer } = exception;
    return {
      kind,
      day,
      company,
      employee: person?.employee ?? null,
      employee_code: employeeCode,
      record: shownEvent(event),
      others: others.map(shownEvent),
      sentence: sentenceOf(exception, employeeCode, businessTime),
      usual_time: usualTime(exception),
      answer: answer
        ? {
            id: answer.id,
            kind: answer.kind,
            state: answer.state,
            reason: answer.reason,
            author: answer.author,
            created_at: businessTime.wallClock(answer.created_at),
          }
        : null,
      last_correction_id: newest(exception),
    };
  });
}

/** The newest correction of the person's day, or of a record of nobody. */
async function newestCorrections(
  queries: Queries,
  exceptions: readonly Answered[],
): Promise<(exception: Answered) => number> {
  const rows = await queries.all<{ id: number; employee_id: number | null; attendance_id: number | null; day: string }>(
    sql`select id, employee_id, attendance_id, day from corrections
      where employee_id in (${exceptions.flatMap(({ person }) => person?.id ?? [])})
        and day in (${exceptions.map(({ day }) => day)})
      union select id, employee_id, attendance_id, day from corrections
      where employee_id is null and attendance_id in (${exceptions.map(({ event }) => event.id)})
      order by id`,
  );
  const ofDay = new Map(rows.map(({ id, employee_id, day }) => [`${employee_id} ${day}`, id]));
  const ofRecord = new Map(rows.map(({ id, attendance_id }) => [attendance_id, id]));
  return ({ person, day, event }) => (person ? ofDay.get(`${person.id} ${day}`) : ofRecord.get(event.id)) ?? 0;
}
