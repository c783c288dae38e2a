// A page of a list that can be searched and sorted: how many records match, and the ids of those on the page, in order.
// Both are found in indexes alone.

import type { SortOrder } from '../../../../src/shared/contract/queries.ts';
import { initialOf, searchedWords } from '../../../../src/shared/contract/searchText.ts';
import { type Db, join, limitTo, one, padded, type Queries, type Sql, scalar, scalars, sql } from '../../db/db.ts';
import type { PageRequest } from '../parameters.ts';
import { missing, type SearchedKind, storeMissingWords } from './searchIndex.ts';

export interface SearchAndSort {
  readonly q?: string;
  readonly sort?: SortOrder;
}

/** The records that the caller sees and asks for. */
export interface RecordSelection {
  /** A condition on the columns that hold their id and their company's. */
  readonly scope: (id: Sql, companyId: Sql) => Sql;
  /** Whether an index yields them in order, because they belong to one company at most, or to all. */
  readonly isInOrder: boolean;
  /** A condition on other columns of the table. */
  readonly filter?: Sql;
}

type ListRequest = RecordSelection & { readonly sort: SortOrder };

export interface ListQuery extends SearchAndSort {
  page?: number;
  per_page?: number;
}

interface Figures {
  readonly total: number;
  /** Whether the words of some records are not stored yet: then the page is not exact. */
  readonly lacks_words: boolean;
}

interface FoundPage extends Figures {
  readonly ids: readonly number[];
}

/**
 * Finds a page with the words of all records stored. They are hardly ever missing, so the page itself reports it, and
 * is then read again.
 */
export async function findPage(
  db: Db,
  kind: SearchedKind,
  search: SearchAndSort,
  selection: RecordSelection,
  page: PageRequest,
): Promise<FoundPage> {
  const found = await findPageOnce(db, kind, search, selection, page);
  if (!found.lacks_words) return found;
  await storeMissingWords(db, kind);
  return findPageOnce(db, kind, search, selection, page);
}

export function findPageOnce(
  queries: Queries,
  kind: SearchedKind,
  { q = '', sort = 'name' }: SearchAndSort,
  selection: RecordSelection,
  page: PageRequest,
): Promise<FoundPage> {
  const search = { queries, kind, request: { ...selection, sort }, page };
  const words = searchedWords(q);
  return words.length === 0 ? findInAll(search) : findMatches(search, words);
}

interface Search {
  readonly queries: Queries;
  readonly kind: SearchedKind;
  readonly request: ListRequest;
  readonly page: PageRequest;
}

/** Number of rows up to which sorting them is faster than walking the index of all companies in order. */
const maxSortedRows = 4_000;

async function findInAll(search: Search): Promise<FoundPage> {
  const { queries, kind, request, page } = search;
  const { table } = kind;
  const rows = sql`${table} where ${rowsOf(kind, request)}`;
  if (request.isInOrder) return findInOneStatement(search, rows);
  const figures = await readFigures(queries, kind, rows);
  if (figures.total <= page.offset) return { ids: [], ...figures };
  const inOrder = sql`${table} where ${rowsInOrder(kind, request)}`;
  const ids = await scalars(
    queries,
    sql`select id from ${figures.total <= maxSortedRows ? rows : inOrder}
      ${order(kind, request)} ${limitTo(page.size, page.offset)}`,
  );
  return { ids, ...figures };
}

async function findInOneStatement({ queries, kind, request, page }: Search, rows: Sql): Promise<FoundPage> {
  const place = placeOf(kind, request);
  const selected = await queries.all<Figures & { id: number | null }>(
    sql`select total, lacks_words, page.id from (${figuresOf(kind, rows)}) figures
      left join (select id, ${place} as place from ${rows} ${order(kind, request)} ${limitTo(page.size, page.offset)}) page
        on true
      ${orderBy(sql`page.place`, sql`page.id`, request)}`,
    ['lacks_words'],
  );
  const { total, lacks_words } = selected[0] ?? { total: 0, lacks_words: false };
  return { ids: selected.flatMap(({ id }) => id ?? []), total, lacks_words };
}

async function findMatches(search: Search, words: readonly string[]): Promise<FoundPage> {
  const { queries, kind, request, page } = search;
  const matches = await matchesOf(search, words);
  const figures = await readFigures(queries, kind, matches);
  const { total } = figures;
  if (total <= page.offset) return { ids: [], ...figures };
  const expected = Math.min(page.size, total - page.offset);
  if (total > maxSortedMatches) {
    const ids = await findInOrder(search, words, Math.min(total, maxScannedRows));
    if (ids.length === expected) return { ids, ...figures };
  }
  const { table } = kind;
  const ids = await scalars(
    queries,
    sql`select ${table}.id from (select record_id from ${matches}) matches cross join ${table}
      where ${table}.id = record_id ${order(kind, request)} ${limitTo(page.size, page.offset)}`,
  );
  return { ids, ...figures };
}

