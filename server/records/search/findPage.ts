// A page of a list that can be searched and sorted: how many records match, and the ids of those on the page, in order.
// Both are found in indexes alone.

import type { SortOrder } from '../../../src/contract/endpoints.ts';
import { initialOf, searchedWords } from '../../../src/contract/searchText.ts';
import { one, type Queries } from '../../db/db.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { PageRequest } from '../pagination.ts';
import type { SearchedKind } from './searchedKinds.ts';
import { firstBeginning, hasInitials, hasWords } from './wordConditions.ts';

export interface Wanted {
  readonly q?: string;
  readonly sort?: SortOrder;
}

/** The records that the caller sees and asks for. */
export interface Among {
  /** By the columns that hold their id and their company's. */
  readonly scope: (id: Sql, companyId: Sql) => Sql;
  /** Whether these are of one company at most: then an index has them in order. */
  readonly isOfOneCompany?: boolean;
  /** A condition on other columns of the table. */
  readonly filter?: Sql;
}

type ListRequest = Wanted & Among;

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
      ${order(kind, request)} limit ${size} offset ${offset}`,
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
      where ${table}.id = record_id ${order(kind, request)} limit ${page.size} offset ${page.offset}`,
  );
  return { ids, total };
}

/** What is after `from` to select the ids of matches, as `record_id`, each once. */
async function matchesOf(
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

/** So few matches are sorted at once. */
const few = 400;
/** How far to look in order before all matches are sorted instead. */
const farthest = 5_000;

/**
 * Looks at the first records of the list. Where many match, a page is soon full. `case` keeps PostgreSQL from joining
 * instead, which needs all rows first.
 */
function findInOrder(
  queries: Queries,
  kind: SearchedKind,
  request: ListRequest,
  { size, offset }: PageRequest,
  words: readonly string[],
  far: number,
): Promise<number[]> {
  const { table, live, companyId } = kind;
  const { scope, filter, isOfOneCompany } = request;
  const rows = isOfOneCompany ? rowsOf(kind, request) : sql`${live} and ${filter ?? sql`true`}`;
  const id = sql`rows_in_order.id`;
  return idsOf(
    queries,
    sql`select id from (select ${table}.id, ${companyId} as company_id from ${table} where ${rows}
        ${order(kind, request)} limit ${far}) rows_in_order
      where case when ${scope(id, sql`rows_in_order.company_id`)} and ${hasWords(kind, id, words)} then 1 end = 1
      limit ${size} offset ${offset}`,
  );
}

function rowsOf({ table, live, companyId }: SearchedKind, { scope, filter }: ListRequest): Sql {
  return sql`${live} and ${scope(sql`${table}.id`, companyId)} and ${filter ?? sql`true`}`;
}

/** The `+` keeps a database from using the index of this column, which has no order. */
const rowsInOrder = (kind: SearchedKind, request: ListRequest): Sql =>
  rowsOf({ ...kind, companyId: sql`+${kind.companyId}` }, request);

function order({ table, created }: SearchedKind, { sort = 'name' }: ListRequest): Sql {
  const column = sort === 'name' || sort === '-name' ? sql`${table}.sort_name` : sql`${table}.${created}`;
  return sort.startsWith('-') ? sql`order by ${column} desc, ${table}.id desc` : sql`order by ${column}, ${table}.id`;
}

const count = async (queries: Queries, rows: Sql): Promise<number> =>
  (await one<{ total: number }>(queries, sql`select count(*) as total from ${rows}`)).total;

const idsOf = async (queries: Queries, statement: Sql): Promise<number[]> =>
  (await queries.all<{ id: number }>(statement)).map(({ id }) => id);
