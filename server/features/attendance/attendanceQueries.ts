// Attendance records, newest first. With a million records, skipping and counting rows dominates the cost of a page. So
// a page continues after the cursor of the previous one if it is known. Where it has to skip rows, it finds its place
// in an index alone, and reads only its own records.

import type { AttendanceRecord } from '../../../src/shared/contract/attendance.ts';
import { type Caller, can, companiesOf, companyScope } from '../../platform/access/caller.ts';
import { join, limitTo, padded, type Queries, type Sql, scalar, scalars, sql } from '../../platform/db/db.ts';
import { lockRows } from '../../platform/db/rowLocks.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import { type Filters, hasEmployeeOrController, matching, matchingFilters } from './attendanceFilters.ts';

export interface Cursor {
  readonly occurredAt: string;
  readonly id: number;
}

/** The start of a page: a number of rows after the cursor, or after the beginning of the list. */
export interface PageStart {
  readonly after?: Cursor;
  readonly skip: number;
}

export interface ListedRecord {
  readonly cursor: Cursor;
  /** Has a field beyond the contract: the employee number that the controller sent. */
  readonly record: AttendanceRecord & { employee_code: string };
  readonly figures: Figures;
}

/**
 * Numbers about all matching records, the same in each row of a page. They come with its rows, because a separate
 * statement takes as long as several rows.
 */
interface Figures {
  readonly total: number;
  /** How many cursors of later pages the database has for this reader. */
  readonly later_cursors: number;
}

type Statements = Readonly<Record<keyof Figures, Sql>>;
export const noFigures: Statements = { total: sql`0`, later_cursors: sql`0` };

const order = sql`order by attendance.occurred_at desc, attendance.id desc`;

const place = sql`attendance.id as page_id, attendance.occurred_at as page_at`;
const placeAndRecord = sql`${place}, event_type, employee_code, employee_id, is_processed, hr_state,
  attendance.created_at, attendance.company_id, access_controller_id, added_by, set_aside_by`;

interface ListOptions {
  readonly caller: Caller;
  readonly clocks: Clocks;
  readonly filters: Filters;
  readonly start: PageStart;
  readonly limit: number;
  readonly figures?: Statements;
}

export async function listAttendance(queries: Queries, options: ListOptions): Promise<ListedRecord[]> {
  const { caller, clocks, filters, start, figures = noFigures } = options;
  const companies = await companiesToMerge(queries, caller, filters);
  if (companies?.length === 0) return [];
  const isWhole = start.skip === 0 && !companies && isByTimeAlone(filters);
  const page = pageOf(options, isWhole ? placeAndRecord : place, companies);
  const rows = await selectWithNames(queries, caller, isWhole ? wholeRecords(page) : recordsAt(page), figures);
  return rows.map((row) => {
    const shown = listedRecord(row, clocks);
    return isClosed(row, clocks) ? { ...shown, record: { ...shown.record, is_closed: true } } : shown;
  });
}

function pageOf(
  { caller, filters, start: { after, skip }, limit }: ListOptions,
  columns: Sql,
  companies: readonly number[] | undefined,
): Sql {
  const rows = (own: Filters, matches: (own: Filters) => Sql, some: Sql) => {
    // The cursor replaces the upper bound: with both, SQLite would walk from the bound to the cursor.
    const isAfter = after && (own.until === undefined || own.until > after.occurredAt);
    const beyond = isAfter
      ? sql`and (attendance.occurred_at, attendance.id) < (${after.occurredAt}, ${after.id})`
      : sql``;
    const bounded = isAfter ? { ...own, until: undefined } : own;
    return sql`select ${columns} from attendance where ${matches(bounded)} ${beyond} ${order} ${some}`;
  };
  if (!companies) return rows(filters, (own) => matching(caller, own), limitTo(limit, skip));
  const noCompany = 0;
  const firstOfEach = padded(companies, noCompany, [1, 5, 20, mostToMerge]).map(
    (company_id) =>
      sql`select * from (${rows(ofCompany(filters, company_id), matchingFilters, limitTo(skip + limit))}) one`,
  );
  return sql`select * from (${join(firstOfEach, ' union all ')}) merged order by page_at desc, page_id desc
    ${limitTo(limit, skip)}`;
}

const ofCompany = ({ periods, ...filters }: Filters, company_id: number): Filters => ({
  ...filters,
  ...periods?.find(({ company_ids }) => company_ids.includes(company_id)),
  company_ids: undefined,
  company_id,
});

/** Whether one index alone gives the order: with several, PostgreSQL may choose a wrong one for whole records. */
const isByTimeAlone = (filters: Filters): boolean =>
  !hasEmployeeOrController(filters) &&
  filters.periods === undefined &&
  filters.company_id === undefined &&
  filters.hr_state === undefined;

const mostToMerge = 50;

/**
 * Returns the companies to read one by one, each by its own index, and to merge. Ordered by time alone, a caller with
 * one quiet company would walk through all other companies' records to find the few visible ones. Companies whose days
 * are at different times are merged, too. A caller with more companies than a statement should hold sees enough of all
 * records to find them soon.
 */
async function companiesToMerge(queries: Queries, caller: Caller, filters: Filters): Promise<number[] | undefined> {
  if (filters.company_id !== undefined || hasEmployeeOrController(filters)) return undefined;
  if (filters.periods) {
    const companies = filters.periods.flatMap(({ company_ids }) => company_ids);
    return companies.length > mostToMerge ? undefined : companies;
  }
  if (can(caller, 'companies.all')) return undefined;
  const companies = await scalars(queries, sql`${companiesOf(caller)} limit ${mostToMerge + 1}`);
  return companies.length > mostToMerge ? undefined : companies;
}

