// The personal values beside the audit's entries. They may be erased; what is there must fit the entry.

import type { ValuesAbout } from '../../src/contract/audit/compose.ts';
import { type SaltedValue, saltedText } from '../../src/contract/audit/entry.ts';
import type { Queries } from '../db/db.ts';
import { rowsOf, sql } from '../db/sql.ts';
import { sha256 } from '../platform/saltedHashes.ts';

export async function storeValues(queries: Queries, entryId: number, values: readonly ValuesAbout[]): Promise<void> {
  if (values.length === 0) return;
  const rows = rowsOf(
    { about_kind: 'text', about_id: 'bigint', salted: 'text' },
    values.map(({ about, salted }) => ({ about_kind: about.kind, about_id: about.id, salted: JSON.stringify(salted) })),
  );
  await queries.run(
    sql`insert into audit_values (entry_id, about_kind, about_id, salted)
      select ${entryId}, about_kind, about_id, salted from ${rows}`,
  );
}

/** By the id of their entry, of all entries from one id to another. */
export async function valuesOfEntries(
  queries: Queries,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, readonly SaltedValue[]>> {
  const rows = await queries.all<{ entry_id: number; salted: string }>(
    sql`select entry_id, salted from audit_values where entry_id between ${from} and ${to}
      order by entry_id, about_kind, about_id`,
  );
  const values = new Map<number, SaltedValue[]>();
  for (const { entry_id, salted } of rows) values.set(entry_id, [...(values.get(entry_id) ?? []), ...parsed(salted)]);
  return values;
}

export function parsed(salted: string): SaltedValue[] {
  const list: unknown = JSON.parse(salted);
  return Array.isArray(list) ? list.filter(isSaltedValue) : [];
}

const isSaltedValue = (pair: unknown): pair is SaltedValue =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');

/** As the references in the entry name them. */
export const byHash = (values: readonly SaltedValue[]): ReadonlyMap<string, string> =>
  new Map(values.map((pair) => [sha256(saltedText(pair)), pair[1]]));
