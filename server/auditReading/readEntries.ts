// Entries of the audit, with what was not erased of their personal values.

import { parsed } from '../audit/auditValues.ts';
import type { StoredEntry } from '../audit/readAudit.ts';
import type { Queries } from '../db/db.ts';
import { groupRows } from '../db/groupRows.ts';
import { type Sql, sql } from '../db/sql.ts';

/** `condition` may go on with an order and a limit. */
export async function readEntries(queries: Queries, condition: Sql): Promise<StoredEntry[]> {
  const entries = await queries.all<Omit<StoredEntry, 'values'>>(
    sql`select id, at, user_id, request_id, action, subject, subject_id, entry, previous_hash, hash
      from audit where ${condition}`,
  );
  const ids = entries.map(({ id }) => id);
  const values = groupRows(
    'entry_id',
    await queries.all<{ entry_id: number; salted: string }>(
      sql`select entry_id, salted from audit_values where entry_id in (${ids})`,
    ),
  );
  return entries.map((entry) => ({
    ...entry,
    values: (values.get(entry.id) ?? []).flatMap(({ salted }) => parsed(salted)),
  }));
}
