// A page of the audit, newest first. Where conditions are checked one entry after another, it looks at so many and then
// says where it stopped: a page may be empty though older entries match.

import { maybeOne, type Queries } from '../db/db.ts';
import { fixedLimit } from '../db/limit.ts';
import { type Sql, sql } from '../db/sql.ts';
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
  const atOnce = (isWanted ? undefined : readAtOnce.find((rows) => rows > size)) ?? checkedAtOnce;
  const found: NamedEntry[] = [];
  let last = after;
  for (let checked = 0; checked < mostChecked; checked += atOnce) {
    const batch = await namedEntriesWhere(
      queries,
      sql`${conditionOf(filters, last)} order by at desc, id desc ${fixedLimit(atOnce)}`,
    );
    for (const entry of batch) {
      if (found.length === size) return { entries: found, next: last?.id ?? null };
      if (!isWanted || isWanted(entry)) found.push(entry);
      last = entry;
    }
    if (batch.length < atOnce) return { entries: found, next: null };
  }
  return { entries: found, next: last?.id ?? null };
}

function conditionOf(filters: AuditFilters, last: Place | undefined): Sql {
  const from = filters.from === undefined ? sql`` : sql` and at >= ${filters.from}`;
  const to = filters.to === undefined ? sql`` : sql` and at < ${filters.to}`;
  const older = last ? sql` and (at, id) < (${last.at}, ${last.id})` : sql``;
  return sql`${leadOf(filters)}${from}${to}${older}`;
}
