// When the dates of an employment, the rules of working days and corrections are valid. Apart from rules.ts, which first loads have.

import { isCalendarDay } from './calendarDay.ts';
import { isBlank, required, textOf, type Check } from './validate.ts';
import { atMost, wholeBetween } from './rules.ts';

const day: Check = (value) => {
  const text = textOf(value);
  const isDay = /^(19|2)/.test(text) && isCalendarDay(text);
  return text === '' || isDay ? undefined : 'Please enter a date such as 2026-11-21';
};

const notBefore =
  (firstField: string): Check =>
  (last, { [firstField]: first }) =>
    !isBlank(first) && !isBlank(last) && textOf(last) < textOf(first)
      ? 'The last day must not be before the first'
      : undefined;

export const employmentRules = { employed_from: [day], employed_until: [day, notBefore('employed_from')] };

/** As the erasure asks for it. */
export const lastDayRules = { last_day: [day] };

/** A further code of an employee: a PIN or a badge. */
export const employeeCodeRules = {
  code: [required('Code is required'), atMost(255)],
  employee_id: [required('Please choose an employee')],
  valid_from: [day],
  valid_until: [day, notBefore('valid_from')],
};

const beforeNoon: Check = (value) =>
  /^(0\d|1[01]):[0-5]\d$/.test(textOf(value)) ? undefined : 'Please enter a time before noon, such as 04:00';

export const dayRulesRules = {
  starts_at: [beforeNoon],
  repeat_seconds: [wholeBetween(0, 600, 'Please enter a whole number from 0 to 600')],
};

/** Why something was corrected, refused or reopened. */
export const reasonRules = { reason: [required('Reason is required'), atMost(1_000)] };
