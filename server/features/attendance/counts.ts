// Counts attendance records. Triggers keep sums by company, kind, state and span of UTC time, from years down to hours.
// So records are counted one by one only at the two ends of a period, for less than an hour each, or where a filter
// asks for more than the sums tell.
//
// A write only adds to a list of changes, which `foldCounts.ts` folds into the sums. However many changes wait, the
// counts are exact.

import { type Caller, can, companiesOf, companyScope } from '../../platform/access/caller.ts';
import { inBatches } from '../../platform/concurrency/limits.ts';
import { join, padded, type Queries, rowsOf, type Sql, scalar, sql } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type Moment, visibleZones } from '../settings/clocks.ts';
import { type Filters, hasEmployeeOrController, matchingFilters, matchingInAnyOrder } from './attendanceFilters.ts';
import { beginning, never, type PartOfPeriod, type Period, partsOf, rangesOf } from './countSpans.ts';

interface Totals {
  readonly total: number;
  readonly check_ins: number;
  readonly processed: number;
}

export const countAttendance = (queries: Queries, caller: Caller, filters: Filters): Promise<number> =>
  scalar(queries, totalOf(caller, filters));

/** Selects the total, for a statement that reads records too. Undefined if records must be counted one by one. */
export const totalInSums = (caller: Caller, filters: Filters): Sql | undefined =>
  isInSums(filters) ? totalOf(caller, filters) : undefined;

/** Whether the sums are enough: `countedWhere` applies these filters to them, and spans make up the period. */
function isInSums(filters: Filters): boolean {
  const { company_id, company_ids, event_type, is_processed, hr_state, from, until, periods, ...others } = filters;
  return Object.values(others).every((value) => value === undefined);
}

function totalOf(caller: Caller, filters: Filters): Sql {
  return filters.periods && !hasEmployeeOrController(filters)
    ? totalOfPeriods(caller, filters)
    : totalOfPeriod(caller, filters);
}

/**
 * Adds up the periods of companies whose days differ. Each part is a row, so that the statement is the same for any
 * number of parts, and a subquery reads each by its index.
 */
function totalOfPeriods(caller: Caller, { periods = [], ...filters }: Filters): Sql {
  const { summed, counted } = partsOfAll(filters, periods);
  const inPart = (at: Sql) => sql`company_id = company and ${at} >= from_at and ${at} < until_at`;
  const totalIn = (some: readonly Part[], figure: Sql) => {
    const rows = some.flatMap(({ span = '', from = beginning, until = never, number }) =>
      (periods[number]?.company_ids ?? []).map((company) => {
        return { company, span_of_part: span, from_at: from, until_at: until };
      }),
    );
    const columns = {
      company: 'bigint',
      span_of_part: 'text',
      from_at: 'timestamp(0)',
      until_at: 'timestamp(0)',
    } as const;
    return sql`select sum((select ${figure})) as total from ${rowsOf(columns, rows)}
      where ${companyScope(caller, sql`company`)}`;
  };
  const totals = [
    totalIn(
      summed,
      sql`sum(records) from attendance_count_sums
        where span = span_of_part and ${inPart(sql`start`)} and ${countedWhere(filters)}`,
    ),
    totalIn(
      wholesOf(summed),
      sql`sum(records) from attendance_count_changes where ${inPart(sql`start`)} and ${countedWhere(filters)}`,
    ),
    totalIn(
      counted,
      sql`count(*) from attendance where ${inPart(sql`attendance.occurred_at`)} and ${matchingFilters(filters)}`,
    ),
  ];
  return sql`select cast(coalesce(sum(total), 0) as bigint) as total from (${join(totals, ' union all ')}) periods`;
}

function totalOfPeriod(caller: Caller, filters: Filters): Sql {
  const { summed, counted } = partsOfAll(filters, [{ from: filters.from, until: filters.until }]);
  const figures = [
    ...withFillers(summed).map(
      (part) => sql`sum(records) as total from attendance_count_sums
        where span = ${part.span ?? 'year'} and company_id in (${companiesToSum(caller, filters)})
          and ${countsWhere(filters, part)}`,
    ),
    ...withFillers(wholesOf(summed)).map((whole) => sql`sum(records) as total from ${changes(caller, filters, whole)}`),
    ...withFillers(counted).map((part) => sql`count(*) as total from ${records(caller, filters, part)}`),
  ];
  return sql`select cast(coalesce(sum(total), 0) as bigint) as total from (${selectAll(figures)}) parts`;
}

