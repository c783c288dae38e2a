// Companies, as far as a person's scope reaches.

import type { Company, CompanyUrl, Employee } from '../../../src/contract/entities.ts';
import { companyScope, type Person } from '../../access.ts';
import { asUtc } from '../../domain/instants.ts';
import type { Window } from '../../paging.ts';
import { first, only, type Queries } from '../db.ts';
import { sql } from '../sql.ts';

type CompanyRow = Omit<Company, 'urls' | 'employees'>;

const columns = sql`id, name, unique_identifier, crm_company_id, contact_email, contact_phone, system_url,
  address, is_active, created_at`;

const visible = (who: Person) => sql`deleted_at is null and ${companyScope(who, sql`companies.id`)}`;

export async function countCompanies(queries: Queries, who: Person): Promise<number> {
  const row = await only<{ total: number }>(
    queries,
    sql`select count(*) as total from companies where ${visible(who)}`,
  );
  return row.total;
}

export async function listCompanies(
  queries: Queries,
  who: Person,
  { size, offset }: Window,
): Promise<Company[]> {
  const rows = await queries.all<CompanyRow>(
    sql`select ${columns} from companies where ${visible(who)} order by lower(name), id
      limit ${size} offset ${offset}`,
  );
  return withUrls(queries, rows);
}

export async function allCompanies(queries: Queries, who: Person): Promise<Company[]> {
  const rows = await queries.all<CompanyRow>(
    sql`select ${columns} from companies where ${visible(who)} order by lower(name), id`,
  );
  return withUrls(queries, rows);
}

export async function findCompany(queries: Queries, who: Person, id: number): Promise<Company | undefined> {
  const row = await first<CompanyRow>(
    queries,
    sql`select ${columns} from companies where id = ${id} and ${visible(who)}`,
  );
  if (!row) return undefined;
  const [company] = await withUrls(queries, [row]);
  return company;
}

/** Of a company that the caller was allowed to see. */
export async function employeesOf(
  queries: Queries,
  { id, name }: Pick<Company, 'id' | 'name'>,
): Promise<Employee[]> {
  const rows = await queries.all<Omit<Employee, 'company'>>(
    sql`select id, company_id, employee_id, crm_employee_id, name, email, phone, department, position, is_active
      from employees where company_id = ${id} and deleted_at is null order by lower(name), id`,
  );
  return rows.map((row) => ({ ...row, company: { name } }));
}

type UrlRow = Omit<CompanyUrl, 'last_health_check'> & {
  company_id: number;
  last_health_check: string | null;
};

async function withUrls(queries: Queries, rows: CompanyRow[]): Promise<Company[]> {
  const urls = new Map<number, CompanyUrl[]>(rows.map((row) => [row.id, []]));
  const urlRows = await queries.all<UrlRow>(
    sql`select id, company_id, url_type, url, description, is_active, health_status, last_health_check,
        health_error
      from company_urls where company_id in (${rows.map((row) => row.id)}) order by id`,
  );
  for (const { company_id, ...url } of urlRows) {
    urls.get(company_id)?.push({ ...url, last_health_check: asUtc(url.last_health_check) });
  }
  return rows.map((row) => ({ ...row, created_at: asUtc(row.created_at), urls: urls.get(row.id) ?? [] }));
}
