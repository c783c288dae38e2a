// Runs the HR sync and reports its status.

import type { HrSyncedCompany } from '../../../src/shared/contract/hr.ts';
import { companyScope } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { changesRow, exists, type Queries, sql } from '../../platform/db/db.ts';
import { conflict } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { findOrThrow } from '../../platform/records/recordActions.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { type Clock, instantOf } from '../../platform/time/clock.ts';
import { companyRecord } from '../companies/companyQueries.ts';
import { latestDay, type Moment, visibleZones } from '../settings/clocks.ts';
import { findShownWaits } from './attendanceWaits.ts';
import { findConnectionSummaries, findHrUrls, listHrCompanies } from './connection/connectionQueries.ts';
import { problemsByCompany, requeueFailed, waitingDays } from './delivery/deliveryQueries.ts';
import { requestedDay, syncCompanies, syncCompany } from './syncCompany.ts';
import { syncedDay } from './syncResult.ts';
import { findLastSyncs, isRunning, neverSynced } from './syncState.ts';

export const hrSyncHandlers = {
  async 'POST /hr-sync/companies/{id}'(request) {
    const { db, caller, clocks, params, body, now, requestId } = request;
    const company = await findOrThrow(companyRecord, db, caller, params.id);
    const clock = clocks.of(company.id);
    const day = requestedDay(body.date, clock.dayOf(instantOf(now)));
    const result = await syncCompany(request, company, { days: [day], cause: { caller, requestId } });
    return { ...result, ...syncedDay(day, clock) };
  },

  async 'POST /hr-sync/all'(request) {
    const { db, caller, clocks, body, now, requestId } = request;
    const day = requestedDay(body.date, await latestDay(db, { caller, clocks, now }));
    const days = body.date === undefined ? ({ dayOf }: Clock) => [dayOf(instantOf(now))] : [day];
    const visible = await listHrCompanies(db, companyScope(caller, sql`companies.id`));
    const result = await syncCompanies(request, visible, { days, cause: { caller, requestId } });
    return { ...result, date: day };
  },

  async 'POST /hr-sync/companies/{id}/retry'(request) {
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
    return syncCompany(request, company, { days, cause: { caller, requestId } });
  },

  async 'POST /hr-sync/companies/{id}/cancel'({ db, caller, params, now, requestId }) {
    const { id, name } = await findOrThrow(companyRecord, db, caller, params.id);
    const isItsRun = sql`company_id = ${id} and ${isRunning(now)}`;
    await db.tx(async (queries) => {
      if (!(await exists(queries, sql`select holder from hr_sync_turns where ${isItsRun}`)))
        throw conflict(`No sync of ${name} is running`);
      // The run stops before its next request. It may have been cancelled before.
      const cancelling = sql`update hr_sync_turns set cancelled_by = ${caller.name || caller.email}
        where ${isItsRun} and cancelled_by = ''`;
      if (!(await changesRow(queries, cancelling))) return;
      await audit(queries, { caller, requestId, now }, 'hr_sync.cancel', 'companies', { subjectId: id });
    });
  },

  async 'PUT /hr-sync/companies/{id}/attendance-waits'({ db, caller, params, body, now, requestId }) {
    const { id, name } = await findOrThrow(companyRecord, db, caller, params.id);
    await db.tx(async (queries) => {
      const isLifted = await changesRow(
        queries,
        sql`update hr_attendance_waits set lifted_at = ${body.is_lifted ? instantOf(now) : null}
          where company_id = ${id} and kind = ${body.kind} and subject_id = ${body.id}`,
      );
      if (!isLifted) throw conflict(`Automatic attendance of ${name} does not wait for it`);
      await audit(queries, { caller, requestId, now }, 'hr_sync.lift', 'companies', {
        subjectId: id,
        after: { [body.kind === 'person' ? 'employee_id' : 'controller_id']: body.id, is_lifted: body.is_lifted },
      });
    });
  },

  async 'GET /hr-sync/companies'({ db, caller, clocks, now }) {
    const companies = await db.all<{ id: number; name: string; unique_identifier: string }>(
      sql`select id, name, unique_identifier from companies
        where deleted_at is null and ${companyScope(caller, sql`companies.id`)} ${byName(searchedKinds.companies)}`,
    );
    const statusOf = await readStatuses(db, { caller, clocks, now });
    return companies.map((company) => ({ ...company, ...statusOf(company.id) }));
  },

  async 'GET /hr-sync/companies/{id}/status'({ db, caller, clocks, params, now }) {
    const { id } = await findOrThrow(companyRecord, db, caller, params.id);
    const statusOf = await readStatuses(db, { caller, clocks, now }, id);
    const { date: _, sent_today: __, ...status } = statusOf(id);
    return status;
  },
} satisfies Partial<Handlers>;

type CompanyStatus = Omit<HrSyncedCompany, 'id' | 'name' | 'unique_identifier'>;

/** Reads the status of each company that the caller sees, or of one. */
async function readStatuses(
  queries: Queries,
  moment: Moment,
  companyId?: number,
): Promise<(companyId: number) => CompanyStatus> {
  const { caller, clocks, now } = moment;
  const todayOf = (id: number) => clocks.of(id).dayOf(instantOf(now));
  const scope = companyScope(caller, sql`company_id`, companyId);
  const urls = await findHrUrls(queries, scope);
  const problems = byCompany(await problemsByCompany(queries, caller, companyId));
  const today = byCompany(await countToday(queries, moment, companyId));
  const connectionOf = await findConnectionSummaries(queries, scope, todayOf);
  const syncs = await findLastSyncs(queries, scope, now);
  const waits = await findShownWaits(queries, scope, moment);
  return (id) => ({
    date: todayOf(id),
    has_hr_url: urls.has(id),
    hr_url: urls.get(id) ?? '',
    today_attendance_count: today.get(id)?.total ?? 0,
    sent_today: today.get(id)?.sent ?? 0,
    waiting: problems.get(id)?.waiting ?? 0,
    failed: problems.get(id)?.failed ?? 0,
    ...connectionOf(id),
    ...(syncs.get(id) ?? neverSynced),
    attendance_waits: (urls.has(id) && waits.get(id)) || [],
  });
}

interface Today {
  company_id: number;
  total: number;
  sent: number;
}

/** Counts each time zone separately, since its day has its own instants. */
async function countToday(
  queries: Queries,
  { caller, clocks, now }: Moment,
  companyId: number | undefined,
): Promise<Today[]> {
  const counts: Today[] = [];
  for (const { clock, companyIds } of await visibleZones(queries, { caller, clocks }, companyId)) {
    const { startOf, endOf, dayOf } = clock;
    const date = dayOf(instantOf(now));
    const rows = await queries.all<Today>(
      sql`select company_id, count(*) as total, count(case when hr_state = 'sent' then 1 end) as sent
        from attendance
        where occurred_at >= ${startOf(date)} and occurred_at < ${endOf(date)}
          and ${companyIds ? sql`company_id in (${companyIds})` : companyScope(caller, sql`company_id`, companyId)}
        group by company_id`,
    );
    counts.push(...rows);
  }
  return counts;
}

const byCompany = <Row extends { company_id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.company_id, row]));
