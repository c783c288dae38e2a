// When the dates of an employment, the rules of working days and corrections are valid. Apart from rules.ts, which first loads have.

import { isBlank, required, textOf, type Check } from './validate.ts';
import { atMost, wholeBetween } from './rules.ts';

const day: Check = (value) => {
  const text = textOf(value);
  const isDay = /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && new Date(Date.parse(text)).toJSON()?.startsWith(text);
  return text === '' || isDay ? undefined : 'Please enter a date such as 2026-11-21';
};

const notBeforeFirstDay: Check = (last, { employed_from: first }) =>
  !isBlank(first) && !isBlank(last) && textOf(last) < textOf(first)
    ? 'The last day must not be before the first'
    : undefined;

export const employmentRules = { employed_from: [day], employed_until: [day, notBeforeFirstDay] };

const beforeNoon: Check = (value) =>
  /^(0\d|1[01]):[0-5]\d$/.test(textOf(value)) ? undefined : 'Please enter a time before noon, such as 04:00';

export const dayRulesRules = {
  starts_at: [beforeNoon],
  repeat_seconds: [wholeBetween(0, 600, 'Please enter a whole number from 0 to 600')],
};

/** Why something was corrected, refused or reopened. */
export const reasonRules = { reason: [required('Reason is required'), atMost(1_000)] };
