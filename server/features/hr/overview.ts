// The HR sync status of every company that the caller sees, with one query for each kind of figure.

import type { HrSyncedCompany } from '../../../src/shared/contract/hr.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { companyScope } from '../../platform/access/companyScope.ts';
import type { Queries } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { findShownWaits } from './attendanceWaits/waitQueries.ts';
import { findConnectionSummaries } from './connection/connectionSummaries.ts';
import { isHrUrl } from './hrSystemQueries.ts';
import { findLastSyncs, neverSynced } from './leaseQueries.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchedKinds.ts';

export async function readOverview(queries: Queries, caller: Caller, now: Date): Promise<HrSyncedCompany[]> {
  const businessTime = await currentBusinessTime(queries);
  const date = businessTime.dayOf(instantOf(now));
  const scope = companyScope(caller, sql`company_id`);
  const companies = await queries.all<{ id: number; name: string; unique_identifier: string }>(
    sql`select id, name, unique_identifier from companies
      where deleted_at is null and ${companyScope(caller, sql`companies.id`)} ${byName(searchedKinds.companies)}`,
  );
  const urls = await hrUrls(queries, scope);
  const undelivered = await countUndelivered(queries, caller);
  const today = await countToday(queries, scope, businessTime, date);
  const connections = await findConnectionSummaries(queries, scope, date);
  const syncs = await findLastSyncs(queries, scope, now);
  const waits = await findShownWaits(queries, scope, businessTime);
  return companies.map((company) => ({
    ...company,
    date,
    has_hr_url: urls.has(company.id),
    hr_url: urls.get(company.id) ?? '',
    today_attendance_count: today.get(company.id)?.total ?? 0,
    sent_today: today.get(company.id)?.sent ?? 0,
    waiting: undelivered.get(company.id)?.waiting ?? 0,
    failed: undelivered.get(company.id)?.failed ?? 0,
    ...connections.of(company.id),
    ...(syncs.get(company.id) ?? neverSynced),
    attendance_waits: waits.get(company.id) ?? [],
  }));
}

/** Of several, the oldest. */
async function hrUrls(queries: Queries, scope: Sql): Promise<Map<number, string>> {
  const rows = await queries.all<{ company_id: number; url: string }>(
    sql`select company_id, url from company_urls where ${isHrUrl} and ${scope} order by id desc`,
  );
  return new Map(rows.map(({ company_id, url }) => [company_id, url]));
}

interface Undelivered {
  company_id: number;
  waiting: number;
  failed: number;
}

/** Company by company, because the index of states begins with the company. */
async function countUndelivered(queries: Queries, caller: Caller): Promise<Map<number, Undelivered>> {
  const rows = await queries.all<Undelivered>(
    sql`select companies.id as company_id, count(case when state = 'waiting' then 1 end) as waiting,
        count(case when state = 'failed' then 1 end) as failed
      from companies join hr_deliveries on company_id = companies.id and state in ('waiting', 'failed')
      where ${companyScope(caller, sql`companies.id`)} group by companies.id`,
  );
  return byCompany(rows);
}

interface Today {
  company_id: number;
  total: number;
  sent: number;
}

async function countToday(
  queries: Queries,
  scope: Sql,
  businessTime: BusinessTime,
  date: string,
): Promise<Map<number, Today>> {
  const rows = await queries.all<Today>(
    sql`select company_id, count(*) as total, count(case when hr_state = 'sent' then 1 end) as sent
      from attendance
      where occurred_at >= ${businessTime.startOf(date)} and occurred_at < ${businessTime.endOf(date)} and ${scope}
      group by company_id`,
  );
  return byCompany(rows);
}

const byCompany = <Row extends { company_id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.company_id, row]));
