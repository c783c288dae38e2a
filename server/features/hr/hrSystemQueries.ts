// Which companies have an HR system, and where it is: their active URL of the type hr_system.

import type { Company, CompanyUrl } from '../../../src/shared/contract/companies.ts';
import { hrType } from '../../../src/shared/contract/hr.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchedKinds.ts';

export type HrCompany = Pick<Company, 'id' | 'name' | 'unique_identifier' | 'crm_company_id'>;

export type HrUrl = Pick<CompanyUrl, 'id' | 'url'>;

export const isHrUrl = sql`url_type = ${hrType} and company_urls.is_active = true`;

/** The oldest active URL; none for a deleted company. */
export const hrUrlOf = (companyId: number): Sql =>
  sql`(select id, url from company_urls
    where company_id = ${companyId} and ${isHrUrl}
      and company_id in (select id from companies where deleted_at is null)
    order by id limit 1) as hr_url`;

export const findHrUrl = (queries: Queries, companyId: number): Promise<HrUrl | undefined> =>
  maybeOne(queries, sql`select id, url from ${hrUrlOf(companyId)}`);

export function companiesOfRecords(queries: Queries, ids: readonly number[]): Promise<HrCompany[]> {
  return queries.all(
    sql`select id, name, unique_identifier, crm_company_id from companies
      where id in (select company_id from attendance where attendance.id in (${ids}))
      ${byName(searchedKinds.companies)}`,
  );
}

/** Active companies with an HR system. */
export function listHrCompanies(queries: Queries, scope: Sql): Promise<HrCompany[]> {
  return queries.all(
    sql`select id, name, unique_identifier, crm_company_id from companies
      where deleted_at is null and is_active = true and ${scope}
        and exists (select 1 from company_urls where company_id = companies.id and ${isHrUrl})
      ${byName(searchedKinds.companies)}`,
  );
}
