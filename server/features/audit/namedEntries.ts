// Entries with the present names of who and what they are about, as the API returns them. An entry itself has ids, and
// the names of that time only in what was written.

import { addValues, columnsOfEntry, contentOf, type StoredEntry } from '../../platform/audit/readAudit.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql, type Sql } from '../../platform/db/sql.ts';
import { type AuditEntry, type AuditLine, json, type Json } from '../../../src/shared/contract/audit.ts';
import { asUtc } from '../../platform/time/instants.ts';

interface Names {
  readonly name_of_user: string | null;
  readonly name_of_subject: string | null;
}

export type NamedEntry = StoredEntry & Names;

const nameOf = (table: Sql): Sql => sql`(select name from ${table} where ${table}.id = audit.subject_id)`;

/** Selects the names with the entries: a statement of their own takes longer than they do. */
const names = sql`(select name from users where users.id = audit.user_id) as name_of_user,
  case
    when subject = 'users' then ${nameOf(sql`users`)}
    when subject = 'employees' then ${nameOf(sql`employees`)}
    when subject in ('companies', 'day_rules', 'hr_connections', 'hr_sync_configs') then ${nameOf(sql`companies`)}
    when subject in ('access_controllers', 'device_rules') then ${nameOf(sql`access_controllers`)}
  end as name_of_subject`;

/** `condition` may go on with an order and a limit. */
export const namedEntriesWhere = async (queries: Queries, condition: Sql): Promise<NamedEntry[]> =>
  addValues(
    queries,
    await queries.all<Omit<StoredEntry, 'values'> & Names>(
      sql`select ${columnsOfEntry}, ${names} from audit where ${condition}`,
    ),
  );

export const shownLine = (entry: NamedEntry): AuditLine => {
  const { before, after, ...line } = shown(entry);
  return { ...line, changed: changedFields(before, after) };
};

export const shownEntry = (entry: NamedEntry): AuditEntry => ({
  ...shown(entry),
  request_id: entry.request_id,
  previous_hash: entry.previous_hash,
  hash: entry.hash,
});

function shown(entry: NamedEntry) {
  const { id, at, user_id, action, subject, subject_id, name_of_user, name_of_subject } = entry;
  const content = contentOf(entry);
  const before = json(content.before);
  const after = json(content.after);
  return {
    id,
    at: asUtc(at),
    user_id,
    user_name: name_of_user ?? '',
    user_email: textOrErased(content.user_email),
    address: textOrErased(content.address),
    api_token: tokenIn(json(content.api_token)),
    action,
    subject,
    subject_id,
    subject_name: nameIn(after) || nameIn(before) || (name_of_subject ?? ''),
    before,
    after,
  };
}

const textOrErased = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : null;
};

const tokenIn = (token: Json): string | null => (isRecord(token) ? textOrErased(token.name) : '');

const namingFields = ['display_name', 'name', 'key', 'url', 'month', 'code', 'serial', 'email'] as const;

function nameIn(record: Json): string {
  if (!isRecord(record)) return '';
  const names = namingFields.map((field) => record[field]);
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? '';
}

function changedFields(before: Json, after: Json): string[] {
  if (!isRecord(before) || !isRecord(after)) return [];
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

const isRecord = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
