// What can be answered to an exception, as the corrections that the answers make.

import type { EventType } from '../../contract/entities/attendance.ts';
import { openKinds, type ExceptionKind } from '../../contract/entities/day.ts';
import type { CorrectionDraft } from '../../corrections/draft.ts';
import { exceptionName } from '../../format/exceptionWords.ts';
import { eventInWords, personOf, type ExceptionRow } from './exceptionRow.ts';

export const answerLabels = {
  correct: 'Correct',
  setAside: 'Set Aside',
  asItIs: 'As It Is',
  undo: 'Undo',
} as const;

export type AnswerName = keyof typeof answerLabels;

export interface PossibleAnswer {
  readonly name: AnswerName;
  readonly draft: CorrectionDraft;
}

export function answersTo(row: ExceptionRow): PossibleAnswer[] {
  const { day, record, answer, last_correction_id: lastCorrectionId } = row;
  const kind = openKinds.find((each) => each === row.kind);
  const about = { who: personOf(row), day, lastCorrectionId };
  const what = eventInWords(row);
  if (answer?.state === 'applied') {
    const correction = `${exceptionName(row.kind)}: ${what}`;
    return [{ name: 'undo', draft: { ...about, kind: 'undo', correctionId: answer.id, what: correction } }];
  }
  // What waits for a second person is decided first.
  if (!kind || answer) return [];
  const correct = correctionOf(row, kind);
  return [
    ...(correct ? [{ name: 'correct' as const, draft: { ...about, ...correct } }] : []),
    { name: 'setAside', draft: { ...about, kind: 'set_aside', recordId: record.id, what } },
    {
      name: 'asItIs',
      draft: {
        ...about,
        kind: 'as_is',
        recordId: record.id,
        exception: kind,
        what: `${exceptionName(kind)}: ${what}`,
      },
    },
  ];
}

/** The event that should be there. */
function correctionOf({ employee, record, usual_time }: ExceptionRow, kind: ExceptionKind) {
  const eventType = missingEvent(kind, record.event_type);
  if (!employee || !eventType) return undefined;
  return {
    kind: 'add' as const,
    employeeId: employee.id,
    eventType,
    ...(usual_time && { suggested: usual_time }),
  };
}

function missingEvent(kind: ExceptionKind, eventType: string): EventType | undefined {
  switch (kind) {
    case 'no_check_out':
    case 'open_too_long':
      return 'check-out';
    case 'no_check_in':
      return 'check-in';
    case 'implausible_time':
      return eventType === 'check-in' ? 'check-in' : 'check-out';
    default:
      return undefined;
  }
}

/** What the server suggests as the time of a missing event. */
export const usualCorrection = (row: ExceptionRow): CorrectionDraft | undefined =>
  row.usual_time ? answersTo(row).find(({ name }) => name === 'correct')?.draft : undefined;
