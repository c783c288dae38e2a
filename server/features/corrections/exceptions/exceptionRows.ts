// Exceptions as the inbox shows them.

import type { ListedException } from '../../../../src/shared/contract/corrections.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import {
  type CorrectionsOfDay,
  correctionsOfNobody,
  correctionsOfPeople,
  noCorrections,
} from '../../workday/correctionsOfDays.ts';
import type { Answered } from './exceptionAnswers.ts';
import { sentenceOf } from '../../workday/sentenceOf.ts';
import { showEvents } from '../../workday/shownEvents.ts';
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
  const corrections = await findCorrections(queries, exceptions);
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
      ...corrections(exception),
    };
  });
}

/** Of the person's day, or of a record of nobody. */
async function findCorrections(
  queries: Queries,
  exceptions: readonly Answered[],
): Promise<(exception: Answered) => CorrectionsOfDay> {
  const people = exceptions.flatMap(({ person }) => person?.id ?? []);
  const days = exceptions.map(({ day }) => day).sort();
  const period = { from: days.at(0) ?? '', until: days.at(-1) ?? '' };
  const ofPeople = await correctionsOfPeople(queries, [...new Set(people)], period);
  const ofDay = new Map(ofPeople.map(({ employee_id, day, ...seen }) => [`${employee_id} ${day}`, seen]));
  const records = exceptions.flatMap(({ person, event }) => (person ? [] : event.id));
  const ofNobody = await correctionsOfNobody(queries, records);
  const ofRecord = new Map(ofNobody.map(({ attendance_id, ...seen }) => [attendance_id, seen]));
  return ({ person, day, event }) =>
    (person ? ofDay.get(`${person.id} ${day}`) : ofRecord.get(event.id)) ?? noCorrections;
}
