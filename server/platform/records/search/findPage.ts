// A page of a list that can be searched and sorted: how many records match, and the ids of those on the page, in order.
// Both are found in indexes alone.

import { searchedWords } from '../../../../src/shared/contract/searchText.ts';
import { one, type Queries } from '../../db/db.ts';
import { limitTo } from '../../db/limit.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { PageRequest } from '../pagination.ts';
import type { SearchedKind } from './searchedKinds.ts';
import type { Among, ListRequest, Wanted } from './listRequest.ts';
import { matchesOf } from './matches.ts';
import { missing } from './searchIndex.ts';
import { hasWords } from './wordConditions.ts';

interface Figures {
  readonly total: number;
  /** Whether the words of some records are not stored yet: then the page is not exact. */
  readonly lacks_words: boolean;
}

export interface FoundPage extends Figures {
  readonly ids: readonly number[];
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

const findInAll: Find = async (queries, kind, request, page) => {
  const { table } = kind;
  const rows = sql`${table} where ${rowsOf(kind, request)}`;
  if (request.isInOrder) return findAtOnce(queries, kind, request, page, rows);
  const figures = await readFigures(queries, kind, rows);
  if (figures.total <= page.offset) return { ids: [], ...figures };
  const inOrder = sql`${table} where ${rowsInOrder(kind, request)}`;
  const ids = await idsOf(
    queries,
    sql`select id from ${figures.total <= fewOfSomeCompanies ? rows : inOrder}
      ${order(kind, request)} ${limitTo(page.size, page.offset)}`,
  );
  return { ids, ...figures };
};

async function findAtOnce(
  queries: Queries,
  kind: SearchedKind,
  request: ListRequest,
  { size, offset }: PageRequest,
  rows: Sql,
): Promise<FoundPage> {
  const place = placeOf(kind, request);
  const found = await queries.all<Figures & { id: number | null }>(
    sql`select total, lacks_words, page.id from (${figuresOf(kind, rows)}) figures
      left join (select id, ${place} as place from ${rows} ${order(kind, request)} ${limitTo(size, offset)}) page on true
      ${orderBy(sql`page.place`, sql`page.id`, request)}`,
    ['lacks_words'],
  );
  const { total, lacks_words } = found[0] ?? { total: 0, lacks_words: false };
  return { ids: found.flatMap(({ id }) => id ?? []), total, lacks_words };
}

async function findMatches(
  queries: Queries,
  kind: SearchedKind,
  request: ListRequest,
  page: PageRequest,
  words: readonly string[],
): Promise<FoundPage> {
  const matches = await matchesOf(queries, kind, request, words);
  const figures = await readFigures(queries, kind, matches);
  const { total } = figures;
  if (total <= page.offset) return { ids: [], ...figures };
  const wanted = Math.min(page.size, total - page.offset);
  if (total > few) {
    const ids = await findInOrder(queries, kind, request, page, words, Math.min(total, farthest));
    if (ids.length === wanted) return { ids, ...figures };
  }
  const { table } = kind;
  const ids = await idsOf(
    queries,
    sql`select ${table}.id from (select record_id from ${matches}) matches cross join ${table}
      where ${table}.id = record_id ${order(kind, request)} ${limitTo(page.size, page.offset)}`,
  );
  return { ids, ...figures };
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
  const rows = request.isInOrder ? rowsOf(kind, request) : rowsInOrder(kind, request);
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

const placeOf = ({ table, created }: SearchedKind, { sort = 'name' }: ListRequest): Sql =>
  sort === 'name' || sort === '-name' ? sql`${table}.sort_name` : sql`${table}.${created}`;

const order = (kind: SearchedKind, request: ListRequest): Sql =>
  orderBy(placeOf(kind, request), sql`${kind.table}.id`, request);

const orderBy = (place: Sql, id: Sql, { sort = 'name' }: ListRequest): Sql =>
  sort.startsWith('-') ? sql`order by ${place} desc, ${id} desc` : sql`order by ${place}, ${id}`;

const figuresOf = (kind: SearchedKind, rows: Sql): Sql =>
  sql`select count(*) as total, exists (select 1 from ${kind.table} where ${missing(kind)}) as lacks_words from ${rows}`;

const readFigures = (queries: Queries, kind: SearchedKind, rows: Sql): Promise<Figures> =>
  one<Figures>(queries, figuresOf(kind, rows), ['lacks_words']);

const idsOf = async (queries: Queries, statement: Sql): Promise<number[]> =>
  (await queries.all<{ id: number }>(statement)).map(({ id }) => id);