/** Returns the totals of each period, in the same order. */
export async function totalsOf(
  queries: Queries,
  caller: Caller,
  filters: Filters,
  periods: readonly Period[],
): Promise<Totals[]> {
  const { summed, counted } = partsOfAll(filters, periods);
  const [countsIn, ofRecords] = await Promise.all([
    readCounts(queries, caller, filters, summed),
    countRecords(queries, caller, filters, counted),
  ]);
  const ofChanges = wholesOf(summed).map((whole) => ({ ...whole, span: waiting }));
  const ofSums = [...summed, ...ofChanges].flatMap((part) =>
    countsIn(part).map((counts) => ({ ...counts, number: part.number })),
  );
  const totalsOfPeriod = Map.groupBy([...ofSums, ...ofRecords], ({ number }) => number);
  return periods.map((_, number) => sumOf(totalsOfPeriod.get(number) ?? []));
}

/** Returns the totals of periods that each time zone has by its own clock. */
export async function totalsByClock(
  queries: Queries,
  { caller, clocks }: Pick<Moment, 'caller' | 'clocks'>,
  filters: Filters,
  periodsBy: (clock: Clock) => readonly Period[],
): Promise<Totals[]> {
  const zones = await visibleZones(queries, { caller, clocks }, filters.company_id);
  const [first, ...others] = await Promise.all(
    zones.map(({ clock, companyIds }) =>
      totalsOf(queries, caller, { ...filters, ...(companyIds && { company_ids: companyIds }) }, periodsBy(clock)),
    ),
  );
  return (first ?? []).map((totals, index) => sumOf([totals, ...others.flatMap((zone) => zone[index] ?? [])]));
}

interface Part extends PartOfPeriod {
  /** The index of its period. */
  readonly number: number;
}

interface PeriodTotals extends Totals {
  readonly number: number;
}

interface Counts extends Totals {
  readonly span: string;
  readonly start: string;
}

/** The span of changes that have not been folded into the sums. */
const waiting = 'waiting';

interface CountedPart extends Period {
  readonly span: string | undefined;
}

/** Splits periods into parts that the sums cover, and parts whose records have to be counted. */
function partsOfAll(filters: Filters, periods: readonly Period[]): { summed: Part[]; counted: Part[] } {
  const parts = periods.flatMap((period, number) =>
    (isInSums(filters) ? partsOf(period) : [{ span: undefined, ...period }]).map((part) => ({ ...part, number })),
  );
  return { summed: parts.filter(({ span }) => span), counted: parts.filter(({ span }) => !span) };
}

/** Joins the parts of each period, which follow each other. */
function wholesOf(parts: readonly Part[]): Part[] {
  const wholes = new Map<number, Part>();
  for (const part of parts) wholes.set(part.number, { ...part, from: (wholes.get(part.number) ?? part).from });
  return [...wholes.values()];
}

/**
 * Reads the counts by the ranges that the parts make together: part by part, the days of a year would be looked up one
 * by one. One statement reads both the sums and the waiting changes, because folding may move some of them between two
 * statements.
 */
async function readCounts(
  queries: Queries,
  caller: Caller,
  filters: Filters,
  parts: readonly PartOfPeriod[],
): Promise<(part: CountedPart) => Counts[]> {
  if (parts.length === 0) return () => [];
  const ranges = rowsOf(
    { span_of_range: 'text', from_at: 'timestamp(0)', until_at: 'timestamp(0)' },
    rangesOf(parts).map(({ span, from, until }) => ({ span_of_range: span, from_at: from, until_at: until })),
  );
  const inRange = sql`span = span_of_range and start >= from_at and start < until_at and ${countedWhere(filters)}`;
  const figures = sql`span, start, ${eachTotal}`;
  // Forces both databases to read each range by the index: with a plain join, they might read all counts.
  const sums =
    queries.dialect === 'sqlite'
      ? sql`select ${figures} from ${ranges} cross join (${companiesToSum(caller, filters)}) companies
          cross join attendance_count_sums
          where company_id = companies.id and ${inRange} group by span, start`
      : sql`select figures.* from ${ranges} cross join lateral (
          select ${figures} from attendance_count_sums where company_id in (${companiesToSum(caller, filters)}) and ${inRange}
          group by span, start) figures`;
  const counts = await queries.all<Counts>(
    sql`${sums} union all
      select 'waiting' as span, start, ${eachTotal} from ${changes(caller, filters, {})} group by start order by start`,
  );
  const ofSpans = Map.groupBy(counts, ({ span }) => span);
  return ({ span = '', from = beginning, until = never }) => {
    const ofSpan = ofSpans.get(span) ?? [];
    return ofSpan.slice(indexFrom(ofSpan, from), indexFrom(ofSpan, until));
  };
}

