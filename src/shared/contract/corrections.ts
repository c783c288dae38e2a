// Exceptions, what may be wrong about working days, and corrections, what a person adds to the terminals' events. They
// change no event of a terminal, and nothing in a closed month.
import type { Calls } from './call.ts';
import { reasonRules } from './checks.ts';
import {
  type Decoded,
  flag,
  integer,
  list,
  maybe,
  nonEmptyText,
  object,
  oneOf,
  optional,
  text,
  wordOr,
} from './decode.ts';
import { count, ids, ifUnderstood, page, stated } from './decodeRecords.ts';
import { eventType, paging } from './queries.ts';
import { corrected, readFromDevices } from './touches.ts';
import {
  calendarDay,
  closedMonthChange,
  correctionsOfDay,
  dayEvent,
  exceptionKind,
  namedCompany,
  pagedPeriod,
  period,
  personOfDay,
} from './workday.ts';

/**
 * add: an event that no terminal sent. set_aside: an event that does not count. as_is: an exception that is right.
 * change_direction: an event that counts the other way.
 */
const correctionKinds = ['add', 'set_aside', 'as_is', 'undo', 'change_direction'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];
const kind = oneOf(...correctionKinds);

/** waiting: for a second person. undone: by a later correction. */
export const correctionStates = ['waiting', 'applied', 'refused', 'undone'] as const;
export type CorrectionState = (typeof correctionStates)[number];
const correctionState = oneOf(...correctionStates);

export const correction = object({
  id: integer,
  company: namedCompany,
  employee: maybe(personOfDay),
  employee_code: text,
  /** The working day that it changes. */
  day: calendarDay,
  kind: wordOr(kind),
  event_type: wordOr(eventType),
  /** Time of the event that it adds or is about. */
  timestamp: nonEmptyText,
  /** Null while an added event waits for a second person. */
  record_id: maybe(integer),
  /** The exception that is as it is. */
  exception: text,
  undoes: maybe(integer),
  reason: text,
  state: wordOr(correctionState),
  author: text,
  author_id: maybe(integer),
  created_at: text,
  decided_by: text,
  decided_at: text,
  decision_reason: text,
  /** Sentence about what the HR system has taken already; empty if nothing. */
  hr: text,
});
export type Correction = Decoded<typeof correction>;

