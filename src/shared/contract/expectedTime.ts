// Inputs for expected time: week patterns, free days, leave, and balances carried over. docs/expected.md has the rules,
// timesheets.ts the resulting days.

import { isClockTime } from './calendarDay.ts';
import type { Calls } from './call.ts';
import { notBefore, reasonRules, shortText, validDay, wholeBetween } from './checks.ts';
import { type Decoded, flag, integer, list, maybe, nonEmptyText, nothing, object, text } from './decode.ts';
import { ifGiven, ifUnderstood, stated, statedOrNull, version } from './decodeRecords.ts';
import { setSchema } from './schema.ts';
import { type Check, required, textOf } from './validate.ts';
import { calendarDay, namedCompany, personOfDay } from './workday.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];
export const eachWeekday = <Value>(value: (weekday: Weekday) => Value): Record<Weekday, Value> => ({
  monday: value('monday'),
  tuesday: value('tuesday'),
  wednesday: value('wednesday'),
  thursday: value('thursday'),
  friday: value('friday'),
  saturday: value('saturday'),
  sunday: value('sunday'),
});

const patternFields = {
  /** First day on which the pattern applies, until another one for the same people does. */
  valid_from: text,
  /** Minutes. */
  ...eachWeekday(() => stated(integer)),
  /** 'HH:MM', or empty. */
  latest_start: text,
  earliest_end: text,
};

export const weekPattern = object({
  id: integer,
  company: namedCompany,
  /** Set for one person's pattern. Otherwise it is for the department or, if that is empty, the whole company. */
  employee: maybe(personOfDay),
  department: text,
  /** Whether nobody is in its department, which may have been renamed. */
  is_unused: flag,
  ...patternFields,
});
export type WeekPattern = Decoded<typeof weekPattern>;

const freeDay = object({ day: calendarDay, name: text, is_half: flag });
export type FreeDay = Decoded<typeof freeDay>;
export const mostFreeDays = 500;

const freeDays = object({ days: list(freeDay), version });
export type FreeDays = Decoded<typeof freeDays>;

const ofEmployee = { id: integer, company: namedCompany, employee: personOfDay };

export const leave = object({
  ...ofEmployee,
  first_day: calendarDay,
  last_day: calendarDay,
  /** Whether it covers half of each day. */
  is_half: flag,
  /** Minutes of each day that it covers, if not 0. Some HR systems count leave in hours. */
  minutes: ifGiven(integer),
  /** HR system that it was read from, and that alone maintains it; empty if it was entered by hand. */
  source: text,
});
export type Leave = Decoded<typeof leave>;

/** Balance at the beginning of a day, from which it is carried forward. */
export const balance = object({
  ...ofEmployee,
  day: calendarDay,
  minutes: integer,
  reason: text,
});
export type Balance = Decoded<typeof balance>;

/** State of reading leave from a company's HR system. */
const leaveReading = object({
  source: nonEmptyText,
  /** Empty if it was never read. */
  read_at: text,
  /** Whether leave has not been read for a day, so that nobody counts as absent from then on. */
  is_stale: flag,
  /** False if nobody there is matched with the employee, whose leave is then unknown. */
  is_matched: flag,
});
export type LeaveReading = Decoded<typeof leaveReading>;

const personsTime = object({
  patterns: list(weekPattern),
  leaves: list(leave),
  balances: list(balance),
  /** Null if leave is only entered by hand. */
  leave_reading: maybe(leaveReading),
});

const clockOrEmpty: Check = (value) =>
  textOf(value) === '' || isClockTime(textOf(value)) ? undefined : 'Please enter a time such as 09:00';
setSchema(clockOrEmpty, () => ({ pattern: String.raw`^(([01]\d|2[0-3]):[0-5]\d)?$` }));

const ofOneDay = wholeBetween(0, 24 * 60, 'A day has from 0:00 to 24:00 hours');

export const weekPatternRules = {
  department: [shortText],
  valid_from: [required('Please enter a day'), validDay],
  ...eachWeekday(() => [ofOneDay]),
  latest_start: [clockOrEmpty],
  earliest_end: [clockOrEmpty],
};

const freeDaysInAll: Check = (value) =>
  Array.isArray(value) && value.length > mostFreeDays ? `Please enter at most ${mostFreeDays} free days` : undefined;
setSchema(freeDaysInAll, () => ({ maxItems: mostFreeDays }));

export const leaveRules = {
  first_day: [required('Please enter a day'), validDay],
  last_day: [required('Please enter a day'), validDay, notBefore('first_day')],
};

const mostMinutes = 10_000 * 60;
export const balanceRules = {
  day: [required('Please enter a day'), validDay],
  minutes: [wholeBetween(-mostMinutes, mostMinutes, 'Please enter hours such as -3:30')],
  ...reasonRules,
};

const timesheets = ['GET /timesheets', 'GET /timesheets/{id}', 'GET /presence', 'GET /presence/summary'] as const;
const ofPerson = ['GET /employees/{id}/expected-time', ...timesheets] as const;
const ofPattern = ['GET /companies/{id}/week-patterns', ...ofPerson] as const;

const feature = 'expected_time';
const patternEdit = { needs: 'companies.edit', feature, touches: ofPattern } as const;
const personEdit = { needs: 'corrections.create', feature, touches: ofPerson } as const;

export const calls = {
  'GET /companies/{id}/week-patterns': { needs: 'companies.view', feature, answer: list(weekPattern) },
  'POST /week-patterns': {
    ...patternEdit,
    /** `employee_id` is null for a department or the whole company. */
    body: object({
      company_id: maybe(integer),
      employee_id: statedOrNull(integer),
      department: text,
      ...patternFields,
    }),
    rules: weekPatternRules,
    answer: ifUnderstood(weekPattern),
    done: 'Pattern added',
    failed: 'Failed to add the pattern',
  },
  'DELETE /week-patterns/{id}': {
    ...patternEdit,
    answer: nothing,
    done: 'Pattern deleted',
    failed: 'Failed to delete the pattern',
  },
  'GET /companies/{id}/free-days': { needs: 'companies.view', feature, answer: freeDays },
  'PUT /companies/{id}/free-days': {
    needs: 'companies.edit',
    feature,
    body: object({ days: stated(list(freeDay)) }),
    rules: { days: [freeDaysInAll] },
    editedRecord: freeDays,
    answer: ifUnderstood(freeDays),
    done: 'Free days saved successfully',
    failed: 'Failed to save free days',
    touches: ['GET /companies/{id}/free-days', ...timesheets],
  },
  'GET /employees/{id}/expected-time': { needs: 'timesheets.view', feature, answer: personsTime },
  'POST /leaves': {
    ...personEdit,
    body: object({ employee_id: maybe(integer), first_day: text, last_day: text, is_half: flag }),
    rules: leaveRules,
    answer: ifUnderstood(leave),
    done: 'Leave added',
    failed: 'Failed to add leave',
  },
  'DELETE /leaves/{id}': {
    ...personEdit,
    answer: nothing,
    done: 'Leave deleted',
    failed: 'Failed to delete leave',
  },
  'POST /balances': {
    ...personEdit,
    body: object({ employee_id: maybe(integer), day: text, minutes: stated(integer), reason: text }),
    rules: balanceRules,
    answer: ifUnderstood(balance),
    done: 'Balance carried forward',
    failed: 'Failed to carry the balance forward',
  },
  'DELETE /balances/{id}': {
    ...personEdit,
    answer: nothing,
    done: 'Balance deleted',
    failed: 'Failed to delete the balance',
  },
} satisfies Calls;
