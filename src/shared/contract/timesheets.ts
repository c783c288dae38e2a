// Timesheets (what people worked, by day) and the rules by which a company's working days are computed.

import { type Calls, countingTimeoutMs } from './call.ts';
import { validDay, wholeBetween } from './checks.ts';
import {
  type Decoded,
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
  type Page,
  text,
  within,
  wordOr,
} from './decode.ts';
import { count, ifGiven, ifUnderstood, page, stated, version, withDefault } from './decodeRecords.ts';
import { dates, eventType, optionalWith } from './queries.ts';
import { setSchema } from './schema.ts';
import { companyLists, computedFromEvents } from './touches.ts';
import { type Check, textOf } from './validate.ts';
import {
  calendarDay,
  closedMonthChange,
  correctionsOfDay,
  dayEvent,
  exceptionKind,
  namedCompany,
  pagedPeriod,
  peopleFilters,
  personOfDay,
} from './workday.ts';

const dayFields = {
  /** The working day, 'YYYY-MM-DD'. */
  day: calendarDay,
  first_in: text,
  last_out: text,
  worked_minutes: count,
  break_minutes: count,
  /** Whether a check-out may still come, or a later one than the day has. */
  is_open: flag,
};

/** Cell of the timesheets. */
export const daySummary = object({ ...dayFields, exceptions: list(wordOr(exceptionKind)) });
export type DaySummary = Decoded<typeof daySummary>;

/** People are only called absent where leave is known, and otherwise not seen. */
export const expectedMarks = ['late', 'left_early', 'absent', 'not_seen'] as const;
export type ExpectedMark = (typeof expectedMarks)[number];
export const expectedMark = oneOf(...expectedMarks);

const excuses = ['free_day', 'leave', 'not_employed'] as const;
export type Excuse = (typeof excuses)[number];

/** Day on which a pattern applies. */
export const expectedDay = object({
  day: calendarDay,
  expected_minutes: count,
  /** Null until the day is over. */
  difference_minutes: maybe(integer),
  marks: list(wordOr(expectedMark)),
  /** Why less is expected than the pattern says; empty if it is not less. */
  excused: text,
  /** Sentences that explain the minutes; only in a person's sheet. */
  explanation: list(text),
});
export type ExpectedDay = Decoded<typeof expectedDay>;

/** Missing where no pattern applies to any of the days. */
export const expectedTime = object({
  /** Sums of the days that are over. */
  expected_minutes: count,
  difference_minutes: integer,
  /** Balance at the end of the days; null for people with no balance carried forward. */
  balance_minutes: maybe(integer),
  /** Days on which time is expected or the hours differ, or that are excused. */
  days: list(expectedDay),
});
export type ExpectedTime = Decoded<typeof expectedTime>;

const timesheetRow = object({
  employee: personOfDay,
  company: namedCompany,
  /** The company's time zone, where the server announces 'company_timezones'. */
  timezone: optional(text),
  worked_minutes: count,
  break_minutes: count,
  days_present: count,
  /** Number of exceptions that wait for an answer. */
  exceptions: count,
  /** Only days with events. */
  days: list(daySummary),
  expected_time: optionalWith('expected_time', expectedTime),
});
export type TimesheetRow = Decoded<typeof timesheetRow>;

const span = object({ from: nonEmptyText, until: nonEmptyText, minutes: count });

const sheetException = object({
  kind: wordOr(exceptionKind),
  record_id: integer,
  sentence: text,
  /** The correction that answered it. */
  answered_by: maybe(integer),
});

export const sheetDay = object({
  ...dayFields,
  pairs: list(span),
  breaks: list(span),
  events: list(dayEvent),
  exceptions: list(sheetException),
  /** Sentence about what the HR system has that the day no longer contains. */
  hr_difference: text,
  ...correctionsOfDay,
});
export type SheetDay = Decoded<typeof sheetDay>;

/** Closed month that contains days of the timesheet. */
const closedMonthOfSheet = object({
  company: namedCompany,
  /** 'YYYY-MM' */
  month: nonEmptyText,
  closed_at: text,
  changes: list(closedMonthChange),
});
export type ClosedMonthOfSheet = Decoded<typeof closedMonthOfSheet>;

/** Page of people, with the closed months of their companies. */
const timesheetRows = page(timesheetRow);
const timesheetPage: Decoder<Page<TimesheetRow> & { closed_months: ClosedMonthOfSheet[] }> = (value, skip) => ({
  ...timesheetRows(value, skip),
  closed_months: within('closed_months', list(closedMonthOfSheet), isObject(value) ? value.closed_months : undefined),
});
setSchema(timesheetPage, (of) => ({
  allOf: [of(timesheetRows), of(object({ closed_months: list(closedMonthOfSheet) }))],
}));

const personSheet = object({
  employee: personOfDay,
  company: namedCompany,
  time_zone: text,
  /** Time at which a working day begins, 'HH:MM'. */
  day_starts_at: text,
  worked_minutes: count,
  break_minutes: count,
  days_present: count,
  /** Days with events or corrections. */
  days: list(sheetDay),
  expected_time: optionalWith('expected_time', expectedTime),
  closed_months: list(closedMonthOfSheet),
});
export type PersonSheet = Decoded<typeof personSheet>;

/** pairs: from each check-in to its check-out. first_last: from the day's first check-in to its last check-out. */
export const hoursRules = ['pairs', 'first_last'] as const;
export type HoursRule = (typeof hoursRules)[number];
const hoursRule = oneOf(...hoursRules);

