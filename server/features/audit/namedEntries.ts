// Entries with the current names of the people and records in them, as the API returns them. An entry itself has ids,
// and the names at the time only in what was written.

import { type AuditEntry, type AuditLine, type Json, json } from '../../../src/shared/contract/audit.ts';
import { addValues, columnsOfEntry, contentOf, type StoredEntry } from '../../platform/audit/readAudit.ts';
import { type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { asUtc } from '../../platform/time/clock.ts';

interface Names {
  readonly name_of_user: string | null;
  readonly name_of_subject: string | null;
}

export type NamedEntry = StoredEntry & Names;

const nameOf = (table: Sql): Sql => sql`(select name from ${table} where ${table}.id = audit.subject_id)`;

/** Selects the names along with the entries, since a separate statement takes longer than the entries do. */
const names = sql`(select name from users where users.id = audit.user_id) as name_of_user,
  case
    when subject = 'users' then ${nameOf(sql`users`)}
    when subject = 'employees' then ${nameOf(sql`employees`)}
    when subject in ('companies', 'day_rules', 'digests', 'free_days', 'payroll', 'hr_connections', 'hr_sync_configs') then ${nameOf(sql`companies`)}
    when subject in ('access_controllers', 'device_rules') then ${nameOf(sql`access_controllers`)}
  end as name_of_subject`;

/** `condition` may include an order and a limit. */
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
    subject_name: namesIn(after) || namesIn(before) || (name_of_subject ?? ''),
    ...countIn(after),
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

/**
 * Names what an act is about: for corrections, the days that they change; otherwise the record or its owner, and for a
 * month also the company.
 */
function namesIn(record: Json): string {
  const corrections = correctionsIn(record);
  if (corrections.length > 0) return daysInWords(corrections);
  const company = isRecord(record) && record.month !== undefined ? nameIn(record.company ?? null) : '';
  return [nameIn(record) || ownerIn(record), company].filter(Boolean).join(' of ');
}

/** Names the owner of a week pattern, leave or a balance: a person, a department or a company. */
function ownerIn(record: Json): string {
  if (!isRecord(record)) return '';
  const { employee = null, department, company = null } = record;
  return nameIn(employee) || (typeof department === 'string' && department) || nameIn(company);
}

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

/** The corrections of an act, which has one or a list. */
function correctionsIn(side: Json): readonly Json[] {
  if (!isRecord(side)) return [];
  if (Array.isArray(side.corrections)) return side.corrections;
  return side.correction === undefined ? [] : [side.correction];
}

/** 'Käthe Oßwald, 2026-11-25', 'Käthe Oßwald, 3 days', '8 people on 3 days' */
function daysInWords(corrections: readonly Json[]): string {
  const people = new Set(corrections.map(personOf));
  const days = new Set(corrections.map((each) => (isRecord(each) ? String(each.day) : '')));
  const [person = ''] = people;
  const [day = ''] = days;
  const inDays = days.size === 1 ? day : `${days.size} days`;
  return people.size === 1 ? `${person}, ${inDays}` : `${people.size} people on ${inDays}`;
}

function personOf(correction: Json): string {
  if (!isRecord(correction)) return '';
  const name = nameIn(correction.employee ?? null);
  if (name) return name;
  return typeof correction.employee_code === 'string' ? `unknown ${correction.employee_code}` : 'an erased person';
}

/** Counts what an act is about: ids in a list, corrections, ticks, or a given number. */
function countIn(after: Json): { count?: number } {
  if (!isRecord(after)) return {};
  const { record_ids, ticks, records, rows } = after;
  const list = [record_ids, ticks, correctionsIn(after)].find(
    (each): each is readonly Json[] => Array.isArray(each) && each.length > 0,
  );
  if (list) return { count: list.length };
  const number = [records, rows].find((each): each is number => typeof each === 'number' && each > 0);
  return number === undefined ? {} : { count: number };
}
