// The kinds of records that can be searched and sorted.

import {
  textsOfCompany,
  textsOfController,
  textsOfEmployee,
  textsOfRole,
  textsOfUser,
} from '../../../../src/shared/contract/searchedTexts.ts';
import type { Queries } from '../../db/db.ts';
import type { LockedTable } from '../../db/lockOrder.ts';
import { sql, type Sql } from '../../db/sql.ts';

/** A record as the index stores it. */
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

type Stored<Texts extends (record: never) => readonly string[]> = Parameters<Texts>[0] & { id: number };

/** Users and roles belong to no company. */
const noCompany = 0;

const companies: SearchedKind = {
  name: 'companies',
  table: sql`companies`,
  words: sql`company_words`,
  live: sql`companies.deleted_at is null`,
  companyId: sql`companies.id`,
  created: sql`created_at`,
  async load(queries, condition) {
    const rows = await queries.all<Stored<typeof textsOfCompany>>(
      sql`select id, name, unique_identifier, crm_company_id, contact_email, contact_phone
        from companies where ${condition}`,
    );
    return rows.map((row) => ({ id: row.id, companyId: row.id, name: row.name, texts: textsOfCompany(row) }));
  },
};

const controllers: SearchedKind = {
  name: 'access_controllers',
  table: sql`access_controllers`,
  words: sql`controller_words`,
  live: sql`access_controllers.deleted_at is null`,
  companyId: sql`access_controllers.company_id`,
  created: sql`created_at`,
  async load(queries, condition) {
    const rows = await queries.all<Stored<typeof textsOfController> & { company_id: number; company_name: string }>(
      sql`select access_controllers.id, company_id, access_controllers.name, access_controllers.unique_identifier,
          device_id, location, crm_location_id, companies.name as company_name
        from access_controllers join companies on companies.id = company_id where ${condition}`,
    );
    return rows.map(({ company_name, ...row }) => ({
      id: row.id,
      companyId: row.company_id,
      name: row.name,
      texts: textsOfController({ ...row, company: { name: company_name } }),
    }));
  },
};

const employees: SearchedKind = {
  name: 'employees',
  table: sql`employees`,
  words: sql`employee_words`,
  live: sql`employees.deleted_at is null`,
  companyId: sql`employees.company_id`,
  created: sql`created_at`,
  async load(queries, condition) {
    const rows = await queries.all<Stored<typeof textsOfEmployee> & { company_id: number }>(
      sql`select id, company_id, name, employee_id, crm_employee_id, email, phone from employees where ${condition}`,
    );
    return rows.map((row) => ({
      id: row.id,
      companyId: row.company_id,
      name: row.name,
      texts: textsOfEmployee(row),
    }));
  },
};

const users: SearchedKind = {
  name: 'users',
  table: sql`users`,
  words: sql`user_words`,
  live: sql`true`,
  companyId: sql`0`,
  created: sql`created_at`,
  async load(queries, condition) {
    const rows = await queries.all<Stored<typeof textsOfUser>>(
      sql`select id, name, email from users where ${condition}`,
    );
    return rows.map((row) => ({ id: row.id, companyId: noCompany, name: row.name, texts: textsOfUser(row) }));
  },
};

const roles: SearchedKind = {
  name: 'roles',
  table: sql`roles`,
  words: sql`role_words`,
  live: sql`true`,
  companyId: sql`0`,
  created: sql`id`,
  async load(queries, condition) {
    const rows = await queries.all<Stored<typeof textsOfRole>>(
      sql`select id, name, display_name, description from roles where ${condition}`,
    );
    return rows.map((row) => ({ id: row.id, companyId: noCompany, name: row.display_name, texts: textsOfRole(row) }));
  },
};

export const searchedKinds = { companies, controllers, employees, users, roles };

/** The alphabetical order of lists, for what is answered without pages. New records may have no key yet. */
export const byName = ({ table }: SearchedKind): Sql =>
  sql`order by coalesce(${table}.sort_name, lower(${table}.name)), ${table}.id`;
