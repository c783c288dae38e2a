// Checks that several forms share (specification, point 5). The console checks before sending, the server before
// storing.

import { isCalendarDay } from './calendarDay.ts';
import { setSchema } from './schema.ts';
import { type Check, isBlank, required, textOf } from './validate.ts';

/** Limits a text's length. Every text column in our databases has a limit. */
export function atMost(length: number): Check {
  const check: Check = (value) =>
    textOf(value).length > length ? `Please use at most ${length.toLocaleString('en')} characters` : undefined;
  setSchema(check, () => ({ maxLength: length }));
  return check;
}

/**
 * Accepts what an e-mail input does, so that addresses such as door@intranet from other servers can be saved again. An
 * address with an invisible letter would look like somebody else's.
 */
export const emailLike: Check = (value) =>
  isBlank(value) || /^[^\s\p{Cc}\p{Cf}@]+@[^\s\p{Cc}\p{Cf}@]+$/u.test(textOf(value)) ? undefined : 'Email is invalid';
setSchema(emailLike, () => {
  // Names the invisible letters themselves, since not every language's patterns have \p{Cf}.
  const signs = '\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2';
  const marks = '\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb';
  const part = String.raw`[^\s\x00-\x1f\x7f-\x9f@${signs}${marks}]+`;
  return { format: 'email', pattern: `^${part}@${part}$` };
});

/** Accepts only http and https, as others are never linked or called. Others can read the URL: no password in it. */
export const absoluteUrl: Check = (value) => {
  const text = textOf(value).trim();
  if (text === '') return undefined;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return 'Please enter a valid URL';
  const { username, password } = new URL(text);
  return username || password ? 'Please enter the URL without a user name and password' : undefined;
};
setSchema(absoluteUrl, () => ({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' }));

const minimumPasswordLength = 8;
export const longEnough: Check = (value) =>
  textOf(value) !== '' && textOf(value).length < minimumPasswordLength
    ? `Password must be at least ${minimumPasswordLength} characters`
    : undefined;
setSchema(longEnough, () => ({ minLength: minimumPasswordLength, format: 'password', writeOnly: true }));

export function wholeBetween(low: number, high: number, complaint: string): Check {
  const check: Check = (value) =>
    !isBlank(value) && Number.isInteger(Number(value)) && Number(value) >= low && Number(value) <= high
      ? undefined
      : complaint;
  setSchema(check, () => ({ type: 'integer', minimum: low, maximum: high }));
  return check;
}

export const numeric: Check = (value) =>
  isBlank(value) || Number.isFinite(Number(value)) ? undefined : 'Please enter a number';

/** Skips the check if the field is missing: an edit leaves such a field as it is. */
export function unlessLeftOut(check: Check): Check {
  const lenient: Check = (value, all) => (value === undefined ? undefined : check(value, all));
  setSchema(lenient, (of) => ({ ...of(check) }));
  return lenient;
}

/** Documents that the server refuses a value that another record has, which a form cannot know. */
export function uniqueIn(where: 'everywhere' | 'company'): Check {
  const check: Check = () => undefined;
  setSchema(check, () => ({ 'x-unique': where }));
  return check;
}

export const shortText = atMost(255);
export const longText = atMost(10_000);
/** Why something was corrected, refused, reopened, held or erased. */
export const reasonRules = { reason: [required('Reason is required'), atMost(1_000)] };
export const newPassword = [required('Password is required'), longEnough, shortText];

const notBeforeStart: Check = (end, { start_date: start }) =>
  !isBlank(start) && !isBlank(end) && textOf(end) < textOf(start)
    ? 'End date must not be before the start date'
    : undefined;

export const periodRules = { end_date: [notBeforeStart] };

export const invalidDay = 'Please enter a date such as 2026-11-21';

export const validDay: Check = (value) => {
  const text = textOf(value);
  const isDay = /^(19|2)/.test(text) && isCalendarDay(text);
  return text === '' || isDay ? undefined : invalidDay;
};
setSchema(validDay, () => ({ format: 'date', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }));

export function notBefore(firstField: string): Check {
  const check: Check = (last, { [firstField]: first }) =>
    !isBlank(first) && !isBlank(last) && textOf(last) < textOf(first)
      ? 'The last day must not be before the first'
      : undefined;
  setSchema(check, () => ({ description: `Not before ${firstField}` }));
  return check;
}
