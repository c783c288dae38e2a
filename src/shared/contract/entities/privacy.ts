// Personal data: how long each class of it is kept, what must not be removed, and the erasure of people.

import {
  count,
  type Decoded,
  flag,
  integer,
  list,
  maybe,
  nonEmptyText,
  object,
  oneOf,
  text,
  wordOr,
} from '../decode.ts';
import { namedCompany } from './day.ts';

/**
 * attendance: with what devices sent, deliveries to HR systems, corrections and roll calls. audit_values: personal values
 * beside the audit. sign_ins: counted attempts, ended sessions and used links.
 */
export const dataClasses = ['attendance', 'audit_values', 'mails', 'sign_ins', 'device_notes'] as const;
export type DataClass = (typeof dataClasses)[number];
const dataClass = oneOf(...dataClasses);

/** Whom an erasure or a report is about. */
export const personKinds = ['employees', 'users'] as const;
export type PersonKind = (typeof personKinds)[number];
export const personKind = oneOf(...personKinds);

export const holdKinds = ['companies', ...personKinds] as const;
export type HoldKind = (typeof holdKinds)[number];
export const holdKind = oneOf(...holdKinds);

/** Null keeps for ever. */
const keepMonths = maybe(integer);

export const chosenRule = object({ data_class: dataClass, keep_months: keepMonths });
export type ChosenRule = Decoded<typeof chosenRule>;

export const retentionRule = object({
  data_class: wordOr(dataClass),
  keep_months: keepMonths,
  name: nonEmptyText,
  /** What is in it, as a sentence. */
  holds: text,
  /** What laws commonly ask for; null if there is nothing to say. It is told, and not enforced. */
  advised_months: keepMonths,
  advice: text,
});
export type RetentionRule = Decoded<typeof retentionRule>;

const countedRows = object({ what: nonEmptyText, rows: count });
export type CountedRows = Decoded<typeof countedRows>;

export const retentionRules = object({
  rules: list(retentionRule),
  /**
   * Of the daily job; null if it never ran. How much it removed is of all companies, so only who sees them all is told:
   * null for others.
   */
  last_run: maybe(object({ at: nonEmptyText, removed: maybe(list(countedRows)) })),
});
export type RetentionRules = Decoded<typeof retentionRules>;

/** What the daily job would remove if it ran now. */
export const retentionPreview = object({
  classes: list(
    object({
      data_class: wordOr(dataClass),
      keep_months: keepMonths,
      /** The day before which everything goes; empty if nothing does. */
      before: text,
      /** When the oldest of what goes is from; empty if nothing does. */
      oldest: text,
      goes: list(countedRows),
      /** Old enough, and kept by legal holds. */
      held: list(countedRows),
      /** Why one may want to keep it longer; or empty. */
      warning: text,
    }),
  ),
});
export type RetentionPreview = Decoded<typeof retentionPreview>;

/** Nothing of whom or what it names is removed or erased while it stands. */
export const legalHold = object({
  id: integer,
  kind: wordOr(holdKind),
  subject_id: integer,
  /** Of the company, the employee or the user. */
  name: text,
  company: maybe(namedCompany),
  reason: text,
  author: text,
  author_id: maybe(integer),
  created_at: text,
});
export type LegalHold = Decoded<typeof legalHold>;

export const personStates = ['active', 'inactive', 'deleted', 'erased'] as const;
export const personState = oneOf(...personStates);

/** Deleted ones too, as long as anything names them. */
export const privatePerson = object({
  kind: wordOr(personKind),
  id: integer,
  name: text,
  /** The employee ID, or the user's e-mail. */
  detail: text,
  /** Of an employee. */
  company: maybe(namedCompany),
  state: wordOr(personState),
  is_held: flag,
});
export type PrivatePerson = Decoded<typeof privatePerson>;

/** Of what stays, how long and why. */
const stayingRows = object({ what: nonEmptyText, rows: count, until: text, why: text });
export type RetainedRows = Decoded<typeof stayingRows>;

export const erasurePlan = object({
  person: privatePerson,
  /** Why it cannot be done now, as sentences. */
  blocked: list(text),
  /** No last day of employment is known of the employee: whoever erases them says it. */
  asks_last_day: flag,
  goes: list(countedRows),
  stays: list(stayingRows),
});
export type ErasurePlan = Decoded<typeof erasurePlan>;
