// The index of records that can be searched and sorted: which kinds there are, and the words of each record, which are
// stored in the transaction of each write. Records without words, such as those of an older version, have no
// `sort_name`; they get theirs before the next list is read.

import { companyFields, textsOfCompany } from '../../../../src/shared/contract/companies.ts';
import { controllerFields, textsOfController } from '../../../../src/shared/contract/controllers.ts';
import { employeeFields, textsOfEmployee } from '../../../../src/shared/contract/employees.ts';
import { identifying } from '../../../../src/shared/contract/fields.ts';
import { textsOfRole, textsOfUser } from '../../../../src/shared/contract/people.ts';
import { initialOf, sortKey, startsOf } from '../../../../src/shared/contract/searchText.ts';
import {
  type Db,
  exists,
  type Queries,
  quotedName,
  quotedNames,
  rowsOf,
  type Sql,
  scalar,
  scalars,
  sql,
} from '../../db/db.ts';
import { ignoreUnwritable } from '../../db/errors.ts';
import type { LockedTable } from '../../db/lockOrder.ts';
import { lockRows, lockRowsWhere } from '../../db/rowLocks.ts';

interface SearchedRecord {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly texts: readonly string[];
}

export interface SearchedKind {
  readonly name: LockedTable;
  readonly table: Sql;
  /** The table with the words of its records. */
  readonly words: Sql;
  /** Condition for the listed rows, without deleted ones. */
  readonly live: Sql;
  /** The column with the id of a record's company. */
  readonly companyId: Sql;
  /** The column that orders records by when they were added. */
  readonly created: Sql;
  load(queries: Queries, condition: Sql): Promise<SearchedRecord[]>;
}

const usual = (name: LockedTable, words: string): Omit<SearchedKind, 'load'> => ({
  name,
  table: quotedName(name),
  words: quotedName(words),
  live: sql`${quotedName(name)}.deleted_at is null`,
  companyId: sql`${quotedName(name)}.company_id`,
  created: sql`created_at`,
});

interface Row {
  readonly id: number;
  readonly company_id: number;
  readonly title: string;
}
type RowFor<Texts extends (record: never) => readonly string[]> = Row & Parameters<Texts>[0];

async function recordsOf<R extends Row>(
  rows: Promise<R[]>,
  textsOf: (row: R) => readonly string[],
): Promise<SearchedRecord[]> {
  return (await rows).map((row) => ({ id: row.id, companyId: row.company_id, name: row.title, texts: textsOf(row) }));
}

const companies: SearchedKind = {
  ...usual('companies', 'company_words'),
  companyId: sql`companies.id`,
  load(queries, condition) {
    const rows = queries.all<RowFor<typeof textsOfCompany>>(
      sql`select id, id as company_id, name as title, unique_identifier, ${quotedNames(identifying(companyFields))}
        from companies where ${condition}`,
    );
    return recordsOf(rows, textsOfCompany);
  },
};

const controllers: SearchedKind = {
  ...usual('access_controllers', 'controller_words'),
  load(queries, condition) {
    const rows = queries.all<RowFor<typeof textsOfController> & { company_name: string }>(
      sql`select id, company_id, name as title, ${quotedNames(identifying(controllerFields))},
          (select name from companies where companies.id = access_controllers.company_id) as company_name
        from access_controllers where ${condition}`,
    );
    return recordsOf(rows, (row) => textsOfController({ ...row, company: { name: row.company_name } }));
  },
};

const employees: SearchedKind = {
  ...usual('employees', 'employee_words'),
  load(queries, condition) {
    const rows = queries.all<RowFor<typeof textsOfEmployee>>(
      sql`select id, company_id, name as title, ${quotedNames(identifying(employeeFields))}
        from employees where ${condition}`,
    );
    return recordsOf(rows, textsOfEmployee);
  },
};

/** Users and roles belong to no company, and are not kept when they are deleted. */
const alone = { companyId: sql`0`, live: sql`true` };

const users: SearchedKind = {
  ...usual('users', 'user_words'),
  ...alone,
  load(queries, condition) {
    const rows = queries.all<RowFor<typeof textsOfUser>>(
      sql`select id, 0 as company_id, name as title, name, email from users where ${condition}`,
    );
    return recordsOf(rows, textsOfUser);
  },
};

const roles: SearchedKind = {
  ...usual('roles', 'role_words'),
  ...alone,
  created: sql`id`,
  load(queries, condition) {
    const rows = queries.all<RowFor<typeof textsOfRole>>(
      sql`select id, 0 as company_id, display_name as title, name, display_name, description
        from roles where ${condition}`,
    );
    return recordsOf(rows, textsOfRole);
  },
};

export const searchedKinds = { companies, controllers, employees, users, roles };

