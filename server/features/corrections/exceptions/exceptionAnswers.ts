// What was answered to exceptions: the correction behind each, or the one that waits for a second person.

import type { CorrectionKind, CorrectionState } from '../../../../src/shared/contract/corrections.ts';
import { waitsForAnswer } from '../../../../src/shared/contract/workday.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { FoundException } from '../../workday/foundException.ts';
import type { RecordOfDay } from '../../workday/shownEvents.ts';

export interface Answer {
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

export interface Answered extends FoundException {
  readonly answer?: Answer;
  /** More events of an unknown person on that day. */
  readonly others?: readonly RecordOfDay[];
}

export async function withAnswers(queries: Queries, found: readonly FoundException[]): Promise<Answered[]> {
  const recordIds = [...new Set(found.map(({ event }) => event.id))];
  const employeeIds = [...new Set(found.flatMap(({ person }) => person?.id ?? []))];
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
  return found.map((exception) => {
    const { event, person, day } = exception;
    const candidates = [...(ofRecord.get(event.id) ?? []), ...(ofDay.get(`${person?.id} ${day}`) ?? [])];
    const answer = candidates.findLast((each) => isAnswer(each, exception));
    return answer ? { ...exception, answer } : exception;
  });
}

/** The applied ones have changed the day: what they are about is another exception than before. */
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

const isAnswered = ({ answer }: Answered) => answer?.state === 'applied';

/** Some kinds only inform: nobody needs to answer them. */
const waits = (exception: Answered) => waitsForAnswer(exception.kind) && !isAnswered(exception);

export const hasAnswer = (wanted: boolean | undefined) => (exception: Answered) =>
  wanted === undefined || (wanted ? isAnswered(exception) : waits(exception));

/** Somebody unknown is asked about once a day, and not once an event. */
export function onePerStranger(exceptions: readonly Answered[]): Answered[] {
  const othersOf = new Map<string, RecordOfDay[]>();
  return exceptions.flatMap((exception) => {
    const { kind, day, company, employeeCode, event, answer } = exception;
    if (kind !== 'unknown_person' || answer) return exception;
    const person = `${day} ${company.id} ${employeeCode}`;
    const known = othersOf.get(person);
    known?.push(event);
    if (known) return [];
    const others: RecordOfDay[] = [];
    othersOf.set(person, others);
    return { ...exception, others };
  });
}
