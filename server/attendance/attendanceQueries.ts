// Attendance records, newest first. With a million records, skipping and counting rows dominates the cost of a page.
// So the ids of a page are found in an index alone and joined afterwards, and a page continues after the cursor of
// the previous one if that is known.

import type { AttendanceRecord, EventType, HrState } from '../../src/contract/entities/attendance.ts';
import { type Caller, can } from '../access/caller.ts';
import { companiesOf, companyScope } from '../access/companyScope.ts';
import type { BusinessTime } from '../time/businessTime.ts';
import { one, type Queries } from '../db/db.ts';
import { lockRow } from '../db/rowLocks.ts';
import { padded } from '../db/padded.ts';
import { limitTo } from '../db/limit.ts';
import { join, rowsOf, type Sql, sql } from '../db/sql.ts';
import { type Filters, isNarrow, matching } from './attendanceFilters.ts';

/** The position of a row in the order. */
export interface Cursor {
  readonly occurredAt: string;
  readonly id: number;
}

export interface ListedRecord {
  readonly cursor: Cursor;
  /** With a field that the contract does not have: the employee number that the controller sent. */
  readonly record: AttendanceRecord & { employee_code: string };
}

const order = sql`order by attendance.occurred_at desc, attendance.id desc`;

/** The rows after a cursor, or after a number of rows. */
export async function listAttendance(
  queries: Queries,
  caller: Caller,
  businessTime: BusinessTime,
  filters: Filters,
  after: Cursor | number,
  limit: number,
): Promise<ListedRecord[]> {
  const offset = typeof after === 'number' ? after : 0;
  const matchingRows = (of: Filters) =>
    sql`attendance where ${typeof after === 'number' ? matching(caller, of) : below(caller, of, after)} ${order}`;
  const companies = await companiesToMerge(queries, caller, filters);
  if (!companies) {
    const page = sql`select id as page_id, occurred_at as page_at from ${matchingRows(filters)}
      ${limitTo(limit, offset)}`;
    return recordsOf(queries, businessTime, page);
  }
  if (companies.length === 0) return [];
  const noCompany = 0;
  const firstOfEach = padded(companies, noCompany, [1, 5, 20, mostToMerge]).map(
    (company_id) =>
      sql`select * from (select id, occurred_at from ${matchingRows({ ...filters, company_id })}
        ${limitTo(offset + limit)}) one`,
  );
  return recordsOf(
    queries,
    businessTime,
    sql`select id as page_id, occurred_at as page_at from (${join(firstOfEach, ' union all ')}) attendance ${order}
      ${limitTo(limit, offset)}`,
  );
}

/** The cursor replaces the upper bound: with both, SQLite would walk from the bound to the cursor. */
function below(caller: Caller, { until: _, ...filters }: Filters, { occurredAt, id }: Cursor): Sql {
  return sql`${matching(caller, filters)} and (attendance.occurred_at, attendance.id) < (${occurredAt}, ${id})`;
}

const mostToMerge = 50;

/**
 * Ordered by time alone, a caller with one quiet company would walk through the records of all others to find the
 * few visible ones. So the companies of a caller are read one by one, each by its own index, and merged. A caller
 * with more companies than a statement should hold sees enough of all records to find them soon.
 */
async function companiesToMerge(queries: Queries, caller: Caller, filters: Filters): Promise<number[] | undefined> {
  if (can(caller, 'companies.all') || filters.company_id !== undefined || isNarrow(filters)) return undefined;
  const rows = await queries.all<{ company_id: number }>(sql`${companiesOf(caller)} limit ${mostToMerge + 1}`);
  return rows.length > mostToMerge ? undefined : rows.map((row) => row.company_id);
}

export async function findAttendance(
  queries: Queries,
  caller: Caller,
  businessTime: BusinessTime,
  id: number,
): Promise<ListedRecord['record'] | undefined> {
  const visible = companyScope(caller, sql`attendance.company_id`);
  const page = sql`select id as page_id, occurred_at as page_at from attendance where id = ${id} and ${visible}`;
  const [found] = await recordsOf(queries, businessTime, page);
  return found?.record;
}

