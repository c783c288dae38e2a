// Personal data: how long each class is kept, what must not be removed, erasing people, and a person's report.

import { type Calls, countingTimeoutMs } from './call.ts';
import { reasonRules, validDay } from './checks.ts';
import {
  type Decoded,
  type Decoder,
  flag,
  integer,
  isMissing,
  list,
  maybe,
  nonEmptyText,
  nothing,
  object,
  oneOf,
  optional,
  refuse,
  text,
  wordOr,
} from './decode.ts';
import { count, ifUnderstood, mapOf, page, stated, statedOrNull } from './decodeRecords.ts';
import { paging } from './queries.ts';
import { setSchema } from './schema.ts';
import { corrected, employeeLists, userLists } from './touches.ts';
import { namedCompany } from './workday.ts';

/**
 * attendance includes what devices sent, deliveries to HR systems, corrections and roll calls. audit_values: personal
 * values beside the audit. sign_ins: counted attempts, ended sessions and used links.
 */
export const dataClasses = ['attendance', 'audit_values', 'mails', 'sign_ins', 'device_notes'] as const;
export type DataClass = (typeof dataClasses)[number];
const dataClass = oneOf(...dataClasses);

/** Kinds of people that erasures and reports can be about. */
const personKinds = ['employees', 'users'] as const;
export type PersonKind = (typeof personKinds)[number];
const personKind = oneOf(...personKinds);

const holdKinds = ['companies', ...personKinds] as const;
export type HoldKind = (typeof holdKinds)[number];
const holdKind = oneOf(...holdKinds);

/** Null means that data is kept forever. */
const keepMonths = maybe(integer);

const chosenRule = object({ data_class: dataClass, keep_months: statedOrNull(integer) });
export type ChosenRule = Decoded<typeof chosenRule>;

const retentionRule = object({
  data_class: wordOr(dataClass),
  keep_months: keepMonths,
  name: nonEmptyText,
  /** Sentence about its content. */
  holds: text,
  /** Period that laws commonly require; null if there is none. It is shown but not enforced. */
  advised_months: keepMonths,
  advice: text,
});
export type RetentionRule = Decoded<typeof retentionRule>;

const countedRows = object({ what: nonEmptyText, rows: count });
export type CountedRows = Decoded<typeof countedRows>;

const retentionRules = object({
  rules: list(retentionRule),
  /**
   * Last run of the daily job; null if it never ran. `removed` covers all companies, and so is null for callers who do
   * not see them all.
   */
  last_run: maybe(object({ at: nonEmptyText, removed: maybe(list(countedRows)) })),
});
export type RetentionRules = Decoded<typeof retentionRules>;

/** Rows that the daily job would remove if it ran now. */
const retentionPreview = object({
  classes: list(
    object({
      data_class: wordOr(dataClass),
      keep_months: keepMonths,
      /** Day before which everything would be removed; empty if nothing would. */
      before: text,
      /** Time of the oldest row to be removed; empty if there is none. */
      oldest: text,
      goes: list(countedRows),
      /** Old enough to be removed, but kept by legal holds. */
      held: list(countedRows),
      /** Why it might be worth keeping longer; otherwise empty. */
      warning: text,
    }),
  ),
});
export type RetentionPreview = Decoded<typeof retentionPreview>;

/** While it exists, nothing about its subject is removed or erased. */
const legalHold = object({
  id: integer,
  kind: wordOr(holdKind),
  subject_id: integer,
  name: text,
  company: maybe(namedCompany),
  reason: text,
  author: text,
  author_id: maybe(integer),
  created_at: text,
});
export type LegalHold = Decoded<typeof legalHold>;

export const personStates = ['active', 'inactive', 'deleted', 'erased'] as const;
const personState = oneOf(...personStates);

/** Person who may be deleted, but whom something still names. */
const privatePerson = object({
  kind: wordOr(personKind),
  id: integer,
  name: text,
  /** Employee ID, or the user's e-mail. */
  detail: text,
  /** Null for a user. */
  company: maybe(namedCompany),
  state: wordOr(personState),
  is_held: flag,
});
export type PrivatePerson = Decoded<typeof privatePerson>;

/** Rows that stay, until when and why. */
const stayingRows = object({ what: nonEmptyText, rows: count, until: text, why: text });
export type RetainedRows = Decoded<typeof stayingRows>;

const erasurePlan = object({
  person: privatePerson,
  /** Reasons why it cannot be done now, as sentences. */
  blocked: list(text),
  /** True if the employee's last day of employment is unknown, and must be given with the erasure. */
  asks_last_day: flag,
  goes: list(countedRows),
  stays: list(stayingRows),
});
export type ErasurePlan = Decoded<typeof erasurePlan>;

