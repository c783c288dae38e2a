// Attendance records: listed, counted, and marked as processed.
import { createHash } from 'node:crypto';
import type { AttendanceRecord, RecordDeviceEvent } from '../../../src/shared/contract/attendance.ts';
import type { Query } from '../../../src/shared/contract/calls.ts';
import { daysIn } from '../../../src/shared/words/periods.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import { maybeOne, type Queries, sql } from '../../platform/db/db.ts';
import { forbidden, invalid, notFound } from '../../platform/domainErrors.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import {
  assertPeriod,
  idsIn,
  type PeriodQuery,
  pageRequestOf,
  recentDays,
  sizesOfRows,
} from '../../platform/records/parameters.ts';
import { type Clock, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { explainRecord } from '../hr/explainRecord.ts';
import { retryRecords } from '../hr/retryRecords.ts';
import { clockFor, type Moment, visibleZones } from '../settings/clocks.ts';
import { dayOfRecord } from '../workday/shownEvents.ts';
import type { Filters } from './attendanceFilters.ts';
import { countOfEmployees, countVisible, findRecords, markProcessed } from './attendanceQueries.ts';
import { sumOf, totalsByClock } from './counts.ts';
import type { AttendancePages } from './pages.ts';

const maxRecordsAtOnce = 1_000;
const maxEmployeesCounted = 1_000;

export const createAttendanceHandlers = (pages: AttendancePages) =>
  ({
    async 'GET /attendance'({ db, caller, clocks, query, now }) {
      const pageRequest = pageRequestOf(query, sizesOfRows);
      const filters = await filtersOf(db, { caller, clocks }, query);
      const page = await pages.read({ caller, clocks, filters, pageRequest, now });
      return { ...page, data: page.data.map((record) => visibleTo(caller, record)) };
    },

    async 'GET /attendance/{id}'(request) {
      const { db, caller, clocks, params, now } = request;
      const [record] = await findRecords(db, caller, clocks, [params.id]);
      if (!record) throw notFound('Attendance record not found');
      const working_day = await dayOfRecord(db, params.id, request);
      return {
        ...visibleTo(caller, record),
        working_day,
        ...(can(caller, 'devices.view') && {
          device_event: await recordDeviceEvent(db, params.id, clocks.of(record.company?.id ?? 0)),
        }),
        ...(can(caller, 'hr_sync.view') && { hr_sync: await explainRecord(db, params.id, now) }),
      };
    },

    async 'POST /attendance/mark-processed'(request) {
      const ids = idsOf(request.body);
      const changed = await request.db.tx(async (queries) => {
        const visible = await countVisible(queries, request.caller, ids);
        if (visible < ids.length) throw notFound('Attendance record not found');
        const marked = await markProcessed(queries, ids);
        if (marked.length > 0) {
          const after = { is_processed: true, record_ids: marked };
          await audit(queries, request, 'attendance.process', 'attendance', { after });
        }
        return marked.length;
      });
      return { updated: changed };
    },

    'POST /attendance/retry-hr': (request) => retryRecords(request, idsOf(request.body)),

    'GET /attendance/revision': async (request) => ({
      revision: await revisionOf(request.db, request, request.query),
    }),

    async 'GET /attendance/count'({ db, caller, query }) {
      const { employee_ids } = query;
      const ids = employee_ids === undefined ? [] : idsIn('employee_ids', employee_ids, maxEmployeesCounted);
      return { total: await countOfEmployees(db, caller, ids) };
    },

    async 'GET /attendance/statistics'({ db, caller, clocks, query, now }) {
      const { company_id } = query;
      const days = daysOf(query, (await clockFor(db, { caller, clocks }, company_id)).dayOf(instantOf(now)));
      const lastDay = { from: instantOf(plusMinutes(now, -24 * 60)), until: instantOf(now) };
      const [last24Hours, ...perDay] = await totalsByClock(db, { caller, clocks }, { company_id }, (clock) => [
        lastDay,
        ...days.map((day) => ({ from: clock.startOf(day), until: clock.endOf(day) })),
      ]);
      const { total, check_ins, processed } = sumOf(perDay);
      return {
        total,
        check_ins,
        check_outs: total - check_ins,
        processed,
        pending: total - processed,
        last_24_hours: last24Hours?.total ?? 0,
        days: days.map((date, index) => ({ date, total: perDay[index]?.total ?? 0 })),
      };
    },
  }) satisfies Partial<Handlers>;

/** Removes repeated ids. */
function idsOf({ record_ids }: { record_ids: readonly number[] }): number[] {
  const ids = [...new Set(record_ids)];
  if (ids.length > maxRecordsAtOnce) {
    throw invalid({ record_ids: `Please select at most ${maxRecordsAtOnce} records` });
  }
  return ids;
}

export function visibleTo(caller: Caller, record: AttendanceRecord): AttendanceRecord {
  if (can(caller, 'hr_sync.view')) return record;
  const { hr_state: _, ...shown } = record;
  return shown;
}

/** A date is each company's own day. */
export async function filtersOf(
  queries: Queries,
  { caller, clocks }: Pick<Moment, 'caller' | 'clocks'>,
  query: Query<'GET /attendance'>,
): Promise<Filters> {
  assertPeriod(query);
  if (query.hr_state !== undefined && !can(caller, 'hr_sync.view')) throw forbidden();
  const { start_date, end_date, page: _page, per_page: _size, ...filters } = query;
  const periodBy = ({ startOf, endOf }: Clock) => ({
    from: start_date && startOf(start_date),
    until: end_date && endOf(end_date),
  });
  const [first, ...others] =
    start_date || end_date
      ? await visibleZones(queries, { caller, clocks }, query.company_id)
      : [{ clock: clocks.ofInstallation, companyIds: undefined }];
  if (others.length === 0) return { ...filters, ...periodBy(first.clock) };
  const periods = [first, ...others].map(({ clock, companyIds = [] }) => ({
    company_ids: companyIds,
    ...periodBy(clock),
  }));
  return {
    ...filters,
    from: periods.map(({ from }) => from).sort()[0],
    until: periods
      .map(({ until }) => until)
      .sort()
      .at(-1),
    periods,
  };
}

function daysOf(period: PeriodQuery, today: string): string[] {
  const { from, until } = recentDays(period, { usual: 14, most: 366 }, today);
  return daysIn({ start_date: from, end_date: until });
}

/** The first device event that gave the record, as it was sent; undefined if the record came another way. */
async function recordDeviceEvent(queries: Queries, recordId: number, { wallClock }: Clock) {
  const row = await maybeOne<RecordDeviceEvent>(
    queries,
    sql`select id, controller_id, number, local_time, zone, kind, direction, raw, is_ambiguous, received_at
      from device_events where attendance_id = ${recordId} order by device_events.id limit 1`,
    ['is_ambiguous'],
  );
  return row && { ...row, received_at: wallClock(row.received_at) };
}

/**
 * The revision changes whenever a record changes that the list could show. A reader of many pages who finds the same
 * revision before and after has read them as of one moment.
 */
async function revisionOf(queries: Queries, seen: Omit<Moment, 'now'>, query: Query<'GET /attendance/revision'>) {
  const { caller, clocks } = seen;
  const { company_id } = query;
  const { from = '0001-01-01 00:00:00', until = '9999-12-31 00:00:00' } = await filtersOf(queries, seen, query);
  const company = company_id === undefined ? sql`true` : sql`companies.id = ${company_id}`;
  // Reads a row for each company, so that the result changes when the caller loses one.
  const rows = await queries.all<{ id: number; changes: number | null }>(
    sql`select id, (select cast(sum(changes) as bigint) from attendance_revisions where company_id = companies.id
        and (day = '0001-01-01 00:00:00' or (day >= ${`${from.slice(0, 10)} 00:00:00`} and day < ${until}))) as changes
      from companies where ${company} and ${companyScope(caller, sql`companies.id`)} order by id`,
  );
  return createHash('sha256')
    .update(JSON.stringify([clocks.zones, rows.map(Object.values)]))
    .digest('base64url');
}
