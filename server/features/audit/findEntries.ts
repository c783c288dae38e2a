// A page of the audit, newest first. Where conditions are checked one entry after another, it looks at so many and then
// says where it stopped: a page may be empty though older entries match.

import { entriesWhere, type StoredEntry } from '../../platform/audit/readAudit.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { fixedLimit, sql, type Sql } from '../../platform/db/sql.ts';
import { type AuditFilters, checkOf, leadOf } from './auditFilters.ts';
import { type NamedEntry, namedEntriesWhere } from './namedEntries.ts';

export interface Place {
  readonly id: number;
  readonly at: string;
}

interface FoundEntries {
  readonly entries: readonly NamedEntry[];
  /** Where the next page begins; null if there is none. */
  readonly next: number | null;
}

const mostChecked = 10_000;
const checkedAtOnce = 500;
/** One of these is read for a page: it may be a few more than it shows. */
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

/** Most of what is checked is not shown, so names are read at the end. */
async function findChecked(
  queries: Queries,
  filters: AuditFilters,
  isWanted: (entry: StoredEntry) => boolean,
  after: Place | undefined,
  size: number,
): Promise<FoundEntries> {
  const found: number[] = [];
  const upTo = async (next: number | null) => ({ entries: await entriesOf(queries, found), next });
  let last = after;
  for (let checked = 0; checked < mostChecked; checked += checkedAtOnce) {
    const batch = await entriesWhere(queries, batchOf(filters, last, checkedAtOnce));
    for (const entry of batch) {
      if (found.length === size) return upTo(last?.id ?? null);
      if (isWanted(entry)) found.push(entry.id);
      last = entry;
    }
    if (batch.length < checkedAtOnce) return upTo(null);
  }
  return upTo(last?.id ?? null);
}

/** In the order of the ids. */
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
