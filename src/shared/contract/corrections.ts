// Exceptions (what may be wrong with working days) and corrections (what people add to the terminals' events).
// Corrections change neither a terminal's events nor anything in a closed month.
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
 * add: an event that no terminal sent. set_aside: an event that does not count. as_is: an exception that is fine as it
 * is. change_direction: an event that counts the other way.
 */
const correctionKinds = ['add', 'set_aside', 'as_is', 'undo', 'change_direction'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];
const kind = oneOf(...correctionKinds);

/** waiting: a second person must decide. undone: a later correction undid it. */
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
  /** The exception that as_is accepts. */
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
  /** Sentence about what the HR system has already accepted; empty if nothing. */
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
  /** The day that the author was looking at. Defaults to the event's day. */
  day: optional(text),
  /** The day's newest correction that the author saw, 0 for none. If missing, nothing is compared. */
  last_correction_id: optional(integer),
  /** Number of approvals of the day's corrections that the author saw. If missing, they are not compared. */
  approvals: optional(integer),
});
export type CorrectionRequest = Decoded<typeof correctionRequest>;

/** Effect of corrections on one day of a person. */
const correctedDay = object({
  employee: maybe(personOfDay),
  day: calendarDay,
  before: object({ first_in: text, last_out: text, worked_minutes: count }),
  after: object({ first_in: text, last_out: text, worked_minutes: count }),
  /** Sentence about what the HR system has already accepted and would not get again. */
  hr: text,
});
export type CorrectedDay = Decoded<typeof correctedDay>;

const correctionsPreview = object({ days: list(correctedDay), needs_second_person: count });
const correctionsAnswer = object({ corrections: list(correction), waiting: count });

/** Month of a company that accepts no more corrections. */
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
  /** Changes since the month was closed. */
  changes: list(closedMonthChange),
});
export type ClosedMonth = Decoded<typeof closedMonth>;

const openMonth = object({
  company: namedCompany,
  /** Number of unanswered exceptions. */
  exceptions: count,
  /** Number of corrections that wait for a second person. The month can only be closed once they are decided. */
  corrections: count,
  /** Number of records that the HR system rejected. Null for callers who may not see the HR sync. */
  rejected: maybe(integer),
});
export type OpenMonth = Decoded<typeof openMonth>;

/** Corrections that are made all or none, with one reason. */
const correctionsBody = object({ corrections: stated(list(correctionRequest)), reason: text });

/** An exception of the inbox. */
const listedException = object({
  kind: wordOr(exceptionKind),
  day: calendarDay,
  company: namedCompany,
  employee: maybe(personOfDay),
  employee_code: text,
  record: dayEvent,
  /** Further events of an unknown person on that day, which share one answer. */
  others: list(dayEvent),
  sentence: text,
  /** Usual time of the missing check-out or check-in, 'YYYY-MM-DDTHH:MM'; empty if unknown. */
  usual_time: text,
  /** The correction that answered it, or that waits for a second person. */
  answer: maybe(object({ id: integer, kind: text, state: text, reason: text, author: text, created_at: text })),
  ...correctionsOfDay,
});
export type ListedException = Decoded<typeof listedException>;

/** Number of matches by kind, whichever kind is chosen. */
const exceptionCounts = list(object({ kind: wordOr(exceptionKind), total: count }));

const exceptionFilters = {
  ...period,
  employee_id: optional(integer),
  /** True finds answered exceptions, false unanswered ones. */
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
    /** Covers all days unless it names a period. */
    query: object({
      ...pagedPeriod,
      employee_id: optional(integer),
      record_id: optional(integer),
      state: optional(correctionState),
      /** Whether to list only those that wait for the caller's decision. Nobody decides on their own. */
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
    /** Decides on all of them or none. */
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
  /** Lists each company with events up to the end of the month, which defaults to last month. */
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
