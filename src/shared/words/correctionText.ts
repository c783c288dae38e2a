// A correction in words, for lists, records and exported files.

import type { Correction, CorrectionState } from '../contract/corrections.ts';
import { attendanceText, marks } from './attendanceText.ts';
import { exceptionName } from './exceptionWords.ts';
import { formatTime } from './time.ts';

const stateNames: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  applied: 'Applied',
  refused: 'Refused',
  undone: 'Undone',
} satisfies Record<CorrectionState, string>;

/** A state of a newer server stays as it is. */
export const stateName = (state: string): string => stateNames[state] ?? state;

export const correctionText = {
  person: ({ employee, employee_code }: Correction) => employee?.name || `Unknown Employee (${employee_code})`,
  /** Describes what it does: 'Set aside: Check In at 2026-11-22 08:00:00'. */
  action(correction: Correction): string {
    const event = `${attendanceText.event(correction)} at ${formatTime(correction.timestamp)}`;
    switch (correction.kind) {
      case 'add':
        return `${marks.manual}: ${event}`;
      case 'set_aside':
        return `${marks.set_aside}: ${event}`;
      case 'as_is':
        return `Accepted as it is: ${exceptionName(correction.exception)}, ${event}`;
      case 'change_direction':
        return `Direction changed: ${event}`;
      case 'undo':
        return `Undid correction ${correction.undoes}: ${event}`;
      default:
        return `${correction.kind}: ${event}`;
    }
  },
  state: ({ state }: Correction) => stateName(state),
  /** 'Ada Admin, 2026-11-22 10:00:00' */
  author: ({ author, created_at }: Correction) => `${author}, ${formatTime(created_at)}`,
  /** Names who decided, when and why; empty if nobody had to. */
  decision({ state, decided_by, decided_at, decision_reason }: Correction): string {
    // An undone correction had been approved.
    const verdict = state === 'refused' ? 'Refused' : 'Approved';
    const decided = `${verdict} by ${decided_by}, ${formatTime(decided_at)}`;
    return decided_by && [decided, decision_reason].filter(Boolean).join(': ');
  },
};
