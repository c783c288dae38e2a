// Corrections: what a person adds to what the terminals sent. They change no event of a terminal.

import {
  count,
  type Decoded,
  integer,
  list,
  maybe,
  nonEmptyText,
  object,
  oneOf,
  optional,
  text,
  wordOr,
} from '../decode.ts';
import { eventType } from './attendance.ts';
import { calendarDay, closedMonthChange, exceptionKind, namedCompany, personOfDay } from './day.ts';

/**
 * add: an event that no terminal sent. set_aside: an event that does not count. as_is: an exception that is right.
 * change_direction: an event that counts the other way.
 */
export const correctionKinds = ['add', 'set_aside', 'as_is', 'undo', 'change_direction'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];
const kind = oneOf(...correctionKinds);

/** waiting: for a second person. undone: by a later correction. */
export const correctionStates = ['waiting', 'applied', 'refused', 'undone'] as const;
export type CorrectionState = (typeof correctionStates)[number];
export const correctionState = oneOf(...correctionStates);

const id = integer;

export const correction = object({
  id,
  company: namedCompany,
  employee: maybe(personOfDay),
  employee_code: text,
  /** The working day that it changes. */
  day: calendarDay,
  kind: wordOr(kind),
  event_type: wordOr(eventType),
  /** Of the event that it adds or is about. */
  timestamp: nonEmptyText,
  /** Null while an added event waits for a second person. */
  record_id: maybe(id),
  /** The exception that is as it is. */
  exception: text,
  /** The correction that it undoes. */
  undoes: maybe(id),
  reason: text,
  state: wordOr(correctionState),
  author: text,
  author_id: maybe(id),
  created_at: text,
  decided_by: text,
  decided_at: text,
  decision_reason: text,
  /** What the HR system has taken already, as a sentence; empty if nothing. */
  hr: text,
});
export type Correction = Decoded<typeof correction>;

/** One of a request: which fields it needs depends on its kind. */
export const correctionRequest = object({
  kind,
  /** add: who, when ('YYYY-MM-DDTHH:MM' in business time) and which way. */
  employee_id: optional(integer),
  timestamp: optional(text),
  event_type: optional(eventType),
  /** set_aside, as_is, change_direction: the attendance record. */
  record_id: optional(integer),
  /** as_is: the exception. */
  exception: optional(exceptionKind),
  /** undo: the correction. */
  correction_id: optional(integer),
  /** The day that the author looked at; without it, that of the event. */
  day: optional(text),
  /** The newest correction of that day that the author saw; 0 for none. Without it nothing is compared. */
  last_correction_id: optional(integer),
  /** How many approvals of that day's corrections the author saw. Without it they are not compared. */
  approvals: optional(integer),
});
export type CorrectionRequest = Decoded<typeof correctionRequest>;

/** What corrections would do to one day of a person. */
export const correctedDay = object({
  employee: maybe(personOfDay),
  day: calendarDay,
  before: object({ first_in: text, last_out: text, worked_minutes: count }),
  after: object({ first_in: text, last_out: text, worked_minutes: count }),
  /** What the HR system has taken already and would not get again. */
  hr: text,
});
export type CorrectedDay = Decoded<typeof correctedDay>;

export const correctionsPreview = object({ days: list(correctedDay), needs_second_person: count });
export const correctionsAnswer = object({ corrections: list(correction), waiting: count });

/** A month of a company in which nothing is corrected any more. */
export const closedMonth = object({
  id,
  company: namedCompany,
  /** 'YYYY-MM' */
  month: nonEmptyText,
  closed_by: text,
  closed_at: text,
  /** Empty while it is closed. */
  reopened_by: text,
  reopened_at: text,
  reopen_reason: text,
  /** What changed it all the same. */
  changes: list(closedMonthChange),
});
export type ClosedMonth = Decoded<typeof closedMonth>;
