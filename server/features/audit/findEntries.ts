// A page of the audit, newest first. A search that checks entries one by one stops after a number of them, and says
// where: a page may be empty though older entries match.

import { entriesWhere, type StoredEntry } from '../../platform/audit/readAudit.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { fixedLimit, sql, type Sql } from '../../platform/db/sql.ts';
import { namedEntriesWhere, type NamedEntry } from './namedEntries.ts';
import { isReference } from '../../../src/shared/contract/audit/entry.ts';
import { actionInWords, subjectName } from '../../../src/shared/contract/audit/words.ts';
import { folded, searchedWords, textMatcher } from '../../../src/shared/contract/searchText.ts';

interface Place {
  readonly id: number;
  readonly at: string;
}

interface FoundEntries {
  readonly entries: readonly NamedEntry[];
  /** Start of the next page; null if there is none. */
  readonly next: number | null;
}

const mostChecked = 10_000;
const checkedAtOnce = 500;
/** Numbers of entries to read for a page, a little more than it shows. */
const readAtOnce = [51, 201];

export const placeOf = (queries: Queries, id: number): Promise<Place | undefined> =>
  maybeOne<Place>(queries, sql`select id, at from audit where id = ${id}`);

/** `after` is the last entry of the page before. */
export async function findEntries(
  queries: Queries,
  filters: AuditFilters,
  after: Place | undefined,
  size: number,
): Promise<FoundEntries> {
  const isWanted = checkOf(filters);
  if (isWanted) return findChecked(queries, filters, isWanted, after, size);
  const rows = readAtOnce.find((candidate) => candidate > size) ?? checkedAtOnce;
  const batch = await namedEntriesWhere(queries, batchOf(filters, after, rows));
  const entries = batch.slice(0, size);
  return { entries, next: batch.length > size ? (entries.at(-1)?.id ?? null) : null };
}

/** Reads names at the end, as most of the checked entries are not shown. */
async function findChecked(
  queries: Queries,
  filters: AuditFilters,
  isWanted: (entry: StoredEntry) => boolean,
  after: Place | undefined,
  size: number,
): Promise<FoundEntries> {
  const matches: number[] = [];
  const upTo = async (next: number | null) => ({ entries: await entriesOf(queries, matches), next });
  let last = after;
  for (let checked = 0; checked < mostChecked; checked += checkedAtOnce) {
    const batch = await entriesWhere(queries, batchOf(filters, last, checkedAtOnce));
    for (const entry of batch) {
      if (matches.length === size) return upTo(last?.id ?? null);
      if (isWanted(entry)) matches.push(entry.id);
      last = entry;
    }
    if (batch.length < checkedAtOnce) return upTo(null);
  }
  return upTo(last?.id ?? null);
}

/** Keeps the order of the ids. */
async function entriesOf(queries: Queries, ids: readonly number[]): Promise<NamedEntry[]> {
  const entries = await namedEntriesWhere(queries, sql`id in (${ids})`);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const batchOf = (filters: AuditFilters, last: Place | undefined, rows: number): Sql =>
  sql`${conditionOf(filters, last)} order by at desc, id desc ${fixedLimit(rows)}`;

function conditionOf(filters: AuditFilters, last: Place | undefined): Sql {
  const from = filters.from === undefined ? sql`` : sql` and at >= ${filters.from}`;
  const to = filters.to === undefined ? sql`` : sql` and at < ${filters.to}`;
  const older = last ? sql` and (at, id) < (${last.at}, ${last.id})` : sql``;
  return sql`${leadOf(filters)}${from}${to}${older}`;
}

/**
 * The filters of a list. One of them finds the entries by an index; the others are checked on what it finds, so that
 * every combination is fast.
 */
export interface AuditFilters {
  /** 0 finds the entries that were made without a signed-in user. */
  readonly user_id?: number;
  readonly action?: string;
  readonly subject?: string;
  readonly subject_id?: number;
  /** Instants as they are stored; the second is not included. */
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
}

/** Chooses the condition that finds the fewest entries. */
function leadOf({ user_id, action, subject, subject_id }: AuditFilters): Sql {
  if (subject !== undefined && subject_id !== undefined)
    return sql`subject = ${subject} and subject_id = ${subject_id}`;
  if (action !== undefined) return sql`action = ${action}`;
  if (subject !== undefined) return sql`subject = ${subject}`;
  if (user_id === 0) return sql`user_id is null`;
  return user_id === undefined ? sql`true` : sql`user_id = ${user_id}`;
}

/** Returns what the lead leaves to be checked. Undefined if that is nothing. */
function checkOf(filters: AuditFilters): ((entry: StoredEntry) => boolean) | undefined {
  const { user_id, action, subject, subject_id, q = '' } = filters;
  const isRecord = subject !== undefined && subject_id !== undefined;
  const checks: ((entry: StoredEntry) => boolean)[] = [];
  if (subject_id !== undefined && subject === undefined) checks.push((entry) => entry.subject_id === subject_id);
  if (action !== undefined && isRecord) checks.push((entry) => entry.action === action);
  if (subject !== undefined && action !== undefined && !isRecord) checks.push((entry) => entry.subject === subject);
  if (user_id !== undefined && (subject !== undefined || action !== undefined))
    checks.push((entry) => (entry.user_id ?? 0) === user_id);
  if (q.trim() !== '') checks.push(entryMatcher(q));
  return checks.length === 0 ? undefined : (entry) => checks.every((check) => check(entry));
}

function entryMatcher(q: string): (entry: StoredEntry) => boolean {
  const words = searchedWords(q);
  const matches = textMatcher(q);
  return (entry) => {
    const texts = textsOf(entry);
    // Check for the word anywhere first, which is much faster than finding where words begin, and rules out most
    // entries.
    const all = folded(texts.join(' '));
    return words.every((word) => all.includes(word)) && matches(texts);
  };
}

/** The texts that a search looks at: all that the entry says, but not the names of its fields. */
const textsOf = ({ entry, action, subject, values }: StoredEntry): string[] => [
  ...leavesOf(JSON.parse(entry)),
  ...values.map(([, value]) => value),
  actionInWords(action),
  subjectName(subject),
];

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || isReference(value)) return [];
  return Object.values(value).flatMap(leavesOf);
}
