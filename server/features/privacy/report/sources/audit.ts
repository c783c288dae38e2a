// The audit's entries by a person and about one. Values about other people are not shown.

import { type SaltedValue, referencesOf, withValues } from '../../../../../src/shared/contract/audit/entry.ts';
import type { PersonKind, ReportRow } from '../../../../../src/shared/contract/privacy.ts';
import { byHash, parsed } from '../../../../platform/audit/auditValues.ts';
import { sql } from '../../../../platform/db/sql.ts';
import type { ReportedPerson, ReportedUser } from '../person.ts';
import type { Source } from '../source.ts';

const fields = sql`audit.at, action, subject, subject_id, entry, salted`;
const knows = ['audit.user_id', 'audit.subject_id', 'audit_values.about_kind', 'audit_values.about_id'];

/** Of an entry, the values about this person. */
const withOwnValues = (kind: PersonKind, id: number) =>
  sql`audit left join audit_values on entry_id = audit.id and about_kind = ${kind} and about_id = ${id}`;

export const aboutThem: Source<ReportedPerson> = {
  name: 'audit',
  title: 'Audit Entries About Them',
  about: 'What others did to the record, and whatever the audit says of this person.',
  knows,
  rows: ({ kind, id }) => sql`${withOwnValues(kind, id)}
    where audit.id in (
      select id from audit where subject = ${kind} and subject_id = ${id}
      union select entry_id from audit_values where about_kind = ${kind} and about_id = ${id})
    and ${kind === 'users' ? sql`(user_id is null or user_id <> ${id})` : sql`true`}`,
  fields,
  order: { id: sql`audit.id` },
  instants: ['at'],
  shown: shownEntry,
};

export const byThem: Source<ReportedUser> = {
  name: 'acts',
  title: 'Audit Entries by Them',
  about: 'What the user did, when and from where.',
  knows,
  rows: ({ id }) => sql`${withOwnValues('users', id)} where user_id = ${id}`,
  fields,
  order: { id: sql`audit.id` },
  instants: ['at'],
  shown: shownEntry,
};

const notShown = '(about somebody else, or erased)';

function shownEntry({ entry, salted, ...row }: ReportRow): ReportRow {
  const content: unknown = JSON.parse(String(entry));
  const values = salted === null || salted === undefined ? [] : parsed(String(salted));
  const { address, before, after } = Object(withValues(content, valuesIn(content, values)));
  return { ...row, address: asText(address), before: asText(before), after: asText(after) };
}

const valuesIn = (content: unknown, own: readonly SaltedValue[]): ReadonlyMap<string, string> =>
  new Map([...referencesOf(content).map((hash): [string, string] => [hash, notShown]), ...byHash(own)]);

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
