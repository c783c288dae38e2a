// Shared by timesheets, exceptions and corrections: what they say of a working day. docs/day.md says how a day is
// computed.

import { isCalendarDay } from './calendarDay.ts';
import {
  type Decoded,
  DecodeError,
  type Decoder,
  flag,
  integer,
  nonEmptyText,
  object,
  oneOf,
  optional,
  text,
  wordOr,
} from './decode.ts';
import { count } from './decodeRecords.ts';
import { dates, eventType, paging } from './queries.ts';
import { setSchema } from './schema.ts';

/** Corrections of a day. A correction says what its author had seen. */
export const correctionsOfDay = {
  /** 0 for none. */
  last_correction_id: count,
  /** How many of them a second person has approved. */
  approvals: count,
};

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

/** Checks of working time, where a company set limits. They are no part of the day, and say nothing of its hours. */
const workingTimeKinds = ['short_rest', 'long_day', 'short_break', 'days_in_row'] as const;
export const isOfWorkingTime = (kind: string): kind is (typeof workingTimeKinds)[number] =>
  workingTimeKinds.some((each) => each === kind);

/** Ordered as they are listed; those after the open ones only inform. */
export const exceptionKinds = [...openKinds, 'repeated', 'set_aside', 'manual', ...workingTimeKinds] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];
export const exceptionKind = oneOf(...exceptionKinds);

/** A working day: 'YYYY-MM-DD'. Screens compute with it. */
export const calendarDay: Decoder<string> = (value) => {
  const given = text(value);
  if (!isCalendarDay(given)) throw new DecodeError('a day');
  return given;
};
setSchema(calendarDay, () => ({ type: 'string', format: 'date' }));

export const personOfDay = object({ id: integer, name: text, employee_id: text, department: text });
export const namedCompany = object({ id: integer, name: text });

/** Timestamps are the wall clock of the business with its offset, as in attendance. */
export const dayEvent = object({
  id: integer,
  event_type: wordOr(eventType),
  timestamp: nonEmptyText,
  controller: text,
  is_manual: flag,
  is_set_aside: flag,
  /** Present for callers who may view the HR sync. */
  hr_state: optional(text),
});
export type SheetEvent = Decoded<typeof dayEvent>;

export const closedMonthChange = object({
  /** late_events, erasure, retention */
  kind: nonEmptyText,
  /** How many events came, people were erased, or times old records were removed. */
  total: count,
  /** When it was first. */
  since: text,
});
export type ClosedMonthChange = Decoded<typeof closedMonthChange>;

export const period = { company_id: optional(integer), ...dates };

/** Days of one company or of all. Without them, timesheets are those of this week; else it is the last two weeks. */
export const pagedPeriod = { ...period, ...paging };

export const peopleFilters = { company_id: optional(integer), department: optional(text), q: optional(text) };