/** Limits of working time in minutes; 0 means not checked. docs/working-time.md explains each. */
export const workingTimeLimits = object({
  rest_minutes: count,
  longest_day_minutes: count,
  /** Break required of people who work longer than a limit. */
  breaks: list(object({ over_minutes: count, break_minutes: count })),
  /** Shorter breaks do not count. */
  break_part_minutes: count,
  /** Maximum number of consecutive days. */
  days_in_row: count,
});
export type WorkingTimeLimits = Decoded<typeof workingTimeLimits>;

/** Rules by which a company's working days are computed. */
const dayRuleFields = {
  /** Time at which a working day begins, 'HH:MM', before noon. */
  starts_at: nonEmptyText,
  repeat_seconds: count,
  hours: withDefault(hoursRule, 'pairs'),
  /** The company's own time zone, such as 'Europe/Lisbon'; empty for the installation's. */
  timezone: text,
  /** Whether corrections need the approval of somebody other than their author. */
  needs_second_person: flag,
  /** First day for which all leave is entered, so that people without events are absent; empty if there is none. */
  leave_known_from: text,
  /** Missing if nothing is checked. */
  working_time: optional(workingTimeLimits),
};
export const dayRules = object(dayRuleFields);
export type CompanyDayRules = Decoded<typeof dayRules>;

const storedDayRules = object({ ...dayRuleFields, version });
export type StoredDayRules = Decoded<typeof storedDayRules>;

/** Events of the last year that would belong to another working day. */
const movedEvents = object({
  events: count,
  /** Number of affected days, with the first and last; empty if there are none. */
  days: count,
  first_day: text,
  last_day: text,
  /** Newest of them, under current and new rules; none for callers who may not see attendance. */
  example: maybe(
    object({
      person: text,
      event_type: wordOr(eventType),
      before: object({ time: nonEmptyText, day: nonEmptyText }),
      after: object({ time: nonEmptyText, day: nonEmptyText }),
    }),
  ),
});
export type MovedEvents = Decoded<typeof movedEvents>;

const beforeNoon: Check = (value) =>
  /^(0\d|1[01]):[0-5]\d$/.test(textOf(value)) ? undefined : 'Please enter a time before noon, such as 04:00';
setSchema(beforeNoon, () => ({ minLength: 1, pattern: String.raw`^(0\d|1[01]):[0-5]\d$` }));

const mostBreaks = 4;
const soundLimits: Check = (value) => {
  if (value === undefined) return undefined;
  const { rest_minutes, longest_day_minutes, breaks, break_part_minutes, days_in_row } = workingTimeLimits(value);
  const isWhole = (number: number, most: number) => Number.isInteger(number) && number >= 0 && number <= most;
  const durations = [rest_minutes, longest_day_minutes, break_part_minutes].concat(
    breaks.flatMap(({ over_minutes, break_minutes }) => [over_minutes, break_minutes]),
  );
  if (!durations.every((minutes) => isWhole(minutes, 24 * 60))) return 'Please enter times from 0:00 to 24:00';
  if (!isWhole(days_in_row, 14)) return 'Please enter a whole number of days from 0 to 14';
  return breaks.length > mostBreaks ? `Please enter at most ${mostBreaks} breaks` : undefined;
};
setSchema(soundLimits, () => ({ description: 'Times from 0 to 1440 minutes, 0 to 14 days, at most 4 breaks' }));

export const dayRulesValidation = {
  starts_at: [beforeNoon],
  repeat_seconds: [wholeBetween(0, 600, 'Please enter a whole number from 0 to 600')],
  leave_known_from: [validDay],
  working_time: [soundLimits],
};

export const calls = {
  'GET /timesheets': {
    needs: 'timesheets.view',
    feature: 'timesheets',
    query: object({
      ...pagedPeriod,
      ...peopleFilters,
      /** Restricts the list to people with such a day. */
      mark: optional(expectedMark),
    }),
    answer: timesheetPage,
  },
  'GET /timesheets/{id}': {
    needs: 'timesheets.view',
    feature: 'timesheets',
    query: object(dates),
    answer: personSheet,
  },
  'GET /companies/{id}/day-rules': {
    needs: 'companies.view',
    feature: 'timesheets',
    answer: storedDayRules,
  },
  'PUT /companies/{id}/day-rules': {
    needs: 'companies.edit',
    feature: 'timesheets',
    body: object({
      starts_at: text,
      repeat_seconds: stated(integer),
      /** Stays as it is if left out. */
      hours: optional(hoursRule),
      /** Stays as it is if left out. */
      timezone: ifGiven(text),
      needs_second_person: stated(flag),
      /** Stays as it is if left out. */
      leave_known_from: ifGiven(text),
      working_time: optional(workingTimeLimits),
    }),
    rules: dayRulesValidation,
    editedRecord: storedDayRules,
    answer: ifUnderstood(storedDayRules),
    done: 'Day rules saved successfully',
    failed: 'Failed to save day rules',
    // Companies include their time zone.
    touches: ['GET /companies/{id}/day-rules', ...companyLists, ...computedFromEvents],
  },
  'POST /companies/{id}/day-rules/preview': {
    needs: 'companies.edit',
    feature: 'company_timezones',
    body: object({ starts_at: text, timezone: text }),
    rules: { starts_at: dayRulesValidation.starts_at },
    answer: movedEvents,
    done: 'Counted',
    failed: 'Failed to count what would change',
    touches: [],
    timeoutMs: countingTimeoutMs,
  },
} satisfies Calls;
