// Corrections in words, for lists, records and exported files.

import type { Correction, CorrectionState } from '../contract/corrections.ts';
import { attendanceText, marks } from './attendanceText.ts';
import { exceptionName } from './exceptionWords.ts';
import { isolated } from './isolated.ts';
import { formatTime } from './time.ts';

const stateNames: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  applied: 'Applied',
  refused: 'Refused',
  undone: 'Undone',
} satisfies Record<CorrectionState, string>;

/** Shows a state that only a newer server knows as it is. */
export const stateName = (state: string): string => stateNames[state] ?? state;

const didNames: Readonly<Record<string, string>> = {
  add: marks.manual,
  set_aside: marks.set_aside,
  as_is: 'Accepted as it is',
  change_direction: 'Direction changed',
};

/** Says what a correction of this kind did. */
export const correctionKindName = (kind: string): string => didNames[kind] ?? kind;

export const correctionText = {
  person: ({ employee, employee_code }: Correction) => employee?.name || `Unknown Employee (${employee_code})`,
  /** Describes what it does: 'Set aside: Check In at 2026-11-22 08:00:00'. */
  action(correction: Correction): string {
    const { kind, exception, undoes, timestamp } = correction;
    const did = kind === 'undo' ? `Undid correction ${undoes}` : correctionKindName(kind);
    const accepted = kind === 'as_is' ? `${exceptionName(exception)}, ` : '';
    return `${did}: ${accepted}${attendanceText.event(correction)} at ${formatTime(timestamp)}`;
  },
  state: ({ state }: Correction) => stateName(state),
  /** 'Ada Admin, 2026-11-22 10:00:00' */
  author: ({ author, created_at }: Correction) => `${isolated(author)}, ${formatTime(created_at)}`,
  /** Names who decided, when and why; empty if nobody had to. */
  decision({ state, decided_by, decided_at, decision_reason }: Correction): string {
    // An undone correction had been approved.
    const verdict = state === 'refused' ? 'Refused' : 'Approved';
    const decided = `${verdict} by ${isolated(decided_by)}, ${formatTime(decided_at)}`;
    return decided_by && [decided, decision_reason].filter(Boolean).join(': ');
  },
};
