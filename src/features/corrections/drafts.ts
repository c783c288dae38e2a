// Drafts of corrections, which screens pass to the dialog; its form values, and the requests and field errors.

import { reasonRules } from '../../shared/contract/checks.ts';
import type { CorrectionRequest } from '../../shared/contract/corrections.ts';
import type { EventType } from '../../shared/contract/queries.ts';
import { type Check, type FieldErrors, required } from '../../shared/contract/validate.ts';
import type { ExceptionKind } from '../../shared/contract/workday.ts';
import { clockTime, formatDay } from '../../shared/words/time.ts';

type SeenCorrections = Required<Pick<CorrectionRequest, 'last_correction_id' | 'approvals'>>;

interface About {
  /** The person's name, or what is known of an unknown person. */
  who: string;
  /** The working day, 'YYYY-MM-DD'. */
  day: string;
  /** The version of the day's corrections that the user sees. Without it, the server does not look for newer ones. */
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
  /** 'Check In at 2026-11-22 08:00:00' */
  what: string;
}

interface AsItIsDraft extends About {
  kind: 'as_is';
  recordId: number;
  exception: ExceptionKind;
  /** 'Check-out missing' */
  what: string;
}

interface UndoDraft extends About {
  kind: 'undo';
  correctionId: number;
  /** 'Set aside: Check In at 2026-11-22 08:00:00' */
  what: string;
}

export type CorrectionDraft = AddDraft | SetAsideDraft | AsItIsDraft | UndoDraft;

/** The values of the dialog by the name of their field. */
type CorrectionValues = Record<string, string>;

/** What the user can change about an added event. */
interface EventFields {
  date: string;
  time: string;
  event: string;
}

export const fieldName = (index: number, field: keyof EventFields) => `corrections.${index}.${field}`;

export function initialValues(drafts: readonly CorrectionDraft[]): CorrectionValues {
  const values: CorrectionValues = { reason: '' };
  drafts.forEach((draft, index) => {
    if (draft.kind !== 'add') return;
    for (const [field, value] of Object.entries(fieldsOf(draft))) values[`corrections.${index}.${field}`] = value;
  });
  return values;
}

const fieldsOf = ({ suggested, day, eventType }: Extract<CorrectionDraft, { kind: 'add' }>): EventFields => ({
  date: suggested ? formatDay(suggested) : day,
  time: suggested ? clockTime(suggested) : '',
  event: eventType,
});

export function rulesFor(drafts: readonly CorrectionDraft[]): Record<string, readonly Check[]> {
  const rules: Record<string, readonly Check[]> = { ...reasonRules };
  drafts.forEach((draft, index) => {
    if (draft.kind !== 'add') return;
    rules[fieldName(index, 'date')] = [required('Date is required')];
    rules[fieldName(index, 'time')] = [required('Time is required')];
  });
  return rules;
}

export function requestsOf(drafts: readonly CorrectionDraft[], values: CorrectionValues): CorrectionRequest[] {
  return drafts.map((draft, index) => {
    const value = (field: keyof EventFields) => values[fieldName(index, field)] ?? '';
    return requestOf(draft, { date: value('date'), time: value('time'), event: value('event') });
  });
}

/** Makes the request from what the user typed, not from what was suggested. */
function requestOf(draft: CorrectionDraft, typed: EventFields): CorrectionRequest {
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

export const isComplete = (drafts: readonly CorrectionDraft[], values: CorrectionValues): boolean =>
  drafts.every(
    ({ kind }, index) => kind !== 'add' || (values[fieldName(index, 'date')] && values[fieldName(index, 'time')]),
  );

/** Moves errors about the server's one timestamp to the dialog's field for the time. */
export const atFormFields = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, complaint]) => [name.replace(/\.timestamp$/, '.time'), complaint]),
  );

/** Finds a complaint about this correction that belongs to no field. */
export function complaintAbout(index: number, errors: FieldErrors, values: CorrectionValues): string | undefined {
  const own = Object.entries(errors).find(([name]) => name.startsWith(`corrections.${index}.`) && !(name in values));
  return own?.[1];
}
