// A correction as a dialog begins with it, and the request it becomes.

import type { EventType } from '../../shared/contract/queries.ts';
import type { CorrectionRequest } from '../../shared/contract/corrections.ts';
import type { ExceptionKind } from '../../shared/contract/workday.ts';

export type SeenCorrections = Required<Pick<CorrectionRequest, 'last_correction_id' | 'approvals'>>;

interface About {
  /** The person's name, or what is known of an unknown person. */
  who: string;
  /** The working day, 'YYYY-MM-DD'. */
  day: string;
  /** What the user sees of that day's corrections. Without it nothing is compared. */
  seen?: SeenCorrections;
}

interface AddDraft extends About {
  kind: 'add';
  employeeId: number;
  eventType: EventType;
  /** 'YYYY-MM-DDTHH:MM' if a time is suggested. */
  suggested?: string;
}

interface SetAsideDraft extends About {
  kind: 'set_aside' | 'change_direction';
  recordId: number;
  /** Such as 'Check In at 2026-11-22 08:00:00'. */
  what: string;
}

interface AsItIsDraft extends About {
  kind: 'as_is';
  recordId: number;
  exception: ExceptionKind;
  /** Such as 'Check-out missing'. */
  what: string;
}

interface UndoDraft extends About {
  kind: 'undo';
  correctionId: number;
  /** Such as 'Set aside: Check In at 2026-11-22 08:00:00'. */
  what: string;
}

export type CorrectionDraft = AddDraft | SetAsideDraft | AsItIsDraft | UndoDraft;

/** What the user can change about an added event. */
export interface EventFields {
  date: string;
  time: string;
  event: string;
}

export const fieldsOf = ({ suggested, day, eventType }: AddDraft): EventFields => ({
  date: suggested?.slice(0, 10) ?? day,
  time: suggested?.slice(11, 16) ?? '',
  event: eventType,
});

/** What the user typed counts, not what was suggested. */
export function requestOf(draft: CorrectionDraft, typed: EventFields): CorrectionRequest {
  const seen = draft.seen && { day: draft.day, ...draft.seen };
  switch (draft.kind) {
    case 'add':
      return {
        kind: 'add',
        employee_id: draft.employeeId,
        timestamp: `${typed.date}T${typed.time}`,
        event_type: typed.event === 'check-in' ? 'check-in' : 'check-out',
        ...seen,
      };
    case 'set_aside':
    case 'change_direction':
      return { kind: draft.kind, record_id: draft.recordId, ...seen };
    case 'as_is':
      return { kind: 'as_is', record_id: draft.recordId, exception: draft.exception, ...seen };
    case 'undo':
      return { kind: 'undo', correction_id: draft.correctionId, ...seen };
  }
}