/** The alphabetical order of lists, for answers without pages. */
export const byName = (kind: SearchedKind): Sql => sql`order by ${nameKey(kind)}, ${kind.table}.id`;

/** New records may have no key yet. */
export const nameKey = ({ table }: SearchedKind): Sql => sql`coalesce(${table}.sort_name, lower(${table}.name))`;

/** The same order for rows of a table that has no key. */
export const inNameOrder = <Row extends { readonly name: string }>(rows: readonly Row[]): Row[] =>
  rows
    .map((row) => ({ row, key: sortKey(row.name) }))
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ row }) => row);

/** Call it after a record was added or changed. */
export async function storeWords(queries: Queries, kind: SearchedKind, id: number): Promise<void> {
  await store(queries, kind, await kind.load(queries, sql`${kind.table}.id = ${id}`));
}

/** Call it after records were deleted. */
export async function forgetWords(queries: Queries, kind: SearchedKind, records: Sql): Promise<void> {
  await queries.run(sql`delete from ${kind.words} where ${records}`);
}

/** Marks a company's records, so that their words are stored again. */
export async function outdateWords(queries: Queries, { name, table }: SearchedKind, companyId: number): Promise<void> {
  const records = sql`company_id = ${companyId} and deleted_at is null`;
  await lockRowsWhere(queries, name, records, 'change');
  await queries.run(sql`update ${table} set sort_name = null where ${records}`);
}

const atOnce = 1_000;
/** Several batches share a transaction: words are scattered over the index, and it writes each page only once. */
const batchesOfTransaction = 20;

export async function storeMissingWords(db: Db, kind: SearchedKind): Promise<void> {
  let isWritten = true;
  while (isWritten && (await hasMissingWords(db, kind))) {
    isWritten = false;
    await ignoreUnwritable(db.tx((queries) => storeSome(queries, kind)).then(() => (isWritten = true)));
  }
}

export async function storeAllMissingWords(db: Db): Promise<void> {
  for (const kind of Object.values(searchedKinds)) await storeMissingWords(db, kind);
}

export async function countMissingWords(queries: Queries): Promise<number> {
  let total = 0;
  for (const kind of Object.values(searchedKinds)) {
    const counted = sql`select count(*) as total from ${kind.table} where ${missing(kind)}`;
    total += await scalar(queries, counted);
  }
  return total;
}

/** A condition on the rows of the table: their words are not stored yet. */
export const missing = ({ table, live }: SearchedKind): Sql => sql`${table}.sort_name is null and ${live}`;

const hasMissingWords = (queries: Queries, kind: SearchedKind): Promise<boolean> =>
  exists(queries, sql`select 1 from ${kind.table} where ${missing(kind)} limit 1`);

async function storeSome(queries: Queries, kind: SearchedKind): Promise<void> {
  let last: number | undefined = 0;
  for (let batch = 0; batch < batchesOfTransaction && last !== undefined; batch++)
    last = await storeBatch(queries, kind, last);
}

/** Returns the last record, if there was any. */
async function storeBatch(queries: Queries, kind: SearchedKind, after: number): Promise<number | undefined> {
  const { table } = kind;
  const some = sql`select id from ${table} where id > ${after} and ${missing(kind)} order by id limit ${atOnce}`;
  const ids = await scalars(queries, some);
  if (ids.length === 0) return undefined;
  await lockRows(queries, kind.name, ids, 'change');
  // Another process may have stored the words of some while this one waited for the locks.
  await store(queries, kind, await kind.load(queries, sql`${table}.id in (${ids}) and ${missing(kind)}`));
  return ids.at(-1);
}

async function store(queries: Queries, { table, words }: SearchedKind, records: SearchedRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id);
  await queries.run(sql`delete from ${words} where record_id in (${ids})`);
  const stored = rowsOf(
    { record_id: 'bigint', company_id: 'bigint', shared: 'bigint', word: 'text', initials: 'text' },
    records.flatMap(wordRows),
  );
  await queries.run(
    sql`insert into ${words} (record_id, company_id, shared, word, initials)
      select record_id, company_id, shared, word, initials from ${stored}`,
  );
  const keys = rowsOf(
    { id: 'bigint', sort_name: 'text' },
    records.map(({ id, name }) => ({ id, sort_name: sortKey(name) })),
  );
  await queries.run(sql`update ${table} set sort_name = rows.sort_name from ${keys} where ${table}.id = rows.id`);
}

/** The words in order, each with how many letters it shares with the one before it. */
function wordRows({ id, companyId, texts }: SearchedRecord) {
  const words = startsOf(texts).toSorted();
  const initials = [...new Set(words.map(initialOf))].join('');
  return words.map((word, index) => {
    const shared = sharedLetters(words[index - 1] ?? '', word);
    return { record_id: id, company_id: companyId, shared, word, initials };
  });
}

function sharedLetters(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
