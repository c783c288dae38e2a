// A page of a list that can be searched and sorted: how many records match, and the ids of those on the page, in order.
// Both are found in indexes alone.

import { searchedWords } from '../../../src/contract/searchText.ts';
import type { Queries } from '../../db/db.ts';
import { limitTo } from '../../db/limit.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { PageRequest } from '../pagination.ts';
import type { SearchedKind } from './searchedKinds.ts';
import type { Among, ListRequest, Wanted } from './listRequest.ts';
import { count, matchesOf } from './matches.ts';
import { hasWords } from './wordConditions.ts';

export interface FoundPage {
  readonly ids: readonly number[];
  readonly total: number;
}

type Find = (queries: Queries, kind: SearchedKind, request: ListRequest, page: PageRequest) => Promise<FoundPage>;

export function findPage(
  queries: Queries,
  kind: SearchedKind,
  { q = '', sort = 'name' }: Wanted,
  among: Among,
  page: PageRequest,
): Promise<FoundPage> {
  const request = { ...among, q, sort };
  const words = searchedWords(q);
  return words.length === 0
    ? findInAll(queries, kind, request, page)
    : findMatches(queries, kind, request, page, words);
}

/** So few are sorted sooner than the first ones are found in the order of all companies. */
const fewOfSomeCompanies = 4_000;

const findInAll: Find = async (queries, kind, request, { size, offset }) => {
  const { table } = kind;
  const total = await count(queries, sql`${table} where ${rowsOf(kind, request)}`);
  if (total <= offset) return { ids: [], total };
  const byCompany = request.isOfOneCompany || total <= fewOfSomeCompanies;
  const ids = await idsOf(
    queries,
    sql`select id from ${table} where ${byCompany ? rowsOf(kind, request) : rowsInOrder(kind, request)}
      ${order(kind, request)} ${limitTo(size, offset)}`,
  );
  return { ids, total };
};

async function findMatches(
  queries: Queries,
  kind: SearchedKind,
  request: ListRequest,
  page: PageRequest,
  words: readonly string[],
): Promise<FoundPage> {
  const matches = await matchesOf(queries, kind, request, words);
  const total = await count(queries, matches);
  if (total <= page.offset) return { ids: [], total };
  const wanted = Math.min(page.size, total - page.offset);
  if (total > few) {
    const ids = await findInOrder(queries, kind, request, page, words, Math.min(total, farthest));
    if (ids.length === wanted) return { ids, total };
  }
  const { table } = kind;
  const ids = await idsOf(
    queries,
    sql`select ${table}.id from (select record_id from ${matches}) matches cross join ${table}
      where ${table}.id = record_id ${order(kind, request)} ${limitTo(page.size, page.offset)}`,
  );
  return { ids, total };
}

/** So few matches are sorted at once. */
const few = 400;
/** How far to look in order before all matches are sorted instead. */
const farthest = 5_000;

/** Looks at the first records of the list. Where many match, a page is soon full. */
function findInOrder(
  queries: Queries,
  kind: SearchedKind,
  request: ListRequest,
  { size, offset }: PageRequest,
  words: readonly string[],
  far: number,
): Promise<number[]> {
  const rows = request.isOfOneCompany ? rowsOf(kind, request) : rowsInOrder(kind, request);
  return idsOf(
    queries,
    sql`select id from (select id from ${kind.table} where ${rows} ${order(kind, request)} ${limitTo(far)}) rows_in_order
      where ${hasWords(kind, sql`rows_in_order.id`, words)} ${limitTo(size, offset)}`,
  );
}

const rowsOf = (kind: SearchedKind, { scope, filter = sql`true` }: ListRequest): Sql =>
  sql`${kind.live} and ${scope(sql`${kind.table}.id`, kind.companyId)} and ${filter}`;

/** With `coalesce`, a database asks for the scope row by row, in the order of an index, instead of joining all rows. */
const rowsInOrder = (kind: SearchedKind, { scope, filter = sql`true` }: ListRequest): Sql =>
  sql`${kind.live} and coalesce(${scope(sql`${kind.table}.id`, kind.companyId)}, false) and ${filter}`;

function order({ table, created }: SearchedKind, { sort = 'name' }: ListRequest): Sql {
  const column = sort === 'name' || sort === '-name' ? sql`${table}.sort_name` : sql`${table}.${created}`;
  return sort.startsWith('-') ? sql`order by ${column} desc, ${table}.id desc` : sql`order by ${column}, ${table}.id`;
}

const idsOf = async (queries: Queries, statement: Sql): Promise<number[]> =>
  (await queries.all<{ id: number }>(statement)).map(({ id }) => id);
