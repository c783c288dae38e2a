// A person's report: all that is stored of one employee or user, section by section.

import {
  type Decoded,
  type Decoder,
  flag,
  integer,
  isMissing,
  list,
  nonEmptyText,
  object,
  refuse,
  text,
} from '../decode.ts';
import { mapOf } from '../laterDecoders.ts';
import { personKind } from './privacy.ts';

const reportSection = object({
  /** In the path of its rows. */
  name: nonEmptyText,
  title: nonEmptyText,
  /** What it holds, in a sentence. */
  about: text,
  rows: integer,
  /** Of rows with a time, the first and the last. All times of the report are on the wall clock of the business. */
  first: text,
  last: text,
});
export type ReportSection = Decoded<typeof reportSection>;

export const personalData = object({
  person: object({
    kind: personKind,
    id: integer,
    name: text,
    /** Of an employee: the employee ID, and the company. */
    number: text,
    company: text,
    is_deleted: flag,
  }),
  /** When the rows were counted. */
  counted_at: nonEmptyText,
  sections: list(reportSection),
});
export type PersonalData = Decoded<typeof personalData>;

export type ReportValue = string | number | boolean | null;

const reportValue: Decoder<ReportValue> = (value) => {
  if (isMissing(value)) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : refuse('a text, a number or a flag');
};

/** By field, in the order to show. */
const reportRow = mapOf(reportValue);
export type ReportRow = Decoded<typeof reportRow>;

/** `next` is asked for as `after`; empty at the end. */
export const reportRows = object({ rows: list(reportRow), next: text });
