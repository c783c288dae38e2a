// Checks that the audit is whole. Someone who controls the database can rewrite the whole chain or cut off its end,
// so a hash that was noted elsewhere proves more.

import { one, type Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { hashOf } from './auditLog.ts';
import { entriesAfter } from './readAudit.ts';

interface Verification {
  readonly entries: number;
  /** The hash of the last entry. */
  readonly head: string;
  /** What is wrong with the chain, if anything. */
  readonly fault: string | undefined;
}

/** Checks all entries that exist when it begins. `notedHash` must be that of one of them. */
export async function verifyAudit(queries: Queries, notedHash = ''): Promise<Verification> {
  const end = await one<{ last_id: number; hash: string }>(
    queries,
    sql`select last_id, hash from audit_head where id = 1`,
  );
  let entries = 0;
  let head = '';
  let isNotedFound = notedHash === '';
  const result = (fault?: string): Verification => ({ entries, head, fault });
  while (entries < end.last_id) {
    const stored = await entriesAfter(queries, entries);
    if (stored.length === 0) return result(`entry ${entries + 1} is missing`);
    for (const { previous_hash, hash, address = null, ...entry } of stored) {
      if (entry.id !== entries + 1) return result(`entry ${entries + 1} is missing`);
      if (entry.id > end.last_id) break;
      if (previous_hash !== head) return result(`entry ${entry.id} does not follow the one before it`);
      if (hash !== hashOf(head, { ...entry, address })) return result(`entry ${entry.id} was altered`);
      entries = entry.id;
      head = hash;
      isNotedFound ||= hash === notedHash;
    }
  }
  if (head !== end.hash) return result(`entry ${entries} is not the last one that was written`);
  return result(
    isNotedFound ? undefined : `it does not contain the hash ${notedHash}: its end was cut off, or it was rewritten`,
  );
}

/** The triggers that keep entries from being changed. Someone who removed entries had to remove these first. */
const triggers = {
  sqlite: ['audit_is_not_changed', 'audit_is_not_deleted'],
  postgres: ['audit_is_append_only'],
} as const;

export async function missingTriggers(queries: Queries): Promise<string[]> {
  const present = await queries.all<{ name: string }>(
    queries.dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'trigger' and tbl_name = 'audit'`
      : sql`select tgname as name from pg_trigger where tgrelid = 'audit'::regclass and tgenabled <> 'D'`,
  );
  const names = new Set(present.map(({ name }) => name));
  return triggers[queries.dialect].filter((name) => !names.has(name));
}