/** Finds the records with these ids, at most a thousand, newest first. */
export async function findRecords(queries: Queries, caller: Caller, clocks: Clocks, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const noRecord = -1;
  const among = padded(ids, noRecord, [1, 10, 100, 1_000]);
  const page = sql`select ${placeAndRecord} from attendance where attendance.id in (${among})`;
  const rows = await selectWithNames(queries, caller, wholeRecords(page), noFigures);
  return rows.map((row) => listedRecord(row, clocks).record);
}

export async function countVisible(queries: Queries, caller: Caller, ids: readonly number[]): Promise<number> {
  const visible = companyScope(caller, sql`attendance.company_id`);
  return scalar(queries, sql`select count(*) from attendance where attendance.id in (${ids}) and ${visible}`);
}

export async function countOfEmployees(queries: Queries, caller: Caller, ids: readonly number[]): Promise<number> {
  const nobody = -1;
  const employees = padded(ids, nobody, [1, 10, 100, 1_000]);
  return scalar(
    queries,
    sql`select count(*) from attendance
      where attendance.employee_id in (${employees}) and ${companyScope(caller, sql`attendance.company_id`)}`,
  );
}

/** Returns the ids that were not processed before. */
export async function markProcessed(queries: Queries, ids: readonly number[]): Promise<number[]> {
  await lockRows(queries, 'attendance', ids, 'change');
  return scalars(
    queries,
    sql`update attendance set is_processed = true where id in (${ids}) and is_processed = false returning id`,
  );
}

type ShownAsStored = 'event_type' | 'is_processed' | 'created_at' | 'hr_state' | 'is_manual' | 'is_set_aside';

interface Row extends Figures, Required<Pick<AttendanceRecord, ShownAsStored>> {
  page_id: number;
  page_at: string;
  employee_code: string;
  employee_record_id: number | null;
  employee_name: string | null;
  employee_number: string | null;
  controller_id: number;
  controller_name: string;
  company_id: number;
  company_name: string;
  /** The company's closed months, separated by commas. */
  closed_months: string | null;
}

/** The records of a page, and a condition that picks them. */
interface Source {
  readonly from: Sql;
  readonly where: Sql;
}

const wholeRecords = (page: Sql): Source => ({ from: sql`(${page}) attendance`, where: sql`true` });

const recordsAt = (page: Sql): Source => ({
  from: sql`(${page}) page cross join attendance`,
  where: sql`attendance.id = page_id`,
});

/**
 * The records that the caller may see, with the names that they show; deleted employees, controllers and companies keep
 * theirs. `cross join` makes SQLite begin with the page, and ordering by the page's own columns needs no other index:
 * any other form scans all records. `coalesce` makes a database check the scope row by row instead of joining it.
 */
const selectWithNames = (
  queries: Queries,
  caller: Caller,
  { from, where }: Source,
  { total, later_cursors }: Statements,
) =>
  queries.all<Row>(
    sql`select page_id, page_at, event_type, employee_code, is_processed, hr_state,
        attendance.created_at, attendance.company_id,
        added_by is not null as is_manual, set_aside_by is not null as is_set_aside,
        employees.id as employee_record_id, employees.name as employee_name, employees.employee_id as employee_number,
        access_controllers.id as controller_id, access_controllers.name as controller_name, companies.name as company_name,
        (select string_agg(month, ',') from closed_months
          where closed_months.company_id = attendance.company_id and reopened_at is null) as closed_months,
        cast((${total}) as bigint) as total, cast((${later_cursors}) as bigint) as later_cursors
      from ${from} cross join companies cross join access_controllers ${withEmployee}
      where ${where} and coalesce(${companyScope(caller, sql`attendance.company_id`)}, false)
        and companies.id = attendance.company_id
        and access_controllers.id = attendance.access_controller_id
      order by page_at desc, page_id desc`,
    ['is_processed', 'is_manual', 'is_set_aside'],
  );

/** PostgreSQL would rather read all employees than look up a hundred, except with `limit 1`. */
const withEmployee: Sql = {
  pieces: [
    {
      sqlite: 'left join employees on employees.id = attendance.employee_id',
      postgres: `left join lateral
        (select * from employees where employees.id = attendance.employee_id limit 1) employees on true`,
    },
  ],
  values: [],
};

/** A record belongs to the month of its working day. */
const isClosed = ({ closed_months, company_id, page_at }: Row, clocks: Clocks): boolean =>
  closed_months?.split(',').includes(clocks.of(company_id).workingDays.dayOf(page_at).slice(0, 7)) === true;

function listedRecord(row: Row, clocks: Clocks): ListedRecord {
  const { zone, wallClock } = clocks.of(row.company_id);
  return {
    cursor: { occurredAt: row.page_at, id: row.page_id },
    figures: row,
    record: {
      id: row.page_id,
      employee:
        row.employee_record_id === null || row.employee_name === null || row.employee_number === null
          ? null
          : { id: row.employee_record_id, name: row.employee_name, employee_id: row.employee_number },
      employee_code: row.employee_code,
      event_type: row.event_type,
      timestamp: wallClock(row.page_at),
      timezone: zone,
      access_controller: { id: row.controller_id, name: row.controller_name },
      company: { id: row.company_id, name: row.company_name },
      is_processed: row.is_processed,
      created_at: wallClock(row.created_at),
      hr_state: row.hr_state,
      is_manual: row.is_manual,
      is_set_aside: row.is_set_aside,
    },
  };
}
