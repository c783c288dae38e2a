// Reads the audit from its beginning, in parts: it may be larger than the memory.

import type { Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { dateOf } from '../time/instants.ts';
import type { StoredEntry } from './auditLog.ts';

const entriesAtOnce = 1_000;

/** The entries after this one, at most 1,000. A database that is not migrated yet has no addresses. */
export const entriesAfter = (queries: Queries, id: number): Promise<StoredEntry[]> =>
  queries.all(sql`select * from audit where id > ${id} order by id limit ${entriesAtOnce}`);

/** For people and programs: times as ISO 8601, and the records as objects. */
export async function* readAudit(queries: Queries): AsyncGenerator<object> {
  for (let last = 0; ; ) {
    const entries = await entriesAfter(queries, last);
    for (const { id, at, before_json, after_json, previous_hash: _, ...entry } of entries) {
      const time = dateOf(at).toISOString();
      yield { id, time, ...entry, before: parsed(before_json), after: parsed(after_json) };
      last = id;
    }
    if (entries.length < entriesAtOnce) return;
  }
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