export async function countVisible(queries: Queries, caller: Caller, ids: readonly number[]): Promise<number> {
  const visible = companyScope(caller, sql`attendance.company_id`);
  const row = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from attendance where attendance.id in (${ids}) and ${visible}`,
  );
  return row.total;
}

/** Answers the ids that were not processed before. */
export async function markProcessed(queries: Queries, ids: readonly number[]): Promise<number[]> {
  // In one order, because two calls with the same records in another order would wait for each other.
  await lockRow(queries, sql`attendance where id in (${ids}) order by id`, 'change');
  const rows = await queries.all<{ id: number }>(
    sql`update attendance set is_processed = true where id in (${ids}) and is_processed = false
      returning id`,
  );
  return rows.map((row) => row.id);
}

interface Row {
  id: number;
  occurred_at: string;
  event_type: EventType;
  employee_code: string;
  is_processed: boolean;
  created_at: string;
  hr_state: HrState;
  is_manual: boolean;
  is_set_aside: boolean;
  employee_record_id: number | null;
  employee_name: string | null;
  employee_number: string | null;
  controller_name: string;
  company_id: number;
  company_name: string;
}

/** The records that `page` selects, in its order. */
async function recordsOf(queries: Queries, businessTime: BusinessTime, page: Sql): Promise<ListedRecord[]> {
  const rows =
    queries.dialect === 'sqlite'
      ? await joined(queries, sql`(${page}) page`, sql`true`)
      : await joinedByMonth(queries, page);
  return rows.map((row) => listed(row, businessTime));
}

/**
 * PostgreSQL reads the months of a page alone when the statement says which they are. A page that lacks a record would
 * look like the last one: if one was removed meanwhile, all begins again.
 */
async function joinedByMonth(queries: Queries, page: Sql): Promise<Row[]> {
  for (;;) {
    const places = await queries.all<{ page_id: number; page_at: string }>(page);
    const newest = places[0]?.page_at ?? '';
    const oldest = places.at(-1)?.page_at ?? '';
    if (places.length === 0) return [];
    const rows = await joined(
      queries,
      rowsOf({ page_id: 'bigint', page_at: 'timestamp(0)' }, places),
      sql`attendance.occurred_at >= ${oldest} and attendance.occurred_at <= ${newest}`,
    );
    if (rows.length === places.length) return rows;
  }
}

/**
 * `cross join` makes SQLite begin with the page, and the order by the page's own columns needs no other index: with any
 * other form it scans all records for those of the page. Deleted employees, controllers and companies keep their names
 * here.
 */
const joined = (queries: Queries, page: Sql, isInMonths: Sql): Promise<Row[]> =>
  queries.all<Row>(
    sql`select attendance.id, occurred_at, event_type, employee_code, is_processed, hr_state,
        attendance.created_at, attendance.company_id,
        added_by is not null as is_manual, set_aside_by is not null as is_set_aside,
        employees.id as employee_record_id, employees.name as employee_name, employees.employee_id as employee_number,
        access_controllers.name as controller_name, companies.name as company_name
      from ${page} cross join attendance
      join companies on companies.id = attendance.company_id
      join access_controllers on access_controllers.id = attendance.access_controller_id
      left join employees on employees.id = attendance.employee_id
      where attendance.id = page_id and attendance.occurred_at = page_at and ${isInMonths}
      order by page_at desc, page_id desc`,
    ['is_processed', 'is_manual', 'is_set_aside'],
  );

function listed(row: Row, businessTime: BusinessTime): ListedRecord {
  return {
    cursor: { occurredAt: row.occurred_at, id: row.id },
    record: {
      id: row.id,
      employee:
        row.employee_record_id === null || row.employee_name === null || row.employee_number === null
          ? null
          : { id: row.employee_record_id, name: row.employee_name, employee_id: row.employee_number },
      employee_code: row.employee_code,
      event_type: row.event_type,
      timestamp: businessTime.wallClock(row.occurred_at),
      access_controller: { name: row.controller_name },
      company: { id: row.company_id, name: row.company_name },
      is_processed: row.is_processed,
      created_at: businessTime.wallClock(row.created_at),
      hr_state: row.hr_state,
      is_manual: row.is_manual,
      is_set_aside: row.is_set_aside,
    },
  };
}
