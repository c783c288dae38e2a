// Reads the audit with the personal values beside its entries. Values may be erased; the others must fit their entry.

import { type SaltedValue, saltedText, withValues } from '../../../src/shared/contract/audit/entry.ts';
import { isObject } from '../../../src/shared/contract/decode.ts';
import { sha256 } from '../crypto/hashes.ts';
import { groupRows, type Queries, type Sql, sql } from '../db/db.ts';
import { UnusableError } from '../db/errors.ts';
import { storedVersion } from '../db/migrations/migrate.ts';
import { dateOf } from '../time/clock.ts';

export interface StoredEntry {
  readonly id: number;
  readonly at: string;
  readonly user_id: number | null;
  readonly request_id: string;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: number | null;
  /** The text that was hashed. */
  readonly entry: string;
  readonly previous_hash: string;
  readonly hash: string;
  /** The values that were not erased. */
  readonly values: readonly SaltedValue[];
}

const entriesAtOnce = 1_000;

/** Returns the entries after this one, at most 1,000. */
export const entriesAfter = (queries: Queries, id: number): Promise<StoredEntry[]> =>
  entriesWhere(queries, sql`id > ${id} order by id limit ${entriesAtOnce}`);

export const columnsOfEntry = sql`id, at, user_id, request_id, action, subject, subject_id, entry, previous_hash, hash`;

/** `condition` may include an order and a limit. */
export async function entriesWhere(queries: Queries, condition: Sql): Promise<StoredEntry[]> {
  return addValues(
    queries,
    await queries.all<WithoutValues>(sql`select ${columnsOfEntry} from audit where ${condition}`),
  );
}

type WithoutValues = Omit<StoredEntry, 'values'>;

export async function addValues<Entry extends WithoutValues>(
  queries: Queries,
  entries: readonly Entry[],
): Promise<(Entry & StoredEntry)[]> {
  const ids = entries.map(({ id }) => id);
  const rows = await queries.all<{ entry_id: number; salted: string }>(
    sql`select entry_id, salted from audit_values where entry_id in (${ids}) order by entry_id, about_kind, about_id`,
  );
  const values = groupRows('entry_id', rows);
  return entries.map((entry) => ({
    ...entry,
    values: (values.get(entry.id) ?? []).flatMap(({ salted }) => parseValues(salted)),
  }));
}

/** Returns the entries that changed a person's own record, the last first: no sign-ins, passkeys or sessions. */
export async function entriesAbout(
  queries: Queries,
  kind: 'employees' | 'users',
  id: number,
): Promise<Pick<StoredEntry, 'entry' | 'values'>[]> {
  const rows = await queries.all<{ entry: string; salted: string }>(
    sql`select entry, salted from audit join audit_values on entry_id = audit.id
      where about_kind = ${kind} and about_id = ${id} and subject = ${kind} and subject_id = ${id}
        and action like ${`${kind}.%`}
      order by audit.id desc`,
  );
  return rows.map(({ entry, salted }) => ({ entry, values: parseValues(salted) }));
}

/** The content of an entry, with its personal values in their places. */
export function contentOf({ entry, values }: Pick<StoredEntry, 'entry' | 'values'>): Readonly<Record<string, unknown>> {
  const content = withValues(JSON.parse(entry), valuesByHash(values));
  return isObject(content) ? content : {};
}

/** Reads the audit in parts, as it may not fit into memory. */
async function* readEntries(queries: Queries): AsyncGenerator<StoredEntry> {
  if (!(await hasValues(queries)))
    throw new UnusableError(
      'This database is from before version 18, whose audit had another form. Start the server once: it migrates it',
    );
  for (let last = 0; ; ) {
    const entries = await entriesAfter(queries, last);
    yield* entries;
    last = entries.at(-1)?.id ?? last;
    if (entries.length < entriesAtOnce) return;
  }
}

/** Yields entries for people and programs: their content, times as ISO 8601, and their hashes. */
export async function* readAudit(queries: Queries): AsyncGenerator<object> {
  for await (const entry of readEntries(queries)) {
    const { id, at, ...content } = contentOf(entry);
    yield { id, time: dateOf(String(at)).toISOString(), ...content, hash: entry.hash };
  }
}

/** Yields the lines of a full export, from which the chain can be verified. */
export async function* readChain(queries: Queries): AsyncGenerator<object> {
  for await (const { hash, entry, values } of readEntries(queries)) yield { hash, entry, values };
}

/** Before this version, entries themselves held personal values. */
const firstVersionWithValues = 18;

export const hasValues = async (queries: Queries): Promise<boolean> =>
  (await storedVersion(queries)) >= firstVersionWithValues;

export function parseValues(salted: string): SaltedValue[] {
  const list: unknown = JSON.parse(salted);
  return Array.isArray(list) ? list.filter(isSaltedValue) : [];
}

const isSaltedValue = (pair: unknown): pair is SaltedValue =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');

/** Maps the hashes in an entry to their values. */
export const valuesByHash = (values: readonly SaltedValue[]): ReadonlyMap<string, string> =>
  new Map(values.map((pair) => [sha256(saltedText(pair)), pair[1]]));
