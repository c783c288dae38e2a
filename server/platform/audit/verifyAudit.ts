// Checks that the audit is whole. Someone who controls the database can rewrite the whole chain or cut off its end,
// so a hash that was noted elsewhere proves more.

import { chainedText, entryColumns, referencesOf, saltedText } from '../../../src/shared/contract/audit/entry.ts';
import { sha256 } from '../crypto/hashes.ts';
import { exists, one, type Queries, scalars, sql } from '../db/db.ts';
import { BrokenChain, checkedEntries } from '../db/migrations/formerAudit.ts';
import { entriesAfter, hasValues, type StoredEntry } from './readAudit.ts';

interface Verification {
  readonly entries: number;
  /** The hash of the last entry. */
  readonly head: string;
  /** Number of entries with erased personal values. */
  readonly erased: number;
  readonly fault: string | undefined;
}

/** Checks all entries that exist when it begins. `notedHash` must be the hash of one of them. */
export async function verifyAudit(queries: Queries, notedHash = ''): Promise<Verification> {
  if (!(await hasValues(queries))) return verifyFormer(queries, notedHash);
  const end = await one<{ last_id: number; hash: string }>(
    queries,
    sql`select last_id, hash from audit_head where id = 1`,
  );
  let entries = 0;
  let head = '';
  let erased = 0;
  let isNotedFound = notedHash === '' || (await isFormerHash(queries, notedHash));
  const result = (fault?: string): Verification => ({ entries, head, erased, fault });
  while (entries < end.last_id) {
    const stored = await entriesAfter(queries, entries);
    if (stored.length === 0) return result(`entry ${entries + 1} is missing`);
    for (const entry of stored) {
      if (entry.id !== entries + 1) return result(`entry ${entries + 1} is missing`);
      if (entry.id > end.last_id) break;
      const fault = faultOf(entry, head);
      if (fault) return result(fault);
      if (referencesOf(JSON.parse(entry.entry)).length > entry.values.length) erased++;
      entries = entry.id;
      head = entry.hash;
      isNotedFound ||= entry.hash === notedHash;
    }
  }
  if (head !== end.hash) return result(`entry ${entries} is not the last one that was written`);
  return result(isNotedFound ? undefined : lacks(notedHash));
}

const lacks = (hash: string) => `it does not contain the hash ${hash}: its end was cut off, or it was rewritten`;

/** Verifies a database that has not been migrated, such as a restored backup. */
async function verifyFormer(queries: Queries, notedHash: string): Promise<Verification> {
  let entries = 0;
  let head = '';
  let isNotedFound = notedHash === '';
  const result = (fault?: string): Verification => ({ entries, head, erased: 0, fault });
  try {
    for await (const part of checkedEntries(queries, sql`audit`)) {
      entries += part.length;
      head = part.at(-1)?.hash ?? head;
      isNotedFound ||= part.some(({ hash }) => hash === notedHash);
    }
  } catch (error) {
    if (error instanceof BrokenChain) return result(error.message);
    throw error;
  }
  return result(isNotedFound ? undefined : lacks(notedHash));
}

function faultOf(stored: StoredEntry, head: string): string | undefined {
  const { id, entry, previous_hash, hash, values } = stored;
  if (previous_hash !== head) return `entry ${id} does not follow the one before it`;
  if (hash !== sha256(chainedText(head, entry))) return `entry ${id} was altered`;
  const content: unknown = JSON.parse(entry);
  const said = new Map(Object.entries(content ?? {}));
  const other = entryColumns.find((column) => said.get(column) !== stored[column]);
  if (other) return `the column ${other} of entry ${id} was altered`;
  const references = new Set(referencesOf(content));
  if (!values.every((pair) => references.has(sha256(saltedText(pair)))))
    return `a personal value of entry ${id} was altered`;
  return undefined;
}

/** Whether an entry had this hash before version 18; docs/audit.md says what such a hash proves. */
const isFormerHash = (queries: Queries, hash: string): Promise<boolean> =>
  exists(queries, sql`select 1 from audit_former_hashes where hash = ${hash}`);

/** Triggers that keep entries from being changed. Removing entries requires removing these first. */
const triggers = {
  sqlite: ['audit_is_not_changed', 'audit_is_not_deleted'],
  postgres: ['audit_is_append_only'],
} as const;
const triggerOfValues = 'audit_values_are_not_changed';

/** Lists triggers that are missing, or that differ from the migrations': one of the same name may do nothing. */
export async function missingTriggers(queries: Queries): Promise<string[]> {
  const expected = [...triggers[queries.dialect], ...((await hasValues(queries)) ? [triggerOfValues] : [])];
  const intact = await (queries.dialect === 'sqlite' ? intactInSqlite(queries) : intactInPostgres(queries));
  return expected.filter((name) => !intact.has(name));
}

const refusal = 'audit is append-only';

const definitions: readonly string[] = [
  'audit_is_not_changed before update on audit',
  'audit_is_not_deleted before delete on audit',
  `${triggerOfValues} before update on audit_values`,
].map((start) => `create trigger ${start} begin select raise(abort, '${refusal}'); end`);

async function intactInSqlite(queries: Queries): Promise<Set<string>> {
  const present = await queries.all<{ name: string; sql: string }>(
    sql`select name, sql from sqlite_master where type = 'trigger'`,
  );
  const written = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return new Set(present.filter((trigger) => definitions.includes(written(trigger.sql))).map(({ name }) => name));
}

/** Checks the triggers in PostgreSQL's catalog: when they fire, and the body of their function. */
async function intactInPostgres(queries: Queries): Promise<Set<string>> {
  const [before, onDelete, onUpdate, onTruncate] = [2, 8, 16, 32];
  const refuses = sql`case tgname when 'audit_is_append_only' then tgtype = ${before + onDelete + onUpdate + onTruncate}
    else tgtype = ${before + onUpdate} end`;
  return new Set(
    await scalars<string>(
      queries,
      sql`select tgname as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where tgrelid in (to_regclass('audit'), to_regclass('audit_values'))
          and tgenabled in ('O', 'A') and tgqual is null and tgattr::text = '' and ${refuses}
          and trim(regexp_replace(prosrc, '\\s+', ' ', 'g')) = ${`begin raise exception '${refusal}'; end`}`,
    ),
  );
}
