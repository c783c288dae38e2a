// Working days of people: timesheets and exceptions. docs/day.md says how a day is computed.

import { isCalendarDay } from '../calendarDay.ts';
import {
  count,
  type Decoded,
  DecodeError,
  type Decoder,
  flag,
  integer,
  isObject,
  list,
  maybe,
  nonEmptyText,
  object,
  oneOf,
  optional,
  page,
  type Page,
  text,
  withDefault,
  within,
  wordOr,
} from '../decode.ts';
import { version } from '../laterDecoders.ts';
import { correctionsOfDay, eventType } from './attendance.ts';

/** The kinds that wait for somebody's answer. */
const openKinds = [
  'no_check_out',
  'no_check_in',
  'open_too_long',
  'unknown_person',
  'implausible_time',
  'outside_employment',
] as const;
/** Whether an exception of this kind waits for somebody's answer. The others only inform. */
export const waitsForAnswer = (kind: string): kind is (typeof openKinds)[number] =>
  openKinds.some((each) => each === kind);

/** In the order in which they are listed; the last three only inform. */
export const exceptionKinds = [...openKinds, 'repeated', 'set_aside', 'manual'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];
export const exceptionKind = oneOf(...exceptionKinds);

const id = integer;

/** A working day: 'YYYY-MM-DD'. Screens compute with it. */
export const calendarDay: Decoder<string> = (value) => {
  const given = text(value);
  if (!isCalendarDay(given)) throw new DecodeError('a day');
  return given;
};

export const personOfDay = object({ id, name: text, employee_id: text, department: text });
export const namedCompany = object({ id, name: text });

/** Timestamps are the wall clock of the business with its offset, as in attendance. */
export const dayEvent = object({
  id,
  event_type: wordOr(eventType),
  timestamp: nonEmptyText,
  controller: text,
  is_manual: flag,
  is_set_aside: flag,
  /** Only for those who may view the HR sync. */
  hr_state: optional(text),
});
export type SheetEvent = Decoded<typeof dayEvent>;

const dayFields = {
  /** The working day, 'YYYY-MM-DD'. */
  day: calendarDay,
  first_in: text,
  last_out: text,
  worked_minutes: count,
  break_minutes: count,
  /** Checked in, and the check-out may still come, or a later one than it has. */
  is_open: flag,
};

/** A cell of the timesheets. */
export const daySummary = object({ ...dayFields, exceptions: list(wordOr(exceptionKind)) });
export type DaySummary = Decoded<typeof daySummary>;

export const timesheetRow = object({
  employee: personOfDay,
  company: namedCompany,
  worked_minutes: count,
  break_minutes: count,
  days_present: count,
  /** How many exceptions wait for an answer. */
  exceptions: count,
  /** Only days with events. */
  days: list(daySummary),
});
export type TimesheetRow = Decoded<typeof timesheetRow>;

const span = object({ from: nonEmptyText, until: nonEmptyText, minutes: count });

export const sheetException = object({
  kind: wordOr(exceptionKind),
  record_id: id,
  sentence: text,
  /** The correction that answered it. */
  answered_by: maybe(id),
});

export const sheetDay = object({
  ...dayFields,
  pairs: list(span),
  breaks: list(span),
  events: list(dayEvent),
  exceptions: list(sheetException),
  /** What the HR system has and the day no longer says, as a sentence. */
  hr_difference: text,
  ...correctionsOfDay,
});
export type SheetDay = Decoded<typeof sheetDay>;

/** What changed a closed month all the same. */
export const closedMonthChange = object({
  /** late_events, erasure, retention */
  kind: nonEmptyText,
  /** How many events came, people were erased, or times old records were removed. */
  total: count,
  /** When it was first. */
  since: text,
});
export type ClosedMonthChange = Decoded<typeof closedMonthChange>;

/** A closed month of the days that a timesheet shows. */
export const closedMonthOfSheet = object({
  company: namedCompany,
  /** 'YYYY-MM' */
  month: nonEmptyText,
  closed_at: text,
  changes: list(closedMonthChange),
});
export type ClosedMonthOfSheet = Decoded<typeof closedMonthOfSheet>;

/** A page of people, with the closed months of their companies. */
export const timesheetPage: Decoder<Page<TimesheetRow> & { closed_months: ClosedMonthOfSheet[] }> = (value, skip) => ({
  ...page(timesheetRow)(value, skip),
  closed_months: within('closed_months', list(closedMonthOfSheet), isObject(value) ? value.closed_months : undefined),
});

export const personSheet = object({
  employee: personOfDay,
  company: namedCompany,
  time_zone: text,
  /** When a working day begins, 'HH:MM'. */
  day_starts_at: text,
  worked_minutes: count,
  break_minutes: count,
  days_present: count,
  /** Days with events or corrections. */
  days: list(sheetDay),
  closed_months: list(closedMonthOfSheet),
});
export type PersonSheet = Decoded<typeof personSheet>;

/** An exception of the inbox. */
export const listedException = object({
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
  answer: maybe(object({ id, kind: text, state: text, reason: text, author: text, created_at: text })),
  ...correctionsOfDay,
});
export type ListedException = Decoded<typeof listedException>;

/** How many of each kind match, whatever kind is chosen. */
export const exceptionCounts = list(object({ kind: wordOr(exceptionKind), total: count }));

/** pairs: each from a check-in to its check-out. first_last: from the first check-in of a day to its last check-out. */
export const hoursRules = ['pairs', 'first_last'] as const;
export type HoursRule = (typeof hoursRules)[number];
export const hoursRule = oneOf(...hoursRules);

/** How a company's working days are computed. */
const dayRuleFields = {
  /** When a working day begins, 'HH:MM', before noon. */
  starts_at: nonEmptyText,
  repeat_seconds: count,
  hours: withDefault(hoursRule, 'pairs'),
  /** Whoever corrects is never who agrees. */
  needs_second_person: flag,
};
export const dayRules = object(dayRuleFields);
export type CompanyDayRules = Decoded<typeof dayRules>;

export const storedDayRules = object({ ...dayRuleFields, version });
export type StoredDayRules = Decoded<typeof storedDayRules>;
