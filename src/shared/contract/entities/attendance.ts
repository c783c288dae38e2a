import {
  count,
  type Decoded,
  flag,
  integer,
  list,
  maybe,
  nonEmptyText,
  number,
  object,
  oneOf,
  optional,
  text,
  wordOr,
} from '../decode.ts';

const id = integer;

const eventTypes = ['check-in', 'check-out'] as const;
export type EventType = (typeof eventTypes)[number];
export const eventType = (value: unknown): EventType =>
  oneOf(...eventTypes)(typeof value === 'string' ? value.replace('_', '-') : value);

/**
 * What is known of a record's delivery to HR without making the day's plan. Only 'failed' needs a manual retry;
 * 'not_queued' includes what is held back.
 */
export const hrStates = ['sent', 'waiting', 'failed', 'not_queued'] as const;
export type HrState = (typeof hrStates)[number];

/** The query of the list, without its page. */
export const filters = {
  company_id: optional(integer),
  employee_id: optional(integer),
  access_controller_id: optional(integer),
  event_type: optional(eventType),
  start_date: optional(text),
  end_date: optional(text),
  is_processed: optional(flag),
  /** Where the server announces 'hr_state'. */
  hr_state: optional(oneOf(...hrStates)),
};

/** What there is to see of a day's corrections. A correction says what its author had seen. */
export const correctionsOfDay = {
  /** 0 for none. */
  last_correction_id: count,
  /** How many of them a second person has approved. */
  approvals: count,
};

export const attendanceRecord = object({
  id,
  /** The ids of employee and company are beyond the specification, and our server's. */
  employee: maybe(object({ id: optional(integer), name: text, employee_id: text })),
  /** The employee's number as the controller sent it; the employee may not exist yet. */
  employee_code: optional(text),
  event_type: wordOr(eventType),
  timestamp: text,
  access_controller: maybe(object({ name: text })),
  company: maybe(object({ id: optional(integer), name: text })),
  is_processed: flag,
  created_at: text,
  /** Where the server announces 'corrections': added by a person; set aside by one, so that it does not count. */
  is_manual: optional(flag),
  is_set_aside: optional(flag),
  /** For those who may view the HR sync, where the server announces 'hr_state'. */
  hr_state: optional(wordOr(oneOf(...hrStates))),
  /** Only in GET /attendance/{id}, and only if the server knows it. */
  hr_sync: optional(
    maybe(
      object({
        /** sent, waiting, failed or held. */
        state: text,
        reason: text,
        sentence: text,
        attempts: count,
        next_try: text,
        /** How it is known that the HR system has it, with its id there; empty if it has not. */
        evidence: optional(text),
      }),
    ),
  ),
  /** Only in GET /attendance/{id}: its working day, and what there is to see of that day's corrections. */
  working_day: optional(maybe(object({ day: nonEmptyText, ...correctionsOfDay }))),
});
export type AttendanceRecord = Decoded<typeof attendanceRecord>;

export const attendanceStatistics = object({
  total: count,
  check_ins: count,
  check_outs: count,
  processed: count,
  pending: count,
  last_24_hours: maybe(number),
  days: list(object({ date: nonEmptyText, total: count })),
});
export type AttendanceStatistics = Decoded<typeof attendanceStatistics>;
