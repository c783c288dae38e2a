// The audit for users who may see it: its pages, its entries, and its chain as it was hashed.

import { isReference } from '../../../src/shared/contract/audit/entry.ts';
import type { Query } from '../../../src/shared/contract/calls.ts';
import { folded, searchedWords, textMatcher } from '../../../src/shared/contract/searchText.ts';
import { actionInWords, subjectName } from '../../../src/shared/words/auditWords.ts';
import { entriesWhere, type StoredEntry } from '../../platform/audit/readAudit.ts';
import { fixedLimit, limitTo, maybeOne, one, type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { invalid, notFound } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { idsIn } from '../../platform/records/parameters.ts';
import { asUtc, instantOf } from '../../platform/time/clock.ts';
import { type NamedEntry, namedEntriesWhere, shownEntry, shownLine } from './namedEntries.ts';

const pageSizes = { usual: 50, most: 200 };
const chainSizes = { usual: 500, most: 1_000 };

export const auditHandlers = {
  async 'GET /audit'({ db, query }) {
    const { before, limit, ...filters } = query;
    const size = sizeOf(limit, pageSizes);
    const after = before === undefined ? undefined : await findPosition(db, before);
    if (before !== undefined && !after) throw invalid({ before: 'There is no such entry' });
    const { entries, next } = await findEntries(db, filtersOf(filters), after, size);
    return { entries: entries.map(shownLine), next };
  },

  async 'GET /audit/{id}'({ db, params }) {
    const [entry] = await namedEntriesWhere(db, sql`id = ${params.id}`);
    if (!entry) throw notFound('There is no such entry');
    return shownEntry(entry);
  },

  async 'GET /audit/head'({ db }) {
    const { at, ...head } = await one<{ id: number; hash: string; at: string | null }>(
      db,
      sql`select last_id as id, audit_head.hash, at
        from audit_head left join audit on audit.id = last_id where audit_head.id = 1`,
    );
    return { ...head, at: asUtc(at) };
  },

  async 'GET /audit/chain'({ db, query }) {
    const { after = 0, limit, ids } = query;
    const size = sizeOf(limit, chainSizes);
    const condition =
      ids === undefined
        ? sql`id > ${after} order by id ${limitTo(size)}`
        : sql`id in (${idsIn('ids', ids, chainSizes.most)}) order by id`;
    const entries = await entriesWhere(db, condition);
    return entries.map(({ id, previous_hash, hash, entry, values }) => {
      return { id, previous_hash, hash, entry, values: [...values] };
    });
  },
} satisfies Partial<Handlers>;

function sizeOf(limit: number | undefined, { usual, most }: typeof pageSizes): number {
  if (limit !== undefined && limit < 1) throw invalid({ limit: 'This must be at least 1' });
  return Math.min(limit ?? usual, most);
}

/** Instants as they are stored. */
function filtersOf({ from, to, ...filters }: AuditFilters): AuditFilters {
  return {
    ...filters,
    ...(from !== undefined && { from: storedInstant('from', from) }),
    ...(to !== undefined && { to: storedInstant('to', to) }),
  };
}

function storedInstant(field: string, text: string): string {
  const time = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid({ [field]: 'This must be an instant such as 2026-11-21T08:00:00Z' });
  return instantOf(new Date(time));
}

// A page of the audit, newest first. A search that checks entries one by one stops after a number of them, and says
// where: a page may be empty though older entries match.
interface Position {
  readonly id: number;
  readonly at: string;
}

const mostChecked = 10_000;
const checkedAtOnce = 500;
/** Number of entries to read for a page, a little more than it shows. */
const readAtOnce = [51, 201];

export const findPosition = (queries: Queries, id: number): Promise<Position | undefined> =>
  maybeOne<Position>(queries, sql`select id, at from audit where id = ${id}`);

/** Returns the page that follows the entry `after`, and where the next page starts, or null after the last one. */
export async function findEntries(queries: Queries, filters: AuditFilters, after: Position | undefined, size: number) {
  const isWanted = checkOf(filters);
  if (isWanted) return findChecked(queries, filters, isWanted, after, size);
  const rows = readAtOnce.find((candidate) => candidate > size) ?? checkedAtOnce;
  const batch = await namedEntriesWhere(queries, batchOf(filters, after, rows));
  const entries = batch.slice(0, size);
  return { entries, next: batch.length > size ? (entries.at(-1)?.id ?? null) : null };
}

/** Reads names last, because most of the checked entries are not shown. */
async function findChecked(
  queries: Queries,
  filters: AuditFilters,
  isWanted: (entry: StoredEntry) => boolean,
  after: Position | undefined,
  size: number,
) {
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

const batchOf = (filters: AuditFilters, last: Position | undefined, rows: number): Sql =>
  sql`${conditionOf(filters, last)} order by at desc, id desc ${fixedLimit(rows)}`;

function conditionOf(filters: AuditFilters, last: Position | undefined): Sql {
  const from = filters.from === undefined ? sql`` : sql` and at >= ${filters.from}`;
  const to = filters.to === undefined ? sql`` : sql` and at < ${filters.to}`;
  const older = last ? sql` and (at, id) < (${last.at}, ${last.id})` : sql``;
  return sql`${leadOf(filters)}${from}${to}${older}`;
}

/**
 * The filters of a list. An index finds the entries of one of them; the others are checked on these, so that every
 * combination is fast.
 */
export type AuditFilters = Omit<NonNullable<Query<'GET /audit'>>, 'before' | 'limit'>;

/** Chooses the condition that finds the fewest entries. */
function leadOf({ user_id, action, subject, subject_id }: AuditFilters): Sql {
  if (subject !== undefined && subject_id !== undefined)
    return sql`subject = ${subject} and subject_id = ${subject_id}`;
  if (action !== undefined) return sql`action = ${action}`;
  if (subject !== undefined) return sql`subject = ${subject}`;
  if (user_id === 0) return sql`user_id is null`;
  return user_id === undefined ? sql`true` : sql`user_id = ${user_id}`;
}

/** Returns the check that the lead condition leaves; undefined if none. */
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
    // Checks for the words anywhere first, which is much faster than finding where words begin, and rules out most
    // entries.
    const all = folded(texts.join(' '));
    return words.every((word) => all.includes(word)) && matches(texts);
  };
}

/** The texts that a search covers: everything that the entry says, except the names of its fields. */
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
