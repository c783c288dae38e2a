// Exceptions as rows of the inbox, and the corrections that answer each.

import type { ListedException } from '../../../shared/contract/corrections.ts';
import type { EventType } from '../../../shared/contract/queries.ts';
import {
  type ExceptionKind,
  exceptionKinds,
  type SheetEvent,
  waitsForAnswer,
} from '../../../shared/contract/workday.ts';
import { attendanceText } from '../../../shared/words/attendanceText.ts';
import { exceptionName } from '../../../shared/words/exceptionWords.ts';
import { formatTime } from '../../../shared/words/time.ts';
import type { CorrectionDialogProps } from '../CorrectionDialog.tsx';
import type { CorrectionDraft } from '../drafts.ts';

export interface ExceptionRow extends ListedException {
  /** Made from the record and the kind, since a record may have several exceptions. */
  readonly id: number;
}

const kinds: readonly string[] = exceptionKinds;

export const rowOf = (exception: ListedException): ExceptionRow => ({
  ...exception,
  id: exception.record.id * (kinds.length + 1) + kinds.indexOf(exception.kind) + 1,
});

export const personOf = ({ employee, employee_code }: ListedException) => employee?.name || `Unknown ${employee_code}`;

/** 'Check In at 2026-11-22 08:00:00' */
const eventInWords = (record: SheetEvent) => `${attendanceText.event(record)} at ${formatTime(record.timestamp)}`;

export const rowName = (exception: ListedException) =>
  `${exceptionName(exception.kind)} of ${personOf(exception)} on ${exception.day}`;

export const answerLabels = {
  correct: 'Correct',
  changeDirection: 'Change Direction',
  setAside: 'Ignore Event',
  asItIs: 'Accept As It Is',
  undo: 'Undo',
} as const;

/** Shorter labels, for buttons side by side. */
export const shortLabels = {
  ...answerLabels,
  changeDirection: 'Direction',
  setAside: 'Ignore',
  asItIs: 'Accept',
} as const;

export type AnswerName = keyof typeof answerLabels;

/** All of one kind. */
export type Drafts = CorrectionDialogProps['drafts'];

interface PossibleAnswer {
  readonly name: AnswerName;
  /** Several for the events of an unknown person. */
  readonly drafts: Drafts;
}

/** `canChangeDirection`: whether the server can change the direction of an event. */
export function answersTo(row: ExceptionRow, canChangeDirection: boolean): PossibleAnswer[] {
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
  // A correction that waits for a second person must be decided first.
  if (!kind || answer) return [];
  const correct = correctionOf(row, kind);
  return [
    ...(correct ? [{ name: 'correct' as const, drafts: draftsOf(() => ({ ...about, ...correct })) }] : []),
    ...(canChangeDirection && row.employee && (kind === 'no_check_out' || kind === 'no_check_in')
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

/** Drafts the event that is missing. */
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

/** Adds the missing event at the time that the server suggests. */
export const usualCorrection = (row: ExceptionRow): Drafts | undefined =>
  row.usual_time ? answersTo(row, false).find(({ name }) => name === 'correct')?.drafts : undefined;

/** The filter by answers, with its values in the address. */
export const answerStates = [
  { value: '0', label: 'Not Answered' },
  { value: '1', label: 'Answered' },
  { value: '', label: 'All' },
];
