// Parts of a working day that timesheets, exceptions and corrections share. docs/day.md explains how a day is computed.

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

/** Corrections of a day. A new correction states the ones its author had seen. */
export const correctionsOfDay = {
  /** 0 for none. */
  last_correction_id: count,
  /** Number of them that a second person has approved. */
  approvals: count,
};

/** Kinds that wait for somebody's answer. */
const openKinds = [
  'no_check_out',
  'no_check_in',
  'open_too_long',
  'unknown_person',
  'implausible_time',
  'outside_employment',
] as const;
/** Whether exceptions of this kind wait for an answer. The others only inform. */
export const waitsForAnswer = (kind: string): kind is (typeof openKinds)[number] =>
  openKinds.some((each) => each === kind);

/** Checks of working time, where a company sets limits. They do not affect the day or its hours. */
const workingTimeKinds = ['short_rest', 'long_day', 'short_break', 'days_in_row'] as const;
export const isOfWorkingTime = (kind: string): kind is (typeof workingTimeKinds)[number] =>
  workingTimeKinds.some((each) => each === kind);

/** Kinds in display order. All after the open ones only inform. */
export const exceptionKinds = [...openKinds, 'repeated', 'set_aside', 'manual', ...workingTimeKinds] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];
export const exceptionKind = oneOf(...exceptionKinds);

/** Working day, 'YYYY-MM-DD'. It is validated because screens compute with it. */
export const calendarDay: Decoder<string> = (value) => {
  const given = text(value);
  if (!isCalendarDay(given)) throw new DecodeError('a day');
  return given;
};
setSchema(calendarDay, () => ({ type: 'string', format: 'date' }));

export const personOfDay = object({ id: integer, name: text, employee_id: text, department: text });
export const namedCompany = object({ id: integer, name: text });

/** Event of a working day. Timestamps are in business time with an offset, as in attendance. */
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
  /** Number of late events, erased people, or removals of old records. */
  total: count,
  /** Time of the first change. */
  since: text,
});
export type ClosedMonthChange = Decoded<typeof closedMonthChange>;

export const period = { company_id: optional(integer), ...dates };

/** Days of one company or all. Defaults to this week for timesheets, otherwise to the last two weeks. */
export const pagedPeriod = { ...period, ...paging };

export const peopleFilters = { company_id: optional(integer), department: optional(text), q: optional(text) };
