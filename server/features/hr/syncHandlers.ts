// Runs the HR sync and reports its status.

import type { HrSyncedCompany } from '../../../src/shared/contract/hr.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { conflict } from '../../platform/records/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchedKinds.ts';
import { type Clock, instantOf } from '../../platform/time/clock.ts';
import { companyRecord } from '../companies/companyQueries.ts';
import { latestDay, type Moment, zonesSeen } from '../settings/clocks.ts';
import { findShownWaits, liftWait } from './attendanceWaits.ts';
import { findConnectionSummaries, findHrUrl, isHrUrl, listHrCompanies } from './connection/connectionQueries.ts';
import { countDeliveries, requeueFailed, waitingDays } from './delivery/deliveryQueries.ts';
import { countRecords } from './plan/loadDay.ts';
import { requestedDay, syncCompanies, syncCompany } from './syncCompany.ts';
import { cancelRun, findLastSync, findLastSyncs, neverSynced } from './syncState.ts';

export const hrSyncHandlers = {
  'POST /hr-sync/companies/{id}': {
    allow: 'hr_sync.run',
    async handle(request) {
      const { db, caller, clocks, params, body, now, requestId } = request;
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      const day = requestedDay(body.date, clocks.of(company.id).dayOf(instantOf(now)));
      const result = await syncCompany(request, company, { days: [day], cause: { caller, requestId } });
      return { data: { ...result, date: day } };
    },
  },

  'POST /hr-sync/all': {
    allow: 'hr_sync.run',
    async handle(request) {
      const { db, caller, clocks, body, now, requestId } = request;
      const day = requestedDay(body.date, await latestDay(db, { caller, clocks, now }));
      const days = body.date === undefined ? ({ dayOf }: Clock) => [dayOf(instantOf(now))] : [day];
      const visible = await listHrCompanies(db, companyScope(caller, sql`companies.id`));
      const result = await syncCompanies(request, visible, { days, cause: { caller, requestId } });
      return { data: { ...result, date: day } };
    },
  },

  'POST /hr-sync/companies/{id}/retry': {
    allow: 'hr_sync.run',
    async handle(request) {
      const { db, caller, clocks, params, body, now, requestId } = request;
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      const day = body.date && requestedDay(body.date, clocks.of(company.id).dayOf(instantOf(now)));
      await db.tx(async (queries) => {
        const records = body.waiting_only ? 0 : await requeueFailed(queries, company.id, day, now);
        await audit(queries, request, 'hr_sync.retry', 'companies', {
          subjectId: company.id,
          after: { day: day ?? 'all', records },
        });
      });
      const days = day ? [day] : await waitingDays(db, company.id);
      const result = await syncCompany(request, company, { days, cause: { caller, requestId } });
      return { data: result };
    },
  },

  'POST /hr-sync/companies/{id}/cancel': {
    allow: 'hr_sync.run',
    async handle({ db, caller, params, now, requestId }) {
      const { id, name } = await findOrThrow(companyRecord, db, caller, params.id);
      await db.tx(async (queries) => {
        const cancelled = await cancelRun(queries, id, caller.name || caller.email, now);
        if (cancelled === 'nothing runs') throw conflict(`No sync of ${name} is running`);
        if (cancelled === 'before') return;
        await audit(queries, { caller, requestId, now }, 'hr_sync.cancel', 'companies', { subjectId: id });
      });
      return { data: null };
    },
  },

  'PUT /hr-sync/companies/{id}/attendance-waits': {
    allow: 'hr_sync.configure',
    async handle({ db, caller, params, body, now, requestId }) {
      const { id, name } = await findOrThrow(companyRecord, db, caller, params.id);
      await db.tx(async (queries) => {
        if (!(await liftWait(queries, id, body, now)))
          throw conflict(`Automatic attendance of ${name} does not wait for it`);
        await audit(queries, { caller, requestId, now }, 'hr_sync.lift', 'companies', {
          subjectId: id,
          after: { [body.kind === 'person' ? 'employee_id' : 'controller_id']: body.id, is_lifted: body.is_lifted },
        });
      });
      return { data: null };
    },
  },

  'GET /hr-sync/companies': {
    allow: 'hr_sync.view',
    handle: async ({ db, caller, clocks, now }) => ({ data: await readOverview(db, { caller, clocks, now }) }),
  },

  'GET /hr-sync/companies/{id}/status': {
    allow: 'hr_sync.view',
    async handle({ db, caller, clocks, params, now }) {
      const { id } = await findOrThrow(companyRecord, db, caller, params.id);
      const url = await findHrUrl(db, id);
      const clock = clocks.of(id);
      const today = clock.dayOf(instantOf(now));
      const connections = await findConnectionSummaries(db, sql`company_id = ${id}`, () => today);
      const waits = await findShownWaits(db, sql`company_id = ${id}`, { clocks, now });
      return {
        data: {
          has_hr_url: url !== undefined,
          hr_url: url?.url ?? '',
          today_attendance_count: await countRecords(db, id, today, clock),
          ...(await countDeliveries(db, id)),
          ...connections.of(id),
          ...(await findLastSync(db, id, now)),
          attendance_waits: waits.get(id) ?? [],
        },
      };
    },
  },
} satisfies Partial<Handlers>;

async function readOverview(queries: Queries, moment: Moment): Promise<HrSyncedCompany[]> {
  const { caller, clocks, now } = moment;
  const todayOf = (companyId: number) => clocks.of(companyId).dayOf(instantOf(now));
  const scope = companyScope(caller, sql`company_id`);
  const companies = await queries.all<{ id: number; name: string; unique_identifier: string }>(
    sql`select id, name, unique_identifier from companies
      where deleted_at is null and ${companyScope(caller, sql`companies.id`)} ${byName(searchedKinds.companies)}`,
  );
  const urls = await hrUrls(queries, scope);
  const undelivered = await countUndelivered(queries, caller);
  const today = await countToday(queries, moment);
  const connections = await findConnectionSummaries(queries, scope, todayOf);
  const syncs = await findLastSyncs(queries, scope, now);
  const waits = await findShownWaits(queries, scope, moment);
  return companies.map((company) => ({
    ...company,
    date: todayOf(company.id),
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

/** The last of a company wins, which is the oldest. */
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

/** Joined by company, because the index of states starts with it. */
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

/** Reads each time zone by itself, since its day has its own instants. */
async function countToday(queries: Queries, { caller, clocks, now }: Moment): Promise<Map<number, Today>> {
  const counts: Today[] = [];
  for (const { clock, companyIds } of await zonesSeen(queries, { caller, clocks })) {
    const { startOf, endOf, dayOf } = clock;
    const date = dayOf(instantOf(now));
    const rows = await queries.all<Today>(
      sql`select company_id, count(*) as total, count(case when hr_state = 'sent' then 1 end) as sent
        from attendance
        where occurred_at >= ${startOf(date)} and occurred_at < ${endOf(date)}
          and ${companyIds ? sql`company_id in (${companyIds})` : companyScope(caller, sql`company_id`)}
        group by company_id`,
    );
    counts.push(...rows);
  }
  return byCompany(counts);
}

const byCompany = <Row extends { company_id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.company_id, row]));
