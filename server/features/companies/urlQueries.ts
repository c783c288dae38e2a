// The URLs of companies, and the results of their last health checks.

import type { Body } from '../../../src/shared/contract/calls.ts';
import type { CompanyUrl, HealthStatistics } from '../../../src/shared/contract/companies.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { changesRow, one, type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { OutboundError, type SafeRequest, statusInWords } from '../../platform/http/outbound.ts';
import { versionOf } from '../../platform/records/edit.ts';
import { asUtc, instantOf } from '../../platform/time/clock.ts';
import { visibleCompanies } from '../people/userQueries.ts';

export type UrlOfCompany = CompanyUrl & { company_id: number };

export interface Health {
  health_status: 'online' | 'offline';
  health_error: string;
}

type UrlRow = Omit<UrlOfCompany, 'last_health_check'> & { last_health_check: string | null };

export const urlsOfCompanies = (queries: Queries, companyIds: readonly number[]): Promise<UrlOfCompany[]> =>
  urlsWhere(queries, sql`company_id in (${companyIds})`);

export const findUrls = (queries: Queries, caller: Caller, ids: readonly number[]): Promise<UrlOfCompany[]> =>
  urlsWhere(queries, sql`id in (${ids}) and ${inVisibleCompany(caller)}`);

export const countHealth = (queries: Queries, caller: Caller): Promise<HealthStatistics> =>
  one(
    queries,
    sql`select count(*) as total, count(case when health_status = 'online' then 1 end) as online,
        count(case when health_status = 'offline' then 1 end) as offline,
        count(case when health_status = 'unknown' then 1 end) as unknown
      from company_urls where ${inVisibleCompany(caller)}`,
  );

/** Changing the address resets its health. */
export async function updateUrl(
  queries: Queries,
  before: CompanyUrl,
  fields: Body<'PUT /company-urls/{id}'>,
): Promise<void> {
  const { url_type, url, description, is_active = before.is_active } = fields;
  const unchecked = sql`, health_status = 'unknown', last_health_check = null, health_error = ''`;
  await queries.run(
    sql`update company_urls set url_type = ${url_type}, url = ${url.trim()}, description = ${description},
      is_active = ${is_active} ${url.trim() === before.url ? sql`` : unchecked} where id = ${before.id}`,
  );
}

/** Returns false if the URL was changed or deleted meanwhile. */
export const storeHealth = (
  queries: Queries,
  { id, url }: Pick<CompanyUrl, 'id' | 'url'>,
  { health_status, health_error }: Health,
  now: Date,
): Promise<boolean> =>
  changesRow(
    queries,
    sql`update company_urls set health_status = ${health_status}, health_error = ${health_error},
      last_health_check = ${instantOf(now)} where id = ${id} and url = ${url}`,
  );

const inVisibleCompany = (caller: Caller) => sql`company_id in (${visibleCompanies(caller)})`;

async function urlsWhere(queries: Queries, condition: Sql): Promise<UrlOfCompany[]> {
  const rows = await queries.all<UrlRow>(
    sql`select id, company_id, url_type, url, description, is_active, health_status, last_health_check,
        health_error
      from company_urls where ${condition} order by id`,
    ['is_active'],
  );
  return rows.map((row) => ({
    ...row,
    last_health_check: asUtc(row.last_health_check),
    version: versionOf('PUT /company-urls/{id}', row),
  }));
}

/** Count as online: many HR systems demand credentials or another method when they get a bare GET. */
const refusalsWhileOnline = [401, 403, 405];

export const online: Health = { health_status: 'online', health_error: '' };

export const healthOfStatus = (status: number): Health =>
  status < 400 || refusalsWhileOnline.includes(status)
    ? online
    : { health_status: 'offline', health_error: statusInWords(status) };

export async function checkHealth(url: string, safeRequest: SafeRequest): Promise<Health> {
  try {
    const { status } = await safeRequest(url, { maxBytes: 1 });
    return healthOfStatus(status);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { health_status: 'offline', health_error: error.message };
  }
}
