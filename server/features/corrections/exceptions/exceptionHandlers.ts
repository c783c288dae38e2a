// The inbox of exceptions: pages of exceptions with their answers, and the number of each kind.

import type { Query } from '../../../../src/shared/contract/calls.ts';
import type { CorrectionKind, CorrectionState, ListedException } from '../../../../src/shared/contract/corrections.ts';
import { exceptionKinds, waitsForAnswer } from '../../../../src/shared/contract/workday.ts';
import { companyScope } from '../../../platform/access/caller.ts';
import { type Queries, scalars, sql } from '../../../platform/db/db.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf, recentDays, sizesOfRows } from '../../../platform/records/parameters.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { PersonCache } from '../../attendance/personCache.ts';
import { clockFor, type Moment } from '../../settings/clocks.ts';
import {
  type CorrectionsOfDay,
  correctionsOfPeople,
  correctionsOfUnknown,
  noCorrections,
  type RecordOfDay,
  sentenceOf,
  showEvents,
} from '../../workday/shownEvents.ts';
import {
  type ExceptionsRequest,
  exceptionsOfPeople,
  exceptionsOfUnknown,
  type FoundException,
  findUsualTimes,
  inOrder,
} from './findExceptions.ts';

/** The last two weeks, unless the call names other days. The console asks for the same. */
const inboxDays = { usual: 14, most: 92 };

export const exceptionHandlers = {
  async 'GET /exceptions'(request) {
    const { db, query } = request;
    const pageRequest = pageRequestOf(query, sizesOfRows);
    const all = await findInbox(db, request);
    const ofKind = query.kind === undefined ? all : all.filter(({ kind }) => kind === query.kind);
    const onPage = inOrder(ofKind).slice(pageRequest.offset, pageRequest.offset + pageRequest.size);
    const rows = await exceptionRows(db, onPage, request);
    return pageOf(rows, ofKind.length, pageRequest);
  },

  async 'GET /exceptions/counts'(request) {
    const all = await findInbox(request.db, request);
    return exceptionKinds.map((kind) => ({ kind, total: all.filter((each) => each.kind === kind).length }));
  },
} satisfies Partial<Handlers>;

interface InboxRequest extends Moment {
  readonly query: Query<'GET /exceptions/counts'>;
}

const exceptionCache = new PersonCache<readonly Answered[]>();

/** Finds the exceptions of every kind, in any order. */
export async function findInbox(queries: Queries, { query, ...reader }: InboxRequest): Promise<Answered[]> {
  const clock = await clockFor(queries, reader, query.company_id);
  const period = recentDays(query, inboxDays, clock.dayOf(instantOf(reader.now)));
  const request = { ...reader, period, companyId: query.company_id };
  const answered =
    query.employee_id === undefined
      ? [
          ...(await ofEverybody(queries, request)),
          ...(await withAnswers(queries, await exceptionsOfUnknown(queries, request))),
        ]
      : await ofPeople(queries, [query.employee_id], request);
  return onePerUnknownPerson(answered.filter(hasAnswer(query.is_answered)));
}

/** Counts the exceptions of the last two weeks that wait for an answer, as shown on every page. */
export const countWaiting = async (queries: Queries, reader: Moment): Promise<number> =>
  (await findInbox(queries, { ...reader, query: { is_answered: false } })).length;

async function ofEverybody(queries: Queries, request: ExceptionsRequest): Promise<Answered[]> {
  const { caller, companyId, period } = request;
  const people = await scalars(
    queries,
    sql`select id from employees where ${companyScope(caller, sql`company_id`, companyId)}`,
  );
  const cacheRequest = { ...request, key: period.from, lastDay: period.until, people };
  const exceptions = await exceptionCache.getOrCompute(queries, cacheRequest, async (missing) => {
    const found = await ofPeople(queries, missing, request);
    return Map.groupBy(found, ({ person }) => person?.id ?? 0);
  });
  return [...exceptions.values()].flat();
}

const ofPeople = async (queries: Queries, ids: readonly number[], request: ExceptionsRequest) =>
  withAnswers(queries, await exceptionsOfPeople(queries, ids, request));

