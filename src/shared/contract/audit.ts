// The audit: who did what.

import type { SaltedValue } from './audit/entry.ts';
import type { Calls } from './call.ts';
import {
  type Decoded,
  type Decoder,
  integer,
  isMissing,
  isObject,
  list,
  maybe,
  nonEmptyText,
  object,
  optional,
  refuse,
  text,
} from './decode.ts';
import { nullable, setSchema } from './schema.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export const json: Decoder<Json> = (value) => {
  if (isMissing(value)) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => json(item));
  if (!isObject(value)) return refuse('JSON');
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, json(item)]));
};
setSchema(json, () => ({}));

/** Null once erased. */
const erasable: Decoder<string | null> = (value) => (value === null ? null : text(value));
setSchema(erasable, (of) => nullable(of(text)));

const line = {
  id: integer,
  at: nonEmptyText,
  /** Null if nobody was signed in. */
  user_id: maybe(integer),
  /** Current name of the user. */
  user_name: text,
  user_email: erasable,
  /** Empty for what the server did on its own. */
  address: erasable,
  /** Name of the API token that acted for the user; empty if the user acted in person. */
  api_token: erasable,
  action: nonEmptyText,
  subject: text,
  subject_id: maybe(integer),
  /** Name of the record; empty if unknown. */
  subject_name: text,
  /** Number of records, corrections or people it is about, where the subject alone does not say so. */
  count: optional(integer),
};

/** Audit entry as a row of a list. */
const auditLine = object({
  ...line,
  /** Names of the record's fields that changed. */
  changed: list(text),
});
export type AuditLine = Decoded<typeof auditLine>;

/** Unnumbered page: `next` is the `before` of the next request. */
const auditPage = object({ entries: list(auditLine), next: maybe(integer) });
export type AuditPage = Decoded<typeof auditPage>;

/** { erased: true } in `before` and `after` stands for an erased value. */
const auditEntry = object({
  ...line,
  request_id: text,
  before: json,
  after: json,
  previous_hash: text,
  hash: nonEmptyText,
});
export type AuditEntry = Decoded<typeof auditEntry>;

/** The last entry. */
const auditHead = object({ id: integer, at: text, hash: text });
export type AuditHead = Decoded<typeof auditHead>;

const saltedValue: Decoder<SaltedValue> = (value) =>
  Array.isArray(value) && value.length === 2 ? [text(value[0]), text(value[1])] : refuse('a salt and a value');
setSchema(saltedValue, (of) => ({ ...of(list(text)), minItems: 2, maxItems: 2 }));

/** An entry as it was hashed, for exports and for verification. */
const chainLine = object({
  id: integer,
  previous_hash: text,
  hash: nonEmptyText,
  entry: nonEmptyText,
  values: list(saltedValue),
});
export type ChainLine = Decoded<typeof chainLine>;

const auditChain = list(chainLine);

const may = { needs: 'audit.view', feature: 'audit', reach: 'everyCompany' } as const;

export const calls = {
  'GET /audit': {
    ...may,
    query: object({
      /** 0 finds the entries without a signed-in user. */
      user_id: optional(integer),
      action: optional(text),
      subject: optional(text),
      subject_id: optional(integer),
      /** Instants; the end is not included. */
      from: optional(text),
      to: optional(text),
      q: optional(text),
      /** Id of the entry after which the page begins, and the size of the page. */
      before: optional(integer),
      limit: optional(integer),
    }),
    answer: auditPage,
  },
  'GET /audit/{id}': { ...may, answer: auditEntry },
  'GET /audit/head': { ...may, answer: auditHead },
  'GET /audit/chain': {
    ...may,
    query: object({
      after: optional(integer),
      limit: optional(integer),
      /** Restricts the entries to these ids, separated by commas. */
      ids: optional(text),
    }),
    answer: auditChain,
  },
} satisfies Calls;
