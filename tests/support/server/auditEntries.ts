// The audit's entries with their personal values in their places, as tests want to see them.

import { contentOf, entriesAfter, type StoredEntry } from '../../../server/platform/audit/readAudit.ts';
import type { Queries } from '../../../server/platform/db/db.ts';

type Json = ReturnType<typeof JSON.parse>;

type AuditEntry = Pick<StoredEntry, 'id' | 'user_id' | 'request_id' | 'action' | 'subject' | 'subject_id'> & {
  readonly user_email: Json;
  readonly address: Json;
  readonly api_token: Json;
  readonly before: Json;
  readonly after: Json;
};

/** Oldest first: at most the first thousand of all, or those of one action. */
export async function auditEntries(queries: Queries, action?: string): Promise<AuditEntry[]> {
  const stored = await entriesAfter(queries, 0);
  return stored
    .filter((entry) => action === undefined || entry.action === action)
    .map((entry) => {
      const { user_email, address, api_token, before, after } = contentOf(entry);
      return { ...entry, user_email, address, api_token, before, after };
    });
}
