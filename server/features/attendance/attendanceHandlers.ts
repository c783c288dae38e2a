// Attendance records: listed, counted, and marked as processed.
import { createHash } from 'node:crypto';
import type { Query } from '../../../src/shared/contract/calls.ts';
import type { AttendanceRecord, RecordDeviceEvent } from '../../../src/shared/contract/attendance.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit/auditLog.ts';
import type { Filters } from './attendanceFilters.ts';
import { countOfEmployees, countVisible, findAttendance, markProcessed } from './attendanceQueries.ts';
import { totalsOf } from './counts.ts';
import { type BusinessTime, daysAfter } from '../../platform/time/businessTime.ts';
import { instantOf, plusMinutes } from '../../platform/time/instants.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import {
  assertPeriod,
  idsIn,
  pageRequestOf,
  type PeriodQuery,
  recentDays,
  sizesOfRows,
} from '../../platform/records/parameters.ts';
import { forbidden, invalid, notFound } from '../../platform/records/domainErrors.ts';
import { findClosedDays } from '../workday/closedMonths.ts';
import { dayOfRecord } from '../workday/dayOfRecord.ts';
import { explainRecord } from '../hr/explainRecord.ts';
import { retryRecords } from '../hr/retryRecords.ts';
import type { AttendancePages } from './pages.ts';
import { maybeOne, type Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';

const maxRecordsAtOnce = 1_000;
const maxEmployeesCounted = 1_000;

export const createAttendanceHandlers = (pages: AttendancePages) =>
  ({
    'GET /attendance': {
      allow: 'attendance.view',
      async handle({ db, caller, businessTime, query, now }) {
        const pageRequest = pageRequestOf(query, sizesOfRows);
        const filters = filtersOf(caller, query, businessTime);
        const page = await pages.read({ caller, businessTime, filters, pageRequest, now });
        const marked = await withClosedDays(db, page.data, businessTime);
        return { data: { ...page, data: marked.map((record) => shownTo(caller, record)) } };
      },
    },

    'GET /attendance/{id}': {
      allow: 'attendance.view',
      async handle({ db, caller, businessTime, params, now }) {
        const record = await findAttendance(db, caller, businessTime, params.id);
        if (!record) throw notFound('Attendance record not found');
        const working_day = await dayOfRecord(db, params.id, businessTime, now);
        return {
          data: {
            ...shownTo(caller, record),
            working_day,
            ...(can(caller, 'devices.view') && { device_event: await recordDeviceEvent(db, params.id, businessTime) }),
            ...(can(caller, 'hr_sync.view') && { hr_sync: await explainRecord(db, params.id, now) }),
          },
        };
      },
    },

    'POST /attendance/mark-processed': {
      allow: 'attendance.process',
      async handle({ db, caller, body, now, requestId }) {
        const ids = idsOf(body);
        const changed = await db.tx(async (queries) => {
          const visible = await countVisible(queries, caller, ids);
          if (visible < ids.length) throw notFound('Attendance record not found');
          const marked = await markProcessed(queries, ids);
          if (marked.length > 0) {
            const action = 'attendance.process';
            const after = { is_processed: true, record_ids: marked };
            await audit(queries, { caller, requestId, now, action, subject: 'attendance', after });
          }
          return marked.length;
        });
        pages.forgetTotals();
        return { data: { updated: changed } };
      },
    },

    'POST /attendance/retry-hr': {
      allow: 'hr_sync.run',
      async handle(request) {
        const result = await retryRecords(request, idsOf(request.body));
        pages.forgetTotals();
        return { data: result };
      },
    },

    'GET /attendance/revision': {
      allow: 'attendance.view',
      async handle({ db, caller, businessTime, query }) {
        return { data: { revision: await revisionOf(db, caller, businessTime, query) } };
      },
    },

    'GET /attendance/count': {
      allow: 'attendance.view',
      async handle({ db, caller, query }) {
        const { employee_ids } = query;
        const ids = employee_ids === undefined ? [] : idsIn('employee_ids', employee_ids, maxEmployeesCounted);
        return { data: { total: await countOfEmployees(db, caller, ids) } };
      },
    },

    'GET /attendance/statistics': {
      allow: 'attendance.view',
      async handle({ db, caller, businessTime, query, now }) {
        const days = daysOf(query, businessTime, now);
        const lastDay = { from: instantOf(plusMinutes(now, -24 * 60)), until: instantOf(now) };
        const periods = days.map((day) => ({ from: businessTime.startOf(day), until: businessTime.endOf(day) }));
        const [last24Hours, ...perDay] = await totalsOf(db, caller, { company_id: query.company_id }, [
          lastDay,
          ...periods,
        ]);
        const sum = (of: 'total' | 'check_ins' | 'processed') => perDay.reduce((all, day) => all + day[of], 0);
        const total = sum('total');
        const data = {
          total,
          check_ins: sum('check_ins'),
          check_outs: total - sum('check_ins'),
          processed: sum('processed'),
          pending: total - sum('processed'),
          last_24_hours: last24Hours?.total ?? 0,
          days: days.map((date, index) => ({ date, total: perDay[index]?.total ?? 0 })),
        };
        return { data };
      },
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

async function withClosedDays(
  queries: Queries,
  records: readonly AttendanceRecord[],
  businessTime: BusinessTime,
): Promise<readonly AttendanceRecord[]> {
  const companies = [...new Set(records.flatMap(({ company }) => company?.id ?? []))];
  const isClosed = await findClosedDays(queries, companies, businessTime);
  return records.map((record) =>
    record.company?.id !== undefined && isClosed(record.company.id, instantOf(new Date(record.timestamp)))
      ? { ...record, is_closed: true }
      : record,
  );
}

export function shownTo(caller: Caller, record: AttendanceRecord): AttendanceRecord {
  if (can(caller, 'hr_sync.view')) return record;
  const { hr_state: _, ...shown } = record;
  return shown;
}

export function filtersOf(caller: Caller, query: Query<'GET /attendance'>, businessTime: BusinessTime): Filters {
  assertPeriod(query);
  if (query.hr_state !== undefined && !can(caller, 'hr_sync.view')) throw forbidden();
  const { start_date, end_date, page: _page, per_page: _size, ...filters } = query;
  return {
    ...filters,
    from: start_date && businessTime.startOf(start_date),
    until: end_date && businessTime.endOf(end_date),
  };
}

function daysOf(period: PeriodQuery, businessTime: BusinessTime, now: Date): string[] {
  const { from, until } = recentDays(period, { usual: 14, most: 366 }, businessTime, now);
  const days: string[] = [];
  for (let day = from; day <= until; day = daysAfter(day, 1)) days.push(day);
  return days;
}

/** The first event of a device that said the record, as it was sent; undefined if the record came another way. */
async function recordDeviceEvent(
  queries: Queries,
  recordId: number,
  { wallClock }: BusinessTime,
): Promise<RecordDeviceEvent | undefined> {
  const row = await maybeOne<RecordDeviceEvent>(
    queries,
    sql`select id, controller_id, number, local_time, zone, kind, direction, raw, is_ambiguous, received_at
      from device_events where attendance_id = ${recordId} order by device_events.id limit 1`,
    ['is_ambiguous'],
  );
  return row && { ...row, received_at: wallClock(row.received_at) };
}

/**
 * The revision changes whenever a record changes that the list could show: who reads many pages, and finds it the same
 * before and after, has read them as of one moment.
 */
async function revisionOf(
  queries: Queries,
  caller: Caller,
  businessTime: BusinessTime,
  query: Query<'GET /attendance/revision'>,
): Promise<string> {
  assertPeriod(query);
  const { company_id, start_date, end_date } = query;
  const from = start_date ? businessTime.startOf(start_date) : '0001-01-01 00:00:00';
  const until = end_date ? businessTime.endOf(end_date) : '9999-12-31 00:00:00';
  const company = company_id === undefined ? sql`true` : sql`companies.id = ${company_id}`;
  // Read a row for each company, so that the result changes when one is no longer the caller's.
  const rows = await queries.all<{ id: number; changes: number | null }>(
    sql`select id, (select cast(sum(changes) as bigint) from attendance_revisions where company_id = companies.id
        and (day = '0001-01-01 00:00:00' or (day >= ${`${from.slice(0, 10)} 00:00:00`} and day < ${until}))) as changes
      from companies where ${company} and ${companyScope(caller, sql`companies.id`)} order by id`,
  );
  return createHash('sha256')
    .update(JSON.stringify([businessTime.zone, rows.map(Object.values)]))
    .digest('base64url');
}
