// The records that match a search, as part of a statement.

import { initialOf } from '../../../../src/shared/contract/searchText.ts';
import { one, type Queries } from '../../db/db.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { ListRequest } from './listRequest.ts';
import type { SearchedKind } from './searchedKinds.ts';
import { firstBeginning, hasInitials, hasWords } from './wordConditions.ts';

/** What is after `from` to select the ids of matches, as `record_id`, each once. */
export async function matchesOf(
  queries: Queries,
  kind: SearchedKind,
  { scope, filter }: ListRequest,
  words: readonly string[],
): Promise<Sql> {
  const rarest = await rarestOf(queries, kind, words);
  const others = words.filter((word) => word !== rarest);
  const letters = others.filter((word) => word === initialOf(word));
  const longer = others.filter((word) => word !== initialOf(word));
  const filtered = filter
    ? sql`and exists (select 1 from ${kind.table} where ${kind.table}.id = words.record_id and ${filter})`
    : sql``;
  return sql`${kind.words} words where ${firstBeginning(rarest)} and ${scope(sql`words.record_id`, sql`words.company_id`)}
    and ${hasInitials(letters)} and ${hasWords(kind, sql`words.record_id`, longer)} ${filtered}`;
}

/** Words with more records than that are equally common here. */
const common = 4_000;

/** Every other word is looked for in each record that has this one. */
async function rarestOf(queries: Queries, kind: SearchedKind, words: readonly string[]): Promise<string> {
  let rarest = { word: words[0] ?? '', found: Infinity };
  if (words.length === 1) return rarest.word;
  for (const word of words) {
    const found = await count(
      queries,
      sql`(select 1 from ${kind.words} where ${firstBeginning(word)} limit ${common}) found`,
    );
    if (found < rarest.found) rarest = { word, found };
  }
  return rarest.word;
}

export const count = async (queries: Queries, rows: Sql): Promise<number> =>
  (await one<{ total: number }>(queries, sql`select count(*) as total from ${rows}`)).total;
