// Words for the exceptions of a working day, for both server and console. docs/day.md has an example of each.

import type { ExceptionKind } from '../contract/workday.ts';
import { marks } from './attendanceText.ts';
import { hoursAndMinutes } from './workedTime.ts';

interface Words {
  name: string;
  /** Meaning of the exception on any day. */
  explanation: string;
  /** Says what happened on that day. */
  sentence(facts: ExceptionFacts): string;
}

/** Facts for the sentence, with times of day as shown. */
interface ExceptionFacts {
  at: string;
  /** Time of the event that was repeated, or of the check-out that came too late. */
  otherAt: string;
  employeeCode: string;
  /** For a check of working time, the minutes or days and their limit. */
  value?: number | undefined;
  limit?: number | undefined;
}

const always = (explanation: string) => ({ explanation, sentence: () => explanation });

const words: Readonly<Record<ExceptionKind, Words>> = {
  no_check_out: {
    name: 'Check-out missing',
    explanation: 'A check-in has no check-out within 16 hours.',
    sentence: ({ at }) => `No check-out follows the check-in at ${at}.`,
  },
  no_check_in: {
    name: 'Check-in missing',
    explanation: 'A check-out has no check-in before it.',
    sentence: ({ at }) => `No check-in precedes the check-out at ${at}.`,
  },
  open_too_long: {
    name: 'Open over 16 hours',
    explanation: 'A check-out comes more than 16 hours after its check-in.',
    sentence: ({ at, otherAt }) => `The check-out at ${otherAt} comes more than 16 hours after the check-in at ${at}.`,
  },
  unknown_person: {
    name: 'Unknown person',
    explanation: 'An event has an ID that no employee has.',
    sentence: ({ employeeCode }) => `No employee has the ID ${employeeCode}.`,
  },
  implausible_time: {
    name: 'Implausible time',
    ...always('The event arrived long before or after the time that it gives. The controller’s clock may be wrong.'),
  },
  outside_employment: {
    name: 'Outside employment',
    ...always('The event is before the first or after the last day of employment.'),
  },
  repeated: {
    name: 'Repeated',
    explanation: 'An event repeats another in the same direction. The first counts.',
    sentence: ({ at, otherAt }) => `The event at ${at} repeats the one at ${otherAt}, which counts.`,
  },
  set_aside: { name: marks.set_aside, ...always('Somebody set the event aside. It does not count.') },
  manual: { name: marks.manual, ...always('Somebody added the event by hand.') },
  short_rest: {
    name: 'Short rest',
    explanation: 'The rest since the last day’s work is shorter than the company’s limit.',
    sentence: ({ at, otherAt, value = 0, limit = 0 }) =>
      `From ${otherAt} to ${at} are ${hoursAndMinutes(value)} of rest; the limit is ${hoursAndMinutes(limit)}.`,
  },
  long_day: {
    name: 'Long day',
    explanation: 'The hours worked on the day are above the company’s limit.',
    sentence: ({ value = 0, limit = 0 }) => `${hoursAndMinutes(value)} worked; the limit is ${hoursAndMinutes(limit)}.`,
  },
  short_break: {
    name: 'Short break',
    explanation: 'The breaks of the day are shorter than the company’s table asks for.',
    sentence: ({ value = 0, limit = 0 }) =>
      `${hoursAndMinutes(value)} of breaks; so many hours need ${hoursAndMinutes(limit)}.`,
  },
  days_in_row: {
    name: 'Many days in a row',
    explanation: 'More days in a row were worked than the company’s limit.',
    sentence: ({ value = 0, limit = 0 }) => `Day ${value} or later in a row; the limit is ${limit}.`,
  },
};

const wordsByKind: Readonly<Record<string, Words>> = words;

/** Shows a kind that only a newer server knows as it is. */
export const exceptionName = (kind: string): string => wordsByKind[kind]?.name ?? kind;

export const exceptionExplanation = (kind: string): string => wordsByKind[kind]?.explanation ?? '';

export const exceptionSentence = (kind: ExceptionKind, facts: ExceptionFacts): string => words[kind].sentence(facts);