/** Number of matches up to which all are sorted. */
const maxSortedMatches = 400;
/** Number of rows to look through in order before all matches are sorted instead. */
const maxScannedRows = 5_000;

/** Looks at the first records of the list: where many match, a page is soon full. */
function findInOrder(
  { queries, kind, request, page }: Search,
  words: readonly string[],
  maxRows: number,
): Promise<number[]> {
  const rows = request.isInOrder ? rowsOf(kind, request) : rowsInOrder(kind, request);
  return scalars(
    queries,
    sql`select id
      from (select id from ${kind.table} where ${rows} ${order(kind, request)} ${limitTo(maxRows)}) rows_in_order
      where ${hasWords(kind, sql`rows_in_order.id`, words)} ${limitTo(page.size, page.offset)}`,
  );
}

const rowsOf = (kind: SearchedKind, { scope, filter = sql`true` }: ListRequest): Sql =>
  sql`${kind.live} and ${scope(sql`${kind.table}.id`, kind.companyId)} and ${filter}`;

/** `coalesce` makes a database check the scope row by row, in the order of an index, instead of joining all rows. */
const rowsInOrder = (kind: SearchedKind, { scope, filter = sql`true` }: ListRequest): Sql =>
  sql`${kind.live} and coalesce(${scope(sql`${kind.table}.id`, kind.companyId)}, false) and ${filter}`;

const placeOf = ({ table, created }: SearchedKind, { sort }: ListRequest): Sql =>
  sort === 'name' || sort === '-name' ? sql`${table}.sort_name` : sql`${table}.${created}`;

const order = (kind: SearchedKind, request: ListRequest): Sql =>
  orderBy(placeOf(kind, request), sql`${kind.table}.id`, request);

const orderBy = (place: Sql, id: Sql, { sort }: ListRequest): Sql =>
  sort.startsWith('-') ? sql`order by ${place} desc, ${id} desc` : sql`order by ${place}, ${id}`;

const figuresOf = (kind: SearchedKind, rows: Sql): Sql =>
  sql`select count(*) as total, exists (select 1 from ${kind.table} where ${missing(kind)}) as lacks_words from ${rows}`;

const readFigures = (queries: Queries, kind: SearchedKind, rows: Sql): Promise<Figures> =>
  one<Figures>(queries, figuresOf(kind, rows), ['lacks_words']);

/** Sorts after every word with the same beginning: no word has this character. */
const end = '\u{10ffff}';

const begins = (word: string): Sql => sql`word >= ${word} and word < ${word + end}`;

const never = -1;

/** Selects exactly one word of each record with a word that begins like this; migration 0013 explains how. */
function firstBeginning(word: string): Sql {
  const fewer = Array.from({ length: word.length }, (_, index) => index);
  const numbers = padded(fewer, never, [1, 2, 3, 4, 6, 8, 12, 20, 40, 80]).map((number) => sql`${number}`);
  return sql`shared in (${join(numbers, ', ')}) and ${begins(word)}`;
}

/** Whether the record has words beginning with all of these. Scalar subqueries check each record by itself. */
function hasWords({ words }: SearchedKind, id: Sql, wanted: readonly string[]): Sql {
  const anyWord = '';
  const conditions = padded(wanted, anyWord, [0, 1, 3, 8]).map(
    (word) => sql`(select 1 from ${words} own where own.record_id = ${id} and ${begins(word)} limit 1) = 1`,
  );
  return allOf(conditions);
}

/** Whether a row of the words has these letters among the initials of all words of its record. */
function hasInitials(letters: readonly string[]): Sql {
  const anyLetter = '';
  return allOf(padded(letters, anyLetter, [0, 1, 3, 8]).map((letter) => sql`initials like ${`%${letter}%`}`));
}

const allOf = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? sql`true` : join(conditions, ' and '));

/**
 * The records that match a search, as part of a statement: what is after `from` to select the ids of matches, as
 * `record_id`, each once.
 */
async function matchesOf({ queries, kind, request }: Search, words: readonly string[]): Promise<Sql> {
  const { scope, filter } = request;
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

/** Limit of counting: words in more records than this count as equally common. */
const maxCounted = 4_000;

/** Finds the rarest word. The others are then checked in each record that has it. */
async function rarestOf(queries: Queries, kind: SearchedKind, words: readonly string[]): Promise<string> {
  let rarest = { word: words[0] ?? '', found: Infinity };
  if (words.length === 1) return rarest.word;
  for (const word of words) {
    const some = sql`select 1 from ${kind.words} where ${firstBeginning(word)} limit ${maxCounted}`;
    const found = await scalar(queries, sql`select count(*) from (${some}) found`);
    if (found < rarest.found) rarest = { word, found };
  }
  return rarest.word;
}
