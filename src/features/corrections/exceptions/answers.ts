// What can be answered to an exception, as the corrections that the answers make.

import type { EventType } from '../../../shared/contract/queries.ts';
import { type ExceptionKind, type SheetEvent, waitsForAnswer } from '../../../shared/contract/workday.ts';
import type { CorrectionDialogProps } from '../CorrectionDialog.tsx';
import type { CorrectionDraft } from '../draft.ts';
import { exceptionName } from '../../../shared/words/exceptionWords.ts';
import { eventInWords, personOf, type ExceptionRow } from './exceptionRow.ts';

export const answerLabels = {
  correct: 'Correct',
  changeDirection: 'Change Direction',
  setAside: 'Set Aside',
  asItIs: 'As It Is',
  undo: 'Undo',
} as const;

/** On a button beside the others, where there is little room. */
export const shortLabels = { ...answerLabels, changeDirection: 'Direction' } as const;

export type AnswerName = keyof typeof answerLabels;

/** Of one kind. */
export type Drafts = CorrectionDialogProps['drafts'];

export interface PossibleAnswer {
  readonly name: AnswerName;
  /** Several for the events of an unknown person. */
  readonly drafts: Drafts;
}

/** `mayTurn`: the server can change the direction of an event. */
export function answersTo(row: ExceptionRow, mayTurn: boolean): PossibleAnswer[] {
  const { day, record, others, answer, last_correction_id, approvals } = row;
  const seen = { last_correction_id, approvals };
  const kind = waitsForAnswer(row.kind) ? row.kind : undefined;
  const about = { who: personOf(row), day };
  const draftsOf = (draftOf: (event: SheetEvent) => CorrectionDraft): Drafts => [
    { ...draftOf(record), seen },
    ...others.map(draftOf),
  ];
  const aboutKind = (event: SheetEvent) => `${exceptionName(row.kind)}: ${eventInWords(event)}`;
  if (answer?.state === 'applied') {
    const undo: CorrectionDraft = { ...about, kind: 'undo', correctionId: answer.id, what: aboutKind(record) };
    return [{ name: 'undo', drafts: [{ ...undo, seen }] }];
  }
  // What waits for a second person is decided first.
  if (!kind || answer) return [];
  const correct = correctionOf(row, kind);
  return [
    ...(correct ? [{ name: 'correct' as const, drafts: draftsOf(() => ({ ...about, ...correct })) }] : []),
    ...(mayTurn && row.employee && (kind === 'no_check_out' || kind === 'no_check_in')
      ? [
          {
            name: 'changeDirection' as const,
            drafts: draftsOf((event) => ({
              ...about,
              kind: 'change_direction',
              recordId: event.id,
              what: `${eventInWords(event)} becomes a ${event.event_type === 'check-in' ? 'check-out' : 'check-in'}`,
            })),
          },
        ]
      : []),
    {
      name: 'setAside',
      drafts: draftsOf((event) => ({ ...about, kind: 'set_aside', recordId: event.id, what: eventInWords(event) })),
    },
    {
      name: 'asItIs',
      drafts: draftsOf((event) => ({
        ...about,
        kind: 'as_is',
        recordId: event.id,
        exception: kind,
        what: aboutKind(event),
      })),
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

/** With the time that the server suggests. */
export const usualCorrection = (row: ExceptionRow): Drafts | undefined =>
  row.usual_time ? answersTo(row, false).find(({ name }) => name === 'correct')?.drafts : undefined;
