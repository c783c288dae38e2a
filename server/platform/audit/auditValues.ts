// The personal values beside the audit's entries. They may be erased; what is there must fit the entry.

import type { ValuesAbout } from '../../../src/shared/contract/audit/compose.ts';
import { type SaltedValue, saltedText } from '../../../src/shared/contract/audit/entry.ts';
import type { Queries } from '../db/db.ts';
import { groupRows } from '../db/groupRows.ts';
import { rowsOf, sql } from '../db/sql.ts';
import { sha256 } from '../crypto/saltedHashes.ts';

interface Entry {
  readonly id: number;
  /** An instant. */
  readonly at: string;
}

export async function storeValues(queries: Queries, { id, at }: Entry, values: readonly ValuesAbout[]): Promise<void> {
  if (values.length === 0) return;
  const rows = rowsOf(
    { about_kind: 'text', about_id: 'bigint', salted: 'text' },
    values.map(({ about, salted }) => ({ about_kind: about.kind, about_id: about.id, salted: JSON.stringify(salted) })),
  );
  await queries.run(
    sql`insert into audit_values (entry_id, about_kind, about_id, at, salted)
      select ${id}, about_kind, about_id, ${at}, salted from ${rows}`,
  );
}

/** By the id of their entry. */
export async function valuesOf(
  queries: Queries,
  entries: readonly Pick<Entry, 'id'>[],
): Promise<ReadonlyMap<number, readonly SaltedValue[]>> {
  const ids = entries.map(({ id }) => id);
  const rows = await queries.all<{ entry_id: number; salted: string }>(
    sql`select entry_id, salted from audit_values where entry_id in (${ids}) order by entry_id, about_kind, about_id`,
  );
  return new Map(
    [...groupRows('entry_id', rows)].map(([id, values]) => [id, values.flatMap(({ salted }) => parsed(salted))]),
  );
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
