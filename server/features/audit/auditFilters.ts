// What a list of the audit is asked for. One condition finds the entries by an index; the others are checked on what it
// finds, so that every combination of them is fast.

import type { StoredEntry } from '../../platform/audit/readAudit.ts';
import { sql, type Sql } from '../../platform/db/sql.ts';
import { entryMatcher } from './texts.ts';

export interface AuditFilters {
  /** 0 for what nobody who was signed in did. */
  readonly user_id?: number;
  readonly action?: string;
  readonly subject?: string;
  readonly subject_id?: number;
  /** Instants as they are stored; the second is not included. */
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
}

/** The condition that finds the fewest entries. */
export function leadOf({ user_id, action, subject, subject_id }: AuditFilters): Sql {
  if (subject !== undefined && subject_id !== undefined)
    return sql`subject = ${subject} and subject_id = ${subject_id}`;
  if (action !== undefined) return sql`action = ${action}`;
  if (subject !== undefined) return sql`subject = ${subject}`;
  if (user_id === 0) return sql`user_id is null`;
  return user_id === undefined ? sql`true` : sql`user_id = ${user_id}`;
}

/** What the lead leaves to be checked. Undefined if that is nothing. */
export function checkOf(filters: AuditFilters): ((entry: StoredEntry) => boolean) | undefined {
  const { user_id, action, subject, subject_id, q = '' } = filters;
  const isRecord = subject !== undefined && subject_id !== undefined;
  const wanted: ((entry: StoredEntry) => boolean)[] = [];
  if (subject_id !== undefined && subject === undefined) wanted.push((entry) => entry.subject_id === subject_id);
  if (action !== undefined && isRecord) wanted.push((entry) => entry.action === action);
  if (subject !== undefined && action !== undefined && !isRecord) wanted.push((entry) => entry.subject === subject);
  if (user_id !== undefined && (subject !== undefined || action !== undefined))
    wanted.push((entry) => (entry.user_id ?? 0) === user_id);
  if (q.trim() !== '') wanted.push(entryMatcher(q));
  return wanted.length === 0 ? undefined : (entry) => wanted.every((check) => check(entry));
}
