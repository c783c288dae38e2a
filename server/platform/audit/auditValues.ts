// The personal values beside the audit's entries. They may be erased; what is there must fit the entry.

import type { ValuesAbout } from '../../../src/shared/contract/audit/compose.ts';
import { type SaltedValue, saltedText } from '../../../src/shared/contract/audit/entry.ts';
import type { Queries } from '../db/db.ts';
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

/** JSON in one line has none. */
const separator = '\n';

/** By the id of their entry. The times of the entries say in which months PostgreSQL has to look. */
export async function valuesOf(
  queries: Queries,
  entries: readonly Entry[],
): Promise<ReadonlyMap<number, readonly SaltedValue[]>> {
  const times = entries.map(({ at }) => at).toSorted();
  const [first, last] = [times.at(0), times.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  // As a join, PostgreSQL might read all values of these months.
  const rows = await queries.all<{ id: number; salted: string | null }>(
    sql`select id, (select string_agg(salted, ${separator}) from (select salted from audit_values
          where entry_id = rows.id and at = rows.at and at >= ${first} and at <= ${last}
          order by about_kind, about_id) in_order) as salted
      from ${rowsOf(
        { id: 'bigint', at: 'timestamp(0)' },
        entries.map(({ id, at }) => ({ id, at })),
      )}`,
  );
  return new Map(rows.map(({ id, salted }) => [id, (salted?.split(separator) ?? []).flatMap(parsed)]));
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
