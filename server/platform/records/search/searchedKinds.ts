// The kinds of records that can be searched and sorted.

import { companyFields, textsOfCompany } from '../../../../src/shared/contract/companies.ts';
import { controllerFields, textsOfController } from '../../../../src/shared/contract/controllers.ts';
import { employeeFields, textsOfEmployee } from '../../../../src/shared/contract/employees.ts';
import { identifying } from '../../../../src/shared/contract/fields.ts';
import { textsOfRole, textsOfUser } from '../../../../src/shared/contract/people.ts';
import { sortKey } from '../../../../src/shared/contract/searchText.ts';
import { type Queries, quotedName, quotedNames, type Sql, sql } from '../../db/db.ts';
import type { LockedTable } from '../../db/lockOrder.ts';

export interface SearchedRecord {
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
