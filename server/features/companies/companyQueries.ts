// Companies within the caller's scope.

import type { Body, Query } from '../../../src/shared/contract/calls.ts';
import { type Company, companyFields } from '../../../src/shared/contract/companies.ts';
import type { Entered } from '../../../src/shared/contract/fields.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { groupRows, type Queries, quotedName, type Sql, scalar, scalars, sql } from '../../platform/db/db.ts';
import { lockRow, lockRows, lockRowsWhere, type Purpose } from '../../platform/db/rowLocks.ts';
import { type EditContext, type Edited, edit, type Versioned, versionOf } from '../../platform/records/edit.ts';
import { columnsOf } from '../../platform/records/fieldColumns.ts';
import { identifier } from '../../platform/records/identifiers.ts';
import { findOrThrow, type SearchedRecordKind } from '../../platform/records/recordActions.ts';
import type { RecordSelection } from '../../platform/records/search/findPage.ts';
import { byName, forgetWords, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { asUtc, instantOf } from '../../platform/time/clock.ts';
import { zoneOf } from '../settings/clocks.ts';
import { urlsOfCompanies } from './urlQueries.ts';

type CompanyFields = Entered<typeof companyFields>;

const columns = columnsOf('companies', companyFields);

const visible = (caller: Caller) => sql`deleted_at is null and ${companyScope(caller, sql`companies.id`)}`;

export const companySelection = (
  caller: Caller,
  { url_health }: Pick<Query<'GET /companies'>, 'url_health'>,
): RecordSelection => ({
  scope: (_, companyId) => companyScope(caller, companyId),
  isInOrder: can(caller, 'companies.all'),
  filter:
    url_health &&
    sql`exists (select 1 from company_urls where company_id = companies.id and health_status = ${url_health})`,
});

/** Sorts by name, for selects. */
export const allCompanies = (queries: Queries, caller: Caller): Promise<Company[]> =>
  companiesWhere(queries, sql`${visible(caller)} ${byName(searchedKinds.companies)}`);

/** A caller who does not see all companies is assigned the new one. */
export async function insertCompany(
  queries: Queries,
  caller: Caller,
  fields: CompanyFields,
  now: Date,
): Promise<number> {
  const id = await scalar(
    queries,
    sql`insert into companies (unique_identifier, created_at, ${columns.names})
      values (${identifier('CMP', Math.random)}, ${instantOf(now)}, ${columns.values(fields)})
      returning id`,
  );
  if (!can(caller, 'companies.all')) {
    await queries.run(sql`insert into user_companies (user_id, company_id) values (${caller.id}, ${id})`);
  }
  return id;
}

export async function updateCompany(
  queries: Queries,
  { id, is_active: wasActive }: Company,
  { is_active = wasActive, ...fields }: Body<'PUT /companies/{id}'>,
): Promise<void> {
  await queries.run(sql`update companies set ${columns.assigned(fields)}, is_active = ${is_active} where id = ${id}`);
}

/** Deletes its controllers and employees too; attendance records stay as history. */
async function deleteCompany(queries: Queries, { id }: Company, now: Date): Promise<void> {
  const deleted = (rows: Sql) => sql`set deleted_at = ${instantOf(now)} where deleted_at is null and ${rows}`;
  const isOfCompany = sql`company_id = ${id}`;
  for (const table of ['access_controllers', 'employees'] as const) {
    await lockRowsWhere(queries, table, sql`${isOfCompany} and deleted_at is null`, 'change');
    await queries.run(sql`update ${quotedName(table)} ${deleted(isOfCompany)}`);
  }
  for (const kind of [searchedKinds.controllers, searchedKinds.employees]) {
    await forgetWords(queries, kind, isOfCompany);
  }
  await queries.run(sql`update companies ${deleted(sql`id = ${id}`)}`);
}

/**
 * Locks a company. Adding employees and storing events must not overlap, or the event of an employee added at the same
 * time would stay unknown. Nor may anything be added to a company while it is being deleted.
 */
export const lockCompany = (queries: Queries, id: number, to: Purpose): Promise<void> =>
  lockRow(queries, 'companies', id, to);

type TableOfCompany =
  | 'company_urls'
  | 'access_controllers'
  | 'employees'
  | 'employee_codes'
  | 'week_patterns'
  | 'leaves'
  | 'balances'
  | 'closed_months';

/** Locks the company of a row that is locked next, and `others`: companies are locked before what belongs to them. */
export async function lockCompanyOf(
  queries: Queries,
  table: TableOfCompany,
  id: number,
  to: Purpose,
  others: readonly number[] = [],
): Promise<void> {
  const rows = await scalars(queries, sql`select company_id from ${quotedName(table)} where id = ${id}`);
  await lockRows(queries, 'companies', [...rows, ...others], to);
}

/** Makes the `lock` of a company's record kinds. A new record's insertion locks the company itself. */
export const createCompanyLock =
  (table: TableOfCompany) =>
  async (queries: Queries, id?: number): Promise<void> => {
    if (id !== undefined) await lockCompanyOf(queries, table, id, 'change');
  };

async function companiesWhere(queries: Queries, condition: Sql): Promise<Company[]> {
  const rows = await queries.all<Omit<Company, 'urls' | 'employees'>>(
    sql`select id, unique_identifier, ${columns.selected}, is_active, created_at, ${zoneOf(sql`companies.id`)} as timezone
      from companies where ${condition}`,
    ['is_active'],
  );
  const ids = rows.map(({ id }) => id);
  const ofCompanies = groupRows('company_id', await urlsOfCompanies(queries, ids));
  return rows.map((row) => ({
    ...row,
    created_at: asUtc(row.created_at),
    urls: ofCompanies.get(row.id) ?? [],
    version: versionOf('PUT /companies/{id}', row),
  }));
}

/** Reads and writes companies as records; also checks the scope of what belongs to a company. */
export const companyRecord: SearchedRecordKind<Company> = {
  table: 'companies',
  noun: 'Company',
  edit: 'PUT /companies/{id}',
  searched: searchedKinds.companies,
  find: (queries, caller, ids) => companiesWhere(queries, sql`id in (${ids}) and ${visible(caller)}`),
  remove: deleteCompany,
};

interface EditOfCompany<R> extends Pick<Edited<R>, 'key' | 'action' | 'subject' | 'audited'> {
  find(queries: Queries, companyId: number): Promise<R>;
}

/** A call about one record, by its id. */
export interface EditRequest extends EditContext {
  readonly caller: Caller;
  readonly params: { readonly id: number };
}

/** Edits what is stored beside a company, under the company's lock, for callers who see it. */
export function editOfCompany<R extends Versioned | undefined>(
  request: EditRequest,
  edited: EditOfCompany<R>,
  change: (queries: Queries, before: R) => Promise<object | void>,
): Promise<R> {
  const { caller, params } = request;
  const lock = (queries: Queries) => lockCompany(queries, params.id, 'change');
  async function find(queries: Queries): Promise<R> {
    await findOrThrow(companyRecord, queries, caller, params.id);
    return edited.find(queries, params.id);
  }
  return edit(request, { ...edited, subjectId: params.id, lock, find }, change);
}