const eachTotal = sql`sum(records) as total,
  coalesce(sum(case when event_type = 'check-in' then records end), 0) as check_ins,
  coalesce(sum(case when is_processed then records end), 0) as processed`;

/** The index of the first count that begins at or after the instant. */
function indexFrom(counts: readonly Counts[], instant: string): number {
  let [low, high] = [0, counts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((counts[middle]?.start ?? never) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Stays below SQLite's limit of 500 selects in one statement. */
const partsAtOnce = 160;

const countRecords = (queries: Queries, caller: Caller, filters: Filters, parts: readonly Part[]) =>
  inBatches(parts, partsAtOnce, (some) => {
    const figures = withFillers(some).map(
      (part) => sql`cast(${part.number} as integer) as number, count(*) as total,
        count(case when event_type = 'check-in' then 1 end) as check_ins,
        count(case when is_processed then 1 end) as processed from ${records(caller, filters, part)}`,
    );
    return queries.all<PeriodTotals>(selectAll(figures));
  });

const selectAll = (figures: readonly Sql[]): Sql =>
  join(
    figures.map((each) => sql`select ${each}`),
    ' union all ',
  );

const filler: Part = { number: -1, span: 'year', from: never, until: never };

/** Pads the parts, so that there are few different statements. */
const withFillers = (parts: readonly Part[]): Part[] => padded(parts, filler, [0, 1, 2, 10, 40, partsAtOnce]);

/** Companies whose sums add up to what the caller sees. Company 0, which does not exist, has the sums of all. */
function companiesToSum(caller: Caller, { company_id, company_ids }: Filters): Sql {
  if (company_ids)
    return sql`select id from companies where id in (${company_ids}) and ${companyScope(caller, sql`companies.id`)}`;
  if (!can(caller, 'companies.all')) return sql`select company_id as id from (${companiesOf(caller)}) own`;
  return company_id === undefined ? sql`select 0 as id` : sql`select id from companies where id = ${company_id}`;
}

const changes = (caller: Caller, filters: Filters, period: Period): Sql =>
  sql`attendance_count_changes where ${companyScope(caller, sql`company_id`)} and ${countsWhere(filters, period)}`;

function countsWhere(filters: Filters, { from, until }: Period): Sql {
  const conditions = [countedWhere(filters)];
  if (from !== undefined) conditions.push(sql`start >= ${from}`);
  if (until !== undefined) conditions.push(sql`start < ${until}`);
  return join(conditions, ' and ');
}

function countedWhere({ company_id, company_ids, event_type, is_processed, hr_state }: Filters): Sql {
  const conditions = [sql`true`];
  if (company_ids) conditions.push(sql`company_id in (${company_ids})`);
  if (company_id !== undefined) conditions.push(sql`company_id = ${company_id}`);
  if (event_type !== undefined) conditions.push(sql`event_type = ${event_type}`);
  if (is_processed !== undefined) conditions.push(sql`is_processed = ${is_processed}`);
  if (hr_state !== undefined) conditions.push(sql`hr_state = ${hr_state}`);
  return join(conditions, ' and ');
}

const records = (caller: Caller, filters: Filters, { from, until }: Part): Sql =>
  sql`attendance where ${matchingInAnyOrder(caller, { ...filters, from, until })}`;

export const sumOf = (parts: readonly Totals[]): Totals =>
  parts.reduce<Totals>(
    (sum, { total, check_ins, processed }) => ({
      total: sum.total + total,
      check_ins: sum.check_ins + check_ins,
      processed: sum.processed + processed,
    }),
    { total: 0, check_ins: 0, processed: 0 },
  );