/** One correction of a request; its kind decides which fields it needs. */
const correctionRequest = object({
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

/** Effect of corrections on one day of a person. */
const correctedDay = object({
  employee: maybe(personOfDay),
  day: calendarDay,
  before: object({ first_in: text, last_out: text, worked_minutes: count }),
  after: object({ first_in: text, last_out: text, worked_minutes: count }),
  /** Sentence about what the HR system has taken already and would not get again. */
  hr: text,
});
export type CorrectedDay = Decoded<typeof correctedDay>;

const correctionsPreview = object({ days: list(correctedDay), needs_second_person: count });
const correctionsAnswer = object({ corrections: list(correction), waiting: count });

/** A month of a company in which nothing is corrected any more. */
export const closedMonth = object({
  id: integer,
  company: namedCompany,
  /** 'YYYY-MM' */
  month: nonEmptyText,
  closed_by: text,
  closed_at: text,
  /** Empty while it is closed. */
  reopened_by: text,
  reopened_at: text,
  reopen_reason: text,
  /** Changes after the month was closed. */
  changes: list(closedMonthChange),
});
export type ClosedMonth = Decoded<typeof closedMonth>;

const openMonth = object({
  company: namedCompany,
  /** Exceptions that nobody answered. */
  exceptions: count,
  /** Corrections that wait for a second person: the month can be closed once they are decided. */
  corrections: count,
  /** Records that the HR system rejected. Null for those who may not see the HR sync. */
  rejected: maybe(integer),
});
export type OpenMonth = Decoded<typeof openMonth>;

/** All of them or none, for one reason. */
const correctionsBody = object({ corrections: stated(list(correctionRequest)), reason: text });

/** An exception of the inbox. */
const listedException = object({
  kind: wordOr(exceptionKind),
  day: calendarDay,
  company: namedCompany,
  employee: maybe(personOfDay),
  employee_code: text,
  record: dayEvent,
  /** More events of an unknown person on that day: one answer is for all of them. */
  others: list(dayEvent),
  sentence: text,
  /** When a missing check-out or check-in usually is, 'YYYY-MM-DDTHH:MM'; empty if nothing tells. */
  usual_time: text,
  /** A correction that waits for a second person, or that answered it. */
  answer: maybe(object({ id: integer, kind: text, state: text, reason: text, author: text, created_at: text })),
  ...correctionsOfDay,
});
export type ListedException = Decoded<typeof listedException>;

/** How many of each kind match, whatever kind is chosen. */
const exceptionCounts = list(object({ kind: wordOr(exceptionKind), total: count }));

const exceptionFilters = {
  ...period,
  employee_id: optional(integer),
  /** True for answered ones, false for those that nobody answered yet. */
  is_answered: optional(flag),
};

const mayView = { needs: 'attendance.view', feature: 'corrections' } as const;
const mayCorrect = { needs: 'corrections.create', feature: 'corrections' } as const;
const mayDecide = { needs: 'corrections.approve', feature: 'corrections' } as const;
const mayClose = { needs: 'timesheets.close', feature: 'corrections' } as const;
const decision = {
  ...mayDecide,
  done: 'Decision saved successfully',
  failed: 'Failed to save decision',
  touches: corrected,
} as const;

export const calls = {
  'GET /corrections': {
    ...mayView,
    orNeeds: mayDecide.needs,
    /** Covers all days if it names none. */
    query: object({
      ...pagedPeriod,
      employee_id: optional(integer),
      record_id: optional(integer),
      state: optional(correctionState),
      /** Only those that wait for the caller's decision: nobody decides about their own. */
      for_me: optional(flag),
    }),
    answer: page(correction),
  },
  'POST /corrections': {
    ...mayCorrect,
    body: correctionsBody,
    rules: reasonRules,
    answer: correctionsAnswer,
    done: 'Correction saved successfully',
    failed: 'Failed to save correction',
    touches: corrected,
  },
  'POST /corrections/preview': {
    ...mayCorrect,
    body: correctionsBody,
    answer: correctionsPreview,
    done: 'Preview ready',
    failed: 'Failed to preview the correction',
    touches: [],
  },
  'POST /corrections/{id}/decide': {
    ...decision,
    body: object({ agree: stated(flag), reason: text }),
    answer: ifUnderstood(correction),
  },
  'POST /corrections/decide': {
    ...decision,
    /** About all of them or none. */
    body: object({ ids, agree: stated(flag), reason: text }),
    answer: list(correction),
  },
  'POST /corrections/decide/preview': {
    ...mayDecide,
    body: object({ ids }),
    answer: list(correctedDay),
    done: 'Preview ready',
    failed: 'Failed to preview the decision',
    touches: [],
  },
  'GET /closed-months': {
    ...mayView,
    orNeeds: mayClose.needs,
    query: object({ company_id: optional(integer) }),
    answer: list(closedMonth),
  },
  /** Of each company with events until the end of the month; without one, that of last month. */
  'GET /open-months': {
    ...mayClose,
    query: object({ month: optional(text) }),
    answer: list(openMonth),
  },
  'POST /closed-months': {
    ...mayClose,
    body: object({ company_id: integer, month: text }),
    answer: ifUnderstood(closedMonth),
    done: 'Month closed successfully',
    failed: 'Failed to close the month',
    touches: ['GET /closed-months', 'GET /open-months', 'GET /timesheets', 'GET /timesheets/{id}'],
  },
  'POST /closed-months/{id}/reopen': {
    ...mayClose,
    body: object({ reason: text }),
    rules: reasonRules,
    answer: ifUnderstood(closedMonth),
    done: 'Month reopened successfully',
    failed: 'Failed to reopen the month',
    touches: ['GET /closed-months', 'GET /open-months', ...readFromDevices],
  },
  'GET /exceptions': {
    ...mayView,
    query: object({ ...exceptionFilters, kind: optional(exceptionKind), ...paging }),
    answer: page(listedException),
  },
  'GET /exceptions/counts': {
    ...mayView,
    query: object(exceptionFilters),
    answer: exceptionCounts,
  },
} satisfies Calls;