const reportSection = object({
  /** Part of the path of its rows. */
  name: nonEmptyText,
  title: nonEmptyText,
  /** Sentence about its content. */
  about: text,
  rows: integer,
  /** First and last time of the rows, if they have one. All times in the report are in business time. */
  first: text,
  last: text,
});
export type ReportSection = Decoded<typeof reportSection>;

export const personalData = object({
  person: object({
    kind: personKind,
    id: integer,
    name: text,
    /** Employee ID and company; empty for a user. */
    number: text,
    company: text,
    is_deleted: flag,
  }),
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
setSchema(reportValue, () => ({ type: ['string', 'number', 'boolean', 'null'] }));

/** Values by field, in display order. */
const reportRow = mapOf(reportValue);
export type ReportRow = Decoded<typeof reportRow>;

/** `next` is the `after` of the next page; empty on the last. */
const reportRows = object({ rows: list(reportRow), next: text });

/** Rules for the last day of employment that an erasure may ask for. */
export const lastDayRules = { last_day: [validDay] };

/** Position at which the previous page ended. */
const afterPage = { after: optional(text) };

const holds = ['GET /legal-holds', 'GET /privacy/people'] as const;

const mayView = { needs: 'privacy.view', feature: 'privacy' } as const;
const mayManage = { needs: 'privacy.manage', feature: 'privacy' } as const;
const preview = {
  reach: 'everyCompany',
  done: 'Counted',
  failed: 'Failed to count what would go',
  touches: [],
  timeoutMs: countingTimeoutMs,
} as const;

export const calls = {
  'GET /employees/{id}/personal-data': { ...mayView, answer: personalData },
  'GET /employees/{id}/personal-data/{section}': {
    ...mayView,
    query: object(afterPage),
    answer: reportRows,
  },
  'GET /users/{id}/personal-data': {
    ...mayView,
    reach: 'everyCompany',
    answer: personalData,
  },
  'GET /users/{id}/personal-data/{section}': {
    ...mayView,
    reach: 'everyCompany',
    query: object(afterPage),
    answer: reportRows,
  },
  'GET /privacy/rules': { ...mayView, answer: retentionRules },
  'PUT /privacy/rules': {
    ...mayManage,
    reach: 'everyCompany',
    /** Classes that are not named stay as they are. */
    body: object({ rules: stated(list(chosenRule)) }),
    answer: ifUnderstood(retentionRules),
    done: 'Retention rules saved',
    failed: 'Failed to save the retention rules',
    touches: ['GET /privacy/rules'],
  },
  'POST /privacy/rules/preview': {
    ...mayView,
    ...preview,
    body: object({ rules: stated(list(chosenRule)) }),
    answer: retentionPreview,
  },
  'GET /legal-holds': { ...mayView, answer: list(legalHold) },
  'POST /legal-holds': {
    ...mayManage,
    body: object({ kind: holdKind, subject_id: integer, reason: text }),
    rules: reasonRules,
    answer: ifUnderstood(legalHold),
    done: 'Legal hold placed',
    failed: 'Failed to place the legal hold',
    touches: holds,
  },
  'DELETE /legal-holds/{id}': {
    ...mayManage,
    answer: nothing,
    done: 'Legal hold ended',
    failed: 'Failed to end the legal hold',
    touches: holds,
  },
  'GET /privacy/people': {
    ...mayView,
    /** Kind defaults to employees. The search matches parts of names, IDs and e-mails. */
    query: object({
      kind: optional(personKind),
      state: optional(personState),
      q: optional(text),
      ...paging,
    }),
    answer: page(privatePerson),
  },
  'POST /privacy/erasures/preview': {
    ...mayManage,
    // The person may be named in the audit and in records of any company.
    ...preview,
    body: object({ kind: personKind, id: integer, last_day: optional(text) }),
    rules: lastDayRules,
    answer: erasurePlan,
  },
  'POST /privacy/erasures': {
    ...mayManage,
    reach: 'everyCompany',
    body: object({ kind: personKind, id: integer, reason: text, last_day: optional(text) }),
    rules: { ...reasonRules, ...lastDayRules },
    answer: erasurePlan,
    done: 'Erased',
    failed: 'Failed to erase',
    touches: ['GET /privacy/people', ...employeeLists, ...userLists, ...corrected],
    timeoutMs: countingTimeoutMs,
  },
} satisfies Calls;
