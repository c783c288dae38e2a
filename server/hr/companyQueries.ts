// The companies that a sync of all is about: active ones with an active HR system.

import type { Company } from '../../src/contract/entities/companies.ts';
import type { Queries } from '../db/db.ts';
import { type Sql, sql } from '../db/sql.ts';

export type HrCompany = Pick<Company, 'id' | 'name' | 'unique_identifier' | 'crm_company_id'>;

export function listHrCompanies(queries: Queries, scope: Sql): Promise<HrCompany[]> {
  return queries.all(
    sql`select id, name, unique_identifier, crm_company_id from companies
      where deleted_at is null and is_active = true and ${scope}
        and exists (select 1 from company_urls
          where company_id = companies.id and url_type = 'hr_system' and company_urls.is_active = true)
      order by lower(name), id`,
  );
}