async function exceptionRows(
  queries: Queries,
  exceptions: readonly Answered[],
  moment: Moment,
): Promise<ListedException[]> {
  const { caller, clocks } = moment;
  const events = exceptions.flatMap(({ event, others = [] }) => [event, ...others]);
  const shownEvent = await showEvents(queries, caller, events, clocks);
  const corrections = await findCorrections(queries, exceptions);
  const usualTime = await findUsualTimes(queries, exceptions, moment);
  return exceptions.map((exception) => {
    const { kind, day, company, person, employeeCode, event, others = [], answer } = exception;
    const clock = clocks.of(company.id);
    return {
      kind,
      day,
      company,
      employee: person?.employee ?? null,
      employee_code: employeeCode,
      record: shownEvent(event),
      others: others.map(shownEvent),
      sentence: sentenceOf(exception, employeeCode, clock),
      usual_time: usualTime(exception),
      answer: answer
        ? {
            id: answer.id,
            kind: answer.kind,
            state: answer.state,
            reason: answer.reason,
            author: answer.author,
            created_at: clock.wallClock(answer.created_at),
          }
        : null,
      ...corrections(exception),
    };
  });
}

/** Finds the corrections of each person's day, or of a record that belongs to nobody. */
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
  const ofNobody = await correctionsOfUnknown(queries, records);
  const ofRecord = new Map(ofNobody.map(({ attendance_id, ...seen }) => [attendance_id, seen]));
  return ({ person, day, event }) =>
    (person ? ofDay.get(`${person.id} ${day}`) : ofRecord.get(event.id)) ?? noCorrections;
}

interface Answer {
  id: number;
  kind: CorrectionKind;
  state: Extract<CorrectionState, 'applied' | 'waiting'>;
  attendance_id: number | null;
  employee_id: number | null;
  day: string;
  exception: string;
  reason: string;
  author: string;
  created_at: string;
}

interface Answered extends FoundException {
  readonly answer?: Answer;
  /** Further events of an unknown person on that day. */
  readonly others?: readonly RecordOfDay[];
}

/** Adds to each exception the correction that answers it, or that waits for a second person. */
async function withAnswers(queries: Queries, exceptions: readonly FoundException[]): Promise<Answered[]> {
  const recordIds = [...new Set(exceptions.map(({ event }) => event.id))];
  const employeeIds = [...new Set(exceptions.flatMap(({ person }) => person?.id ?? []))];
  const answers = await queries.all<Answer>(
    sql`select id, kind, state, attendance_id, employee_id, day, exception, reason, author, created_at
      from corrections
      where attendance_id in (${recordIds}) and kind <> 'undo' and state in ('applied', 'waiting')
      union all
      select id, kind, state, attendance_id, employee_id, day, exception, reason, author, created_at
      from corrections
      where employee_id in (${employeeIds}) and kind = 'add' and state = 'waiting'
      order by id`,
  );
  const ofRecord = Map.groupBy(answers, ({ attendance_id }) => attendance_id);
  const ofDay = Map.groupBy(answers, ({ employee_id, day }) => `${employee_id} ${day}`);
  return exceptions.map((exception) => {
    const { event, person, day } = exception;
    const candidates = [...(ofRecord.get(event.id) ?? []), ...(ofDay.get(`${person?.id} ${day}`) ?? [])];
    const answer = candidates.findLast((each) => isAnswer(each, exception));
    return answer ? { ...exception, answer } : exception;
  });
}

/** An applied correction has changed the day, so its record has a different exception than before. */
function isAnswer(answer: Answer, { kind, event }: FoundException): boolean {
  const isOfRecord = answer.attendance_id === event.id;
  switch (answer.kind) {
    case 'as_is':
      return isOfRecord && answer.exception === kind;
    case 'set_aside':
    case 'change_direction':
      return isOfRecord && (answer.state === 'waiting' ? waitsForAnswer(kind) : kind === 'set_aside');
    case 'add':
      return answer.state === 'waiting' ? hasMissing(kind) : isOfRecord && kind === 'manual';
    case 'undo':
      return false;
  }
}

const hasMissing = (kind: string) => kind === 'no_check_out' || kind === 'no_check_in' || kind === 'open_too_long';

/** Exceptions that only inform need no answer. */
const hasAnswer =
  (wanted: boolean | undefined) =>
  ({ kind, answer }: Answered) => {
    const isAnswered = answer?.state === 'applied';
    return wanted === undefined || (wanted ? isAnswered : waitsForAnswer(kind) && !isAnswered);
  };

/** Keeps one exception per day for an unknown person, instead of one per event. */
function onePerUnknownPerson(exceptions: readonly Answered[]): Answered[] {
  const othersOf = new Map<string, RecordOfDay[]>();
  return exceptions.flatMap((exception) => {
    const { kind, day, company, employeeCode, event, answer } = exception;
    if (kind !== 'unknown_person' || answer) return exception;
    const person = `${day} ${company.id} ${employeeCode}`;
    const earlier = othersOf.get(person);
    earlier?.push(event);
    if (earlier) return [];
    const others: RecordOfDay[] = [];
    othersOf.set(person, others);
    return { ...exception, others };
  });
}
